/** The file of an unfinished snapshot: `<file>.partial`, which also records how far it has come. */

import { errorCode, Failure } from "../../errors.js";
import { versionOf } from "../../sandbox/store/database.js";
import { FORMATS, schemaProblems, UNFINISHED_FORMAT } from "../../sandbox/store/formats.js";
import { MIGRATIONS, setSetting, setting } from "../../sandbox/store/schema.js";
import { quote } from "../../shared/shell-words.js";
import { isOwn } from "../../system/folders.js";
import { type Database, mapErrors, openBinding, sqliteProblem } from "../../system/sqlite.js";
import { findChangedTables, structureProblem } from "./digests.js";
import { FORMAT } from "./earlier-snapshot.js";
import { moveFinished, type UnfinishedFile } from "./finish-partial.js";
import { areSettingsNoted, createLeft, noteSettings } from "./write/interrupted-run.js";
import { inTransaction, withFullDisk } from "./write/working-copy.js";

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
