/** The file of an unfinished snapshot: `<file>.partial`, which also records how far it has come. */
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { type StateSettings, writeSettings } from "../../sandbox/settings.js";
import { versionOf } from "../../sandbox/store/database.js";
import { FORMATS, schemaProblems, UNFINISHED_FORMAT } from "../../sandbox/store/formats.js";
import { MIGRATIONS, setSetting, setting } from "../../sandbox/store/schema.js";
import { quote } from "../../shared/shell-words.js";
import type { Shrunk } from "../../shared/snapshots/gaps.js";
import { suspectOf } from "../../shared/snapshots/generation-names.js";
import { isOwn } from "../../system/folders.js";
import { type Database, mapErrors, openBinding, sqliteProblem } from "../../system/sqlite.js";
import { findChangedTables, keptDigests, structureProblem, writeDigests } from "./digests.js";
import { FORMAT } from "./earlier-snapshot.js";
import { attachedDifference, keepContent, withAttached } from "./generations/attached-file.js";
import { putDifference } from "./generations/difference.js";
import { keepGenerations, markHistory } from "./generations/keep-generations.js";
import { addGeneration, createHistory, describeCurrent, hasHistory, listGenerations } from "./generations/tables.js";
import { openSnapshotFile } from "./open-snapshot.js";
import { findShrunk } from "./write/health.js";
import { areSettingsNoted, createLeft, dropLeft, noteSettings } from "./write/interrupted-run.js";
import { inTransaction, nextOf, openCopy, seal, withFullDisk } from "./write/working-copy.js";

const fs = process.getBuiltinModule("node:fs");

/** Facts of a snapshot about itself, apart from its scopes. */
export interface SnapshotFacts {
  /** Address of the service, without /v1. */
  origin: string;
  /** ISO 8601. */
  started: string;
  /** Version of the tool that creates it. */
  version: string;
  /** The request (the walk's `asked`) as JSON: a different request cannot resume this file. */
  asked: string;
}

export interface PartialFile extends UnfinishedFile {
  /** True if an earlier run of the same command began it. */
  resumed: boolean;
}

/** @throws Failure usage: an unfinished snapshot for another request is there; config, io: it cannot be opened */
export function openPartial(file: string, facts: SnapshotFacts): PartialFile {
  const path = `${file}.partial`;
  let db = open(path);
  try {
    let state = stateOf(db, path);
    if (state === "finished") {
      refuseDamage(db, path, () => findChangedTables(db)[0]);
      moveFinished({ db, file, path });
      db = open(path);
      state = "new";
    }
    useWal(db);
    return { db, file, path, resumed: prepare(db, path, { state, ...facts }) };
  } catch (error) {
    db.close();
    throw error instanceof Failure ? error : explainProblem("read", path, error);
  }
}

type PartialState = "new" | "begun" | "finished";

/** Compares its schema with what an interrupted run leaves, before anything of it is used. @throws Failure partial */
function stateOf(db: Database, path: string): PartialState {
  if (db.get("SELECT 1 FROM sqlite_master") === undefined) return "new";
  const begun = schemaProblems(db, UNFINISHED_FORMAT);
  if (begun.length === 0) return "begun";
  // An earlier run came to its end, but not to moving the file.
  const format = FORMATS.get(Number(db.get("PRAGMA user_version")?.user_version));
  const isWithoutNotes = db.get("SELECT 1 FROM sqlite_master WHERE name = 'left_answers'") === undefined;
  const [problem] = isWithoutNotes && format ? schemaProblems(db, format) : begun;
  if (problem !== undefined) throw damagedPartial(path, problem);
  return "finished";
}

function useWal(db: Database): void {
  db.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000");
  db.get("PRAGMA journal_mode = WAL");
}

const MODE = 0o600;

/** Refuses what a kill of ours cannot have left there, beside it as well: SQLite would write into it. @throws Failure usage */
function refuseForeign(path: string): void {
  for (const name of ["", "-wal", "-shm", "-journal"].map((end) => path + end)) {
    const stats = fs.lstatSync(name, { throwIfNoEntry: false });
    if (!stats) continue;
    const mode = stats.mode & 0o777;
    const isPlain = stats.isFile() && stats.nlink === 1;
    const why = !isPlain ? "is a link or no plain file" : namesSuperJournal(name) ? "names another file" : undefined;
    const foreign = isOwn(stats) ? undefined : "belongs to another user";
    // Platforms without owners have no modes, either.
    const open = process.geteuid && mode !== MODE ? `has mode 0${mode.toString(8)}, not 0600` : undefined;
    const problem = why ?? foreign ?? open;
    if (problem !== undefined) {
      throw new Failure("usage", `${name} ${problem}, so it was not written by docs`, {
        hint: "check it, then remove it or name another file",
      });
    }
  }
}

const JOURNAL_MAGIC = "d9d505f920a163d7";

/** SQLite deletes the file that a journal names at its end; ours belong to one database and name none. */
function namesSuperJournal(name: string): boolean {
  if (!name.endsWith("-journal")) return false;
  const end = Buffer.alloc(JOURNAL_MAGIC.length / 2);
  const descriptor = fs.openSync(name, "r");
  try {
    fs.readSync(descriptor, end, 0, end.length, Math.max(0, fs.fstatSync(descriptor).size - end.length));
  } finally {
    fs.closeSync(descriptor);
  }
  return end.toString("hex") === JOURNAL_MAGIC;
}

function open(path: string): Database {
  refuseForeign(path);
  try {
    fs.closeSync(fs.openSync(path, "wx", MODE));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw explainProblem("write", path, error);
  }
  let db: Database | undefined;
  try {
    db = openBinding(path, { strict: true });
    return withFullDisk(namingDamage(db, path), path);
  } catch (error) {
    db?.close();
    throw explainProblem("write", path, error);
  }
}

function explainProblem(what: string, path: string, error: unknown): unknown {
  const problem = sqliteProblem(error);
  if (problem === "busy") {
    return new Failure("io", `another process is writing ${path}`, {
      hint: "wait until it has finished",
      cause: error,
    });
  }
  // Reads are our own statements: SQLite refuses it only if the schema in the file has changed.
  if (problem === "corrupt" || (problem === "other" && what === "read")) return damagedPartial(path, undefined, error);
  const code = errorCode(error);
  if (problem === undefined && code === undefined) return error;
  const why = code === "ENOENT" ? "no such folder" : error instanceof Error ? error.message : String(error);
  return new Failure("io", `cannot ${what} ${path}: ${why}`, { cause: error });
}

/** The error for a file that cannot be resumed. Nothing of it is removed unasked: it may be another file under this name. */
function damagedPartial(path: string, what = "parts of it cannot be read", cause?: unknown): Failure {
  return new Failure("partial", `${path} is damaged: ${what}`, {
    hint: `its intact data cannot be separated from the damage; to start over: rm ${quote(path)}, then run the command again`,
    cause,
  });
}

/** The same database; what is damaged in it is named. */
const namingDamage = (db: Database, path: string): Database =>
  mapErrors(db, (error) => (sqliteProblem(error) === "corrupt" ? damagedPartial(path, undefined, error) : error));

/** Damage that leaves nothing to go on with; of answers see `keepProven`. @throws Failure partial */
function refuseDamage(db: Database, path: string, find: () => string | undefined): void {
  const what = structureProblem(db) ?? find();
  if (what !== undefined) throw damagedPartial(path, what);
}

/** True if the existing file is the start of the same request. */
function prepare(
  db: Database,
  path: string,
  { state, origin, asked, started, version }: SnapshotFacts & { state: PartialState },
): boolean {
  const found = versionOf(db);
  if (state === "new") {
    inTransaction(db, () => {
      for (const migrate of MIGRATIONS) migrate(db);
      db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
      createLeft(db);
      for (const [name, value] of Object.entries({ asked, started, version, origin, format: FORMAT })) {
        setSetting(db, `snapshot.${name}`, value);
      }
      noteSettings(db);
    });
    return false;
  }
  refuseDamage(db, path, () => (areSettingsNoted(db) ? undefined : "its settings"));
  const isSame =
    found === MIGRATIONS.length &&
    setting(db, "snapshot.asked") === asked &&
    setting(db, "snapshot.origin") === origin &&
    setting(db, "snapshot.format") === FORMAT;
  if (isSame) {
    inTransaction(db, () => {
      setSetting(db, "snapshot.began", setting(db, "snapshot.began") ?? setting(db, "snapshot.started") ?? started);
      setSetting(db, "snapshot.started", started);
      setSetting(db, "snapshot.version", version);
      noteSettings(db);
    });
    return true;
  }
  throw new Failure("usage", `${path} was started with other options or for another organization`, {
    hint: "remove it or name another file",
  });
}

/** For a walk that read nothing: there is nothing to resume. */
export function removePartial(path: string): void {
  for (const end of ["", "-wal", "-shm"]) fs.rmSync(path + end, { force: true });
}

// The end of a run: the unfinished snapshot becomes the file, or one that has much less is kept apart.

/** Adds the snapshot in `suspect` to those in `file`, in one step; returns its number. */
function keepSuspect(file: string, suspect: string): number {
  const next = nextOf(file);
  const other = openSnapshotFile(suspect);
  const described = describeCurrent(other);
  other.close();
  const db = openCopy(file, next);
  try {
    const generations = listGenerations(db);
    const latest = generations.find((one) => one.base === undefined)?.id ?? 1;
    const id = Math.max(...generations.map((one) => one.id)) + 1;
    withAttached(db, suspect, () =>
      inTransaction(db, () => {
        if (!hasHistory(db)) {
          createHistory(db);
          addGeneration(db, { id: 1, ...describeCurrent(db) });
          // Differences are of what it says of itself, too: from here on that stays.
          const digests = keptDigests(db);
          if (digests) setSetting(db, digests.name, digests.value);
        }
        addGeneration(db, { id, ...described, state: "suspect" });
        keepContent(db);
        putDifference(db, { id, base: latest }, attachedDifference(db).difference);
        markHistory(db);
      }),
    );
    seal(db, next);
    fs.renameSync(next, file);
    return id;
  } finally {
    db.close();
    fs.rmSync(next, { force: true });
  }
}

interface UnfinishedFile {
  db: Database;
  /** The final name. */
  file: string;
  path: string;
}

export interface End {
  /** ISO 8601. */
  ended: string;
  settings: StateSettings;
  /** Replace the older snapshot even with one that lost much. */
  acceptShrink?: boolean | undefined;
}

export interface FinishResult {
  /** The name that it has now: the older snapshot stays where this is another one. */
  file: string;
  /** Losses compared with the older snapshot, which therefore stays. */
  shrunk: Shrunk[];
}

/** The place of a new snapshot with the files in it. */
export interface Place {
  /** The snapshot that is there; undefined if there is none, or if it is damaged. */
  base: Database | undefined;
  /** It is not to be kept. */
  replace: boolean;
}

/** Completes the file, so that SQLite needs no other files beside it, and moves it to its final name. Closes `base`. */
export function finishPartial(
  { db, file, path }: UnfinishedFile,
  { ended, settings, acceptShrink }: End,
  { base, replace }: Place,
): FinishResult {
  const shrunk = acceptShrink ? [] : findShrunk(file, db);
  const follows = shrunk.length > 0 || replace ? undefined : base;
  const isKept = follows !== undefined || (shrunk.length > 0 && base !== undefined);
  const write = () =>
    inTransaction(db, () => {
      dropLeft(db);
      countAgain(db);
      writeSettings(db, settings);
      setSetting(db, "snapshot.ended", ended);
      writeDigests(db, isKept);
      if (follows) keepGenerations(db, follows, acceptShrink);
    });
  if (follows) withAttached(db, file, write);
  else write();
  // Some systems cannot replace an open file.
  base?.close();
  seal(db, path);
  const suspect = suspectOf(file);
  moveTo(shrunk.length > 0 ? suspect : file, path);
  const name = shrunk.length === 0 ? file : base ? `${file}@${keepSuspect(file, suspect)}` : suspect;
  // An earlier one is a generation, accepted or disproved by now.
  if (name !== suspect) fs.rmSync(suspect, { force: true });
  return { file: name, shrunk };
}

/** Does what is left to do of it: it takes the place of the snapshot that it follows, and of no other. */
function moveFinished({ db, file, path }: UnfinishedFile): void {
  const generations = listGenerations(db);
  const latest = generations.find(({ base }) => base === undefined);
  const followed = generations.findLast(({ base, state }) => base === latest?.id && state !== "suspect");
  const isNext = (followed && timesOf(followed)) === timesIn(file);
  seal(db, path);
  moveTo(isNext ? file : suspectOf(file), path);
}

/** Windows moves no file that a program has open, and libsql keeps a database open for a while. @throws Failure io */
function moveTo(file: string, path: string): void {
  try {
    fs.renameSync(path, file);
  } catch (error) {
    if (process.platform !== "win32" || errorCode(error) === undefined) throw error;
    throw new Failure("io", `cannot write ${file}: ${reasonOf(error)}`, {
      hint: "close what has it open and run again; with Node before 22.13 that is docs itself: use a newer one",
      cause: error,
    });
  }
}

const timesOf = ({ started, ended }: { started: string; ended: string }): string => `${started} ${ended}`;

/** When the snapshot that is there was made; undefined if nothing is there. */
function timesIn(file: string): string | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    const db = openSnapshotFile(file);
    const times = timesOf(describeCurrent(db));
    db.close();
    return times;
  } catch (error) {
    if (error instanceof Failure) return "";
    throw error;
  }
}

/** Counts follow from the objects: those of an interrupted run are not trusted. */
function countAgain(db: Database): void {
  db.exec(`DELETE FROM counts;
    INSERT INTO counts (scope, kind, n) SELECT scope, kind, count(*) FROM objects GROUP BY scope, kind;
    DELETE FROM counters;
    INSERT INTO counters (name, value)
      SELECT 'change-requests/' || scope, max(CAST(json_extract(json, '$.number') AS INTEGER)) FROM objects
      WHERE kind = 'change-request' AND json_type(json, '$.number') = 'integer' GROUP BY scope`);
}
