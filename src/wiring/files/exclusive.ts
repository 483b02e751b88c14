/**
 * One process at a time, held by the kernel: an exclusive lock of SQLite on an empty file. It goes with its process,
 * however that ends, cannot be taken from one that lives (stopped or slow), and works on every platform and wherever
 * files can be locked at all. A file that names its process could do none of these.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, unlinkSync } from "node:fs";
import { errorCode, Failure, reasonOf } from "../../errors.js";

type Sqlite = typeof import("../../sandbox/store/sqlite.js");

/** Only what was just let go by somebody else is tried again. */
const TRIES = 100;

/**
 * Take the lock `path`, which is made for it and removed with it.
 * @returns what lets it go; undefined when another process has it
 * @throws Failure io where nothing can be locked, config where SQLite is missing
 */
export function takeExclusive(path: string, sqlite: Sqlite): (() => void) | undefined {
  for (let tried = 0; tried < TRIES; tried++) {
    // Kept open until the end: no other file can get its number, and closing it would let go of SQLite's lock as well.
    const file = open(path);
    const held = lock(path, file, sqlite);
    if (held === "busy") {
      closeSync(file);
      return undefined;
    }
    if (held !== undefined && isStillAt(path, file)) return () => letGo(path, file, held);
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

type Held = ReturnType<Sqlite["openBinding"]>;

/** undefined: the file went away meanwhile. */
function lock(path: string, file: number, sqlite: Sqlite): Held | "busy" | undefined {
  let db: Held | undefined;
  try {
    db = sqlite.openBinding(path);
    db.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof Failure) {
      throw new Failure("config", "a journal needs SQLite for its lock, which this installation lacks", {
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

/** Removed while it is still held: whoever locked it before its removal would hold something that nobody else sees. */
function letGo(path: string, file: number, db: Held): void {
  // Windows keeps what is open, and keeps it too where somebody else has opened it since.
  if (process.platform !== "win32") remove(path);
  db.close();
  closeSync(file);
  if (process.platform === "win32") remove(path);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // An empty file that stays does no harm: the next run takes it.
    if (errorCode(error) === undefined) throw error;
  }
}

function isStillAt(path: string, file: number): boolean {
  const own = fstatSync(file);
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.ino === own.ino && found.dev === own.dev;
}

const cannotLock = (path: string, why: string, cause?: unknown): Failure =>
  new Failure("io", `cannot lock ${path}: ${why}`, { hint: "keep the journal in a folder of your own", cause });
