/**
 * A lock for one process at a time, held by the kernel: SQLite's exclusive lock on an empty file. The kernel releases it
 * however the process ends, nobody can take it from a live process (stopped or slow), and it works on every platform.
 * A lock file that names its process has none of these properties.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, unlinkSync } from "node:fs";
import { errorCode, Failure, reasonOf } from "../errors.js";

type Sqlite = typeof import("./sqlite.js");

/** A retry is only needed if another process has just released, and thereby removed, the file. */
const TRIES = 100;

/**
 * Takes the lock `path`; the file is created for it and removed on release.
 * @returns a function that releases the lock; undefined if another process holds it
 * @throws Failure io if the file cannot be locked, config if SQLite is missing
 */
export function lockExclusively(path: string, sqlite: Sqlite): (() => void) | undefined {
  for (let tried = 0; tried < TRIES; tried++) {
    // Kept open until release: no other file can reuse its inode, and closing it would also release SQLite's lock.
    const file = open(path);
    const held = lock(path, file, sqlite);
    if (held === "busy") {
      closeSync(file);
      return undefined;
    }
    if (held !== undefined && isStillAt(path, file)) {
      let isReleased = false;
      return () => {
        // A second time, it would remove the file of whoever has the lock by then.
        if (!isReleased) releaseFile(path, file, held);
        isReleased = true;
      };
    }
    held?.close();
    closeSync(file);
  }
  throw cannotLock(path, "it keeps being replaced");
}

function open(path: string): number {
  try {
    const file = openSync(path, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600);
    const stats = fstatSync(file);
    if (stats.isFile() && stats.size === 0) return file;
    closeSync(file);
  } catch (error) {
    throw cannotLock(path, reasonOf(error), error);
  }
  throw cannotLock(path, "another file is in its place");
}

type LockDatabase = ReturnType<Sqlite["openBinding"]>;

/** Undefined if the file was removed in the meantime. */
function lock(path: string, file: number, sqlite: Sqlite): LockDatabase | "busy" | undefined {
  let db: LockDatabase | undefined;
  try {
    db = sqlite.openBinding(path);
    db.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof Failure) {
      throw new Failure("config", "a journal needs SQLite for its lock, but this installation lacks it", {
        hint: error.hint,
        cause: error,
      });
    }
    const problem = sqlite.sqliteProblem(error);
    if (problem === "busy") return "busy";
    if (problem !== undefined && !isStillAt(path, file)) return undefined;
    throw cannotLock(path, error instanceof Error ? error.message : String(error), error);
  }
}

/** Removes the file while still holding the lock: later, it might remove a file that another process has just locked. */
function releaseFile(path: string, file: number, db: LockDatabase): void {
  // Windows cannot remove an open file; if another process has opened it since, it stays.
  if (process.platform !== "win32") remove(path);
  db.close();
  closeSync(file);
  if (process.platform === "win32") remove(path);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // A leftover empty file does no harm: the next run uses it.
    if (errorCode(error) === undefined) throw error;
  }
}

function isStillAt(path: string, file: number): boolean {
  const own = fstatSync(file);
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.ino === own.ino && found.dev === own.dev;
}

const cannotLock = (path: string, why: string, cause?: unknown): Failure =>
  new Failure("io", `cannot lock ${path}: ${why}`, { hint: "keep the file in a folder of your own", cause });
