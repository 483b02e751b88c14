/** The state file: kept private, migrated to the current schema, with one transaction per request. */
import type { Stats } from "node:fs";
import { errorCode, Failure } from "../../errors.js";
import { isPrivate, makePrivateFolder, refuseForeign } from "../../system/folders.js";
import { type BindingOptions, type Database, openBinding, sqliteProblem } from "../../system/sqlite.js";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");

const BUSY_MS = 5000;
const CACHE_KIB = 8000;

/** `migrations[n]` brings a file from version n to n + 1. The version of a file is its `user_version`. */
export type Migration = (db: Database) => void | Promise<void>;

interface DatabaseOptions extends BindingOptions {
  file: string;
  /** The first one creates the tables. */
  migrations: readonly Migration[];
  /** Fills a new file, in the same transaction. */
  fill?: Migration | undefined;
  /** Check the whole file for damage first. */
  check?: boolean | undefined;
}

/**
 * Opens the state file; a new one is created with mode 0600 in a folder of mode 0700.
 * @throws Failure of kind config: damaged, written by a newer version, or inaccessible. The file stays unchanged.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { file } = options;
  let db: Database | undefined;
  try {
    refuseForeignState(file);
    makePrivate(file);
    db = openBinding(file, options);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON`);
    // Keeps most of what a large import touches in memory, which is only allocated as needed.
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    const version = versionOf(db);
    if (version > options.migrations.length) throw newerFile(file);
    if (options.check) quickCheck(db, file);
    if (version < options.migrations.length) await migrate(db, options, version);
    return db;
  } catch (error) {
    closeQuietly(db);
    throw explain(error, file);
  }
}

/** Runs `work` in one transaction. A write first waits for other writers; a read sees one consistent state. */
export async function transaction<T>(db: Database, mode: "read" | "write", work: () => Promise<T> | T): Promise<T> {
  if (mode === "write") await beginWrite(db);
  else db.exec("BEGIN");
  try {
    const result = await work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    rollback(db);
    throw error;
  }
}

/**
 * Waits for writers in other processes without blocking this one. SQLite's own waits grow to 100 ms per attempt: beside a
 * process that writes without pause, it might never find the lock free.
 */
async function beginWrite(db: Database): Promise<void> {
  const giveUp = performance.now() + BUSY_MS;
  for (;;) {
    db.exec("PRAGMA busy_timeout = 0");
    try {
      db.exec("BEGIN IMMEDIATE");
      return;
    } catch (error) {
      if (sqliteProblem(error) !== "busy" || performance.now() > giveUp) throw error;
    } finally {
      db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    }
    // Uses real time and randomness: the lock belongs to another process.
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 8));
  }
}

/**
 * Closes a file. libsql keeps its connection until its statements are garbage-collected, so we copy what was written from
 * the WAL into the file here, without waiting for readers.
 */
export function closeDatabase(db: Database, wrote: boolean): void {
  try {
    if (wrote) db.all("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    // Nothing is lost: the WAL holds everything, and the next process continues with it.
    if (sqliteProblem(error) === undefined) throw error;
  }
  db.close();
}

function rollback(db: Database): void {
  try {
    db.exec("ROLLBACK");
  } catch (error) {
    // After a full disk or an I/O error SQLite has already rolled back.
    if (sqliteProblem(error) === undefined) throw error;
  }
}

function closeQuietly(db: Database | undefined): void {
  try {
    db?.close();
  } catch (error) {
    if (sqliteProblem(error) === undefined) throw error;
  }
}

/** Added to the version of a snapshot that has earlier generations: a program that does not know them refuses it as newer. */
export const WITH_HISTORY = 1000;

export function versionOf(db: Database): number {
  const version = Number(db.get("PRAGMA user_version")?.user_version ?? 0);
  return version > WITH_HISTORY && version < 2 * WITH_HISTORY ? version - WITH_HISTORY : version;
}

async function migrate(db: Database, { file, migrations, fill }: DatabaseOptions, version: number): Promise<void> {
  if (version === 0) useWal(db);
  else backup(db, `${file}.v${version}`);
  await transaction(db, "write", async () => {
    // Another process may have migrated while this one waited.
    const found = versionOf(db);
    for (const step of migrations.slice(found)) await step(db);
    if (found === 0) await fill?.(db);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** The busy timeout does not cover the switch to WAL, and two processes may create the file at the same time. */
function useWal(db: Database): void {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += 20) {
    try {
      db.get("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (sqliteProblem(error) !== "busy" || waited > BUSY_MS) throw error;
      Atomics.wait(cell, 0, 0, 20);
    }
  }
}

/** The copy is created private before SQLite fills it; replaces an earlier copy of the same version. */
function backup(db: Database, copy: string): void {
  fs.rmSync(copy, { force: true });
  fs.closeSync(fs.openSync(copy, "wx", 0o600));
  db.run("VACUUM INTO ?", copy);
}

/**
 * Same rule as for the configuration: the file, the target of a link, and the folder must not belong to somebody else.
 * @throws Failure of kind config
 */
export function refuseForeignState(file: string): void {
  const found = statIfAny(file);
  const real = found && fs.realpathSync(file);
  if (found && real !== undefined) refuseForeign(real, found);
  for (const folder of new Set([path.dirname(file), path.dirname(real ?? file)])) {
    const stats = statIfAny(folder);
    if (!stats) continue;
    refuseForeign(folder, stats);
    if (stats.isDirectory() && !isPrivate(stats)) {
      throw new Failure("config", `others can write to the folder of the sandbox's state ${folder}`, {
        hint: `check it, then run: chmod go-w ${folder}`,
      });
    }
  }
}

/** Undefined if nothing is there; a file in place of a folder is reported when the state is created. */
function statIfAny(path: string): Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

function makePrivate(file: string): void {
  try {
    fs.closeSync(fs.openSync(file, "wx", 0o600));
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST") tighten(file);
    else if (code === "ENOENT") {
      makePrivateFolder(path.dirname(file));
      makePrivate(file);
    } else throw error;
  }
}

function tighten(file: string): void {
  if (process.platform !== "win32" && (fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600);
}

/** @throws Failure of kind config if the file is damaged anywhere */
export function quickCheck(db: Database, file: string): void {
  const rows = db.all("PRAGMA quick_check(1)");
  if (rows.length !== 1 || rows[0]?.quick_check !== "ok") throw damagedFile(file);
}

function newerFile(file: string): Failure {
  return new Failure("config", `the sandbox's state was written by a newer version of docs: ${file}`, {
    hint: "update docs, or run docs sandbox reset",
  });
}

/** Kind config: the file stays unchanged. */
export function damagedFile(file: string, cause?: unknown): Failure {
  return new Failure("config", `the sandbox's state is damaged: ${file}`, {
    hint: "run docs sandbox reset; the damaged file is kept beside the new one",
    cause,
  });
}

/** Explains an error of opening the file. */
function explain(error: unknown, file: string): unknown {
  if (error instanceof Failure) return error;
  const problem = sqliteProblem(error);
  if (problem === "corrupt") return damagedFile(file, error);
  if (problem === "busy") {
    return new Failure("io", `the sandbox's state is in use by another process: ${file}`, {
      hint: "try again in a moment",
      cause: error,
    });
  }
  if (problem === undefined && errorCode(error) === undefined) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new Failure("io", `the sandbox's state cannot be opened: ${file}: ${why}`, {
    hint: "check the folder's permissions and the free space",
    cause: error,
  });
}

/** Returns the path of the copy, `<file>.old`; undefined if there was no state yet. An older copy is replaced. */
export function keepState(file: string): string | undefined {
  const fs = process.getBuiltinModule("node:fs");
  refuseForeignState(file);
  if (!fs.existsSync(file)) return undefined;
  const copy = `${file}.old`;
  // Of a damaged state an earlier version is put aside whole, with its log.
  for (const end of ["-wal", "-shm"]) fs.rmSync(copy + end, { force: true });
  const db = openBinding(file);
  try {
    backup(db, copy);
  } finally {
    closeDatabase(db, false);
  }
  return copy;
}
