/** The state file: made private first, brought to the current schema, one transaction a request. */
import type { Stats } from "node:fs";
import { errorCode, Failure } from "../../errors.js";
import { isPrivate, makePrivateFolder, refuseForeign } from "../../private-folder.js";
import { type BindingName, type Database, openBinding, sqliteProblem } from "./sqlite.js";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");

const BUSY_MS = 5000;
const CACHE_KIB = 8000;

/** `migrations[n]` brings a file from version n to n + 1. The version of a file is its `user_version`. */
export type Migration = (db: Database) => void | Promise<void>;

export interface DatabaseOptions {
  file: string;
  /** The first one creates the tables. */
  migrations: readonly Migration[];
  /** Puts what a new file holds into its tables, in the same transaction. */
  fill?: Migration | undefined;
  /** Read the whole file for damage first. */
  check?: boolean | undefined;
  binding?: BindingName | undefined;
}

/**
 * Open the state file; a new one is created with mode 0600 in a folder of mode 0700.
 * @throws Failure of kind config: damaged, written by a newer version, or not accessible. The file stays as it is.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { file } = options;
  let db: Database | undefined;
  try {
    refuseForeignState(file);
    makePrivate(file);
    db = openBinding(file, options.binding);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON`);
    // Of large imports most of what they touch stays in memory; taken as it is needed.
    db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    const version = versionOf(db);
    if (version > options.migrations.length) throw newer(file);
    if (options.check) quickCheck(db, file);
    if (version < options.migrations.length) await migrate(db, options, version);
    return db;
  } catch (error) {
    closeQuietly(db);
    throw explain(error, file);
  }
}

/** One transaction around `work`. A write waits for other writers first, a read sees one state throughout. */
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
 * Wait for the writers of other processes without blocking this one. SQLite's own wait grows to 100 ms a try: beside a
 * process that writes without a pause it may never find the lock free.
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
    // Real time and chance: the lock is held by another process.
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 8));
  }
}

/**
 * Close a file. libsql keeps its connection until its statements are collected, so what was written is brought from the
 * WAL into the file here; readers are not waited for.
 */
export function closeDatabase(db: Database, wrote: boolean): void {
  try {
    if (wrote) db.all("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    // The WAL holds everything as well; the next process takes it over.
    if (sqliteProblem(error) === undefined) throw error;
  }
  db.close();
}

function rollback(db: Database): void {
  try {
    db.exec("ROLLBACK");
  } catch (error) {
    // After a full disk or an I/O error SQLite has rolled back by itself.
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

export const versionOf = (db: Database) => Number(db.get("PRAGMA user_version")?.user_version ?? 0);

async function migrate(db: Database, { file, migrations, fill }: DatabaseOptions, version: number): Promise<void> {
  if (version === 0) useWal(db);
  else backup(db, `${file}.v${version}`);
  await transaction(db, "write", async () => {
    // Another process may have done it while this one waited.
    const found = versionOf(db);
    for (const step of migrations.slice(found)) await step(db);
    if (found === 0) await fill?.(db);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** The busy timeout does not cover this switch: two processes may create the file at the same time. */
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

/** The copy is created private before SQLite fills it; a copy of the same version is replaced. */
function backup(db: Database, copy: string): void {
  fs.rmSync(copy, { force: true });
  fs.closeSync(fs.openSync(copy, "wx", 0o600));
  db.run("VACUUM INTO ?", copy);
}

/**
 * As for the configuration: neither the file, behind a link too, nor a folder that it lies in is another's.
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

/** Undefined for what is not there; a file in the place of a folder is told when the state is made. */
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

/** @throws Failure of kind config for a file that is damaged anywhere */
export function quickCheck(db: Database, file: string): void {
  const rows = db.all("PRAGMA quick_check(1)");
  if (rows.length !== 1 || rows[0]?.quick_check !== "ok") throw damaged(file);
}

function newer(file: string): Failure {
  return new Failure("config", `the sandbox's state was written by a newer version of docs: ${file}`, {
    hint: "update docs, or run docs sandbox reset",
  });
}

/** Kind config: the file stays as it is. */
export function damaged(file: string, cause?: unknown): Failure {
  return new Failure("config", `the sandbox's state is damaged: ${file}`, {
    hint: "run docs sandbox reset; the damaged file is kept beside the new one",
    cause,
  });
}

/** What an error of opening means for a person. */
function explain(error: unknown, file: string): unknown {
  if (error instanceof Failure) return error;
  const problem = sqliteProblem(error);
  if (problem === "corrupt") return damaged(file, error);
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
