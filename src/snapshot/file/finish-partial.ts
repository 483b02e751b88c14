/** The end of a run: the unfinished snapshot becomes the file, or one that has much less is kept apart. */
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { type StateSettings, writeSettings } from "../../sandbox/settings.js";
import { setSetting } from "../../sandbox/store/schema.js";
import type { Shrunk } from "../../shared/snapshots/gaps.js";
import { suspectOf } from "../../shared/snapshots/generation-names.js";
import type { Database } from "../../system/sqlite.js";
import { keptDigests, writeDigests } from "./digests.js";
import { attachedDifference, keepContent, withAttached } from "./generations/attached-file.js";
import { putDifference } from "./generations/difference.js";
import { keepGenerations, markHistory } from "./generations/keep-generations.js";
import { addGeneration, createHistory, describeCurrent, hasHistory, listGenerations } from "./generations/tables.js";
import { openSnapshotFile } from "./open-snapshot.js";
import { findShrunk } from "./write/health.js";
import { dropLeft } from "./write/interrupted-run.js";
import { inTransaction, nextOf, openCopy, seal } from "./write/working-copy.js";

// Keeps a snapshot that lost much as a generation beside the latest, which stays.

const fs = process.getBuiltinModule("node:fs");

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

export interface UnfinishedFile {
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
export function moveFinished({ db, file, path }: UnfinishedFile): void {
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
