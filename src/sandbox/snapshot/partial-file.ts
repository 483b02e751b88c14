/** The file of an unfinished snapshot: `<file>.partial`, which also records how far it has come. */
import { errorCode, Failure } from "../../errors.js";
import { type StateSettings, writeSettings } from "../settings.js";
import { quickCheck, versionOf } from "../store/database.js";
import { MIGRATIONS, setSetting, setting } from "../store/schema.js";
import { type Database, openBinding, sqliteProblem } from "../store/sqlite.js";
import { writeDigests } from "./digests.js";
import { FORMAT } from "./earlier.js";

const fs = process.getBuiltinModule("node:fs");

/** What a snapshot says about itself, apart from its scopes. */
export interface SnapshotFacts {
  /** Address of the service, without /v1. */
  origin: string;
  /** ISO 8601. */
  started: string;
  /** Version of the tool that creates it. */
  version: string;
  /** What was requested (the walk's `asked`) as JSON: a different request cannot resume this file. */
  asked: string;
}

export interface PartialFile {
  db: Database;
  /** The final name. */
  file: string;
  path: string;
  /** Whether an earlier run of the same command began it. */
  resumed: boolean;
}

/** @throws Failure usage: an unfinished snapshot for another request is there; config, io: it cannot be opened */
export function openPartial(file: string, facts: SnapshotFacts): PartialFile {
  const path = `${file}.partial`;
  const db = open(path);
  try {
    return { db, file, path, resumed: prepare(db, path, facts) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function open(path: string): Database {
  try {
    fs.closeSync(fs.openSync(path, "wx", 0o600));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw cannot("write", path, error);
  }
  let db: Database | undefined;
  try {
    db = openBinding(path);
    db.exec("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8000; PRAGMA wal_autocheckpoint = 4000");
    db.get("PRAGMA journal_mode = WAL");
    return db;
  } catch (error) {
    db?.close();
    throw cannot("write", path, error);
  }
}

function cannot(what: string, path: string, error: unknown): unknown {
  const problem = sqliteProblem(error);
  if (problem === "busy") {
    return new Failure("io", `another process is writing ${path}`, { hint: "wait for it", cause: error });
  }
  if (problem === "corrupt") {
    return new Failure("config", `${path} is damaged or not a snapshot`, {
      hint: "remove it and run the command again",
    });
  }
  const code = errorCode(error);
  if (problem === undefined && code === undefined) return error;
  const why = code === "ENOENT" ? "no such folder" : error instanceof Error ? error.message : String(error);
  return new Failure("io", `cannot ${what} ${path}: ${why}`, { cause: error });
}

/** True if the existing file is the start of the same request. */
function prepare(db: Database, path: string, { origin, asked, started, version }: SnapshotFacts): boolean {
  const found = versionOf(db);
  if (found === 0) {
    within(db, () => {
      for (const migrate of MIGRATIONS) migrate(db);
      db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
      for (const [name, value] of Object.entries({ asked, started, version, origin, format: FORMAT })) {
        setSetting(db, `snapshot.${name}`, value);
      }
    });
    return false;
  }
  const isSame =
    found === MIGRATIONS.length &&
    setting(db, "snapshot.asked") === asked &&
    setting(db, "snapshot.origin") === origin &&
    setting(db, "snapshot.format") === FORMAT;
  if (isSame) return true;
  throw new Failure("usage", `${path} was begun with other options or for another organization`, {
    hint: "remove it or name another file",
  });
}

/** Runs `work` in one transaction. */
export function within<T>(db: Database, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(db);
    if (sqliteProblem(error) !== "full") throw error;
    throw new Failure("io", "the disk is full: the snapshot cannot be written", {
      hint: "make room and run it again: it goes on where it was",
      cause: error,
    });
  }
}

/** On a full disk SQLite has done so itself. */
function rollBack(db: Database): void {
  try {
    db.exec("ROLLBACK");
  } catch (error) {
    if (sqliteProblem(error) === undefined) throw error;
  }
}

/** Completes the file, so that SQLite needs no other files beside it, and moves it to its final name. */
export function finishPartial(
  { db, file, path }: PartialFile,
  { ended, settings }: { ended: string; settings: StateSettings },
): void {
  within(db, () => {
    writeSettings(db, settings);
    setSetting(db, "snapshot.ended", ended);
    writeDigests(db);
  });
  db.all("PRAGMA wal_checkpoint(TRUNCATE)");
  db.get("PRAGMA journal_mode = DELETE");
  quickCheck(db, path);
  db.close();
  const descriptor = fs.openSync(path, "r+");
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.chmodSync(path, 0o600);
  fs.renameSync(path, file);
}

/** For a walk that read nothing: there is nothing to resume. */
export function removePartial({ path }: Pick<PartialFile, "path">): void {
  for (const end of ["", "-wal", "-shm"]) fs.rmSync(path + end, { force: true });
}
