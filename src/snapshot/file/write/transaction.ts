import { errorCode, Failure } from "../../../errors.js";
import { type Database, mapErrors, sqliteProblem } from "../../../system/sqlite.js";

const fs = process.getBuiltinModule("node:fs");

const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EFBIG", "EDQUOT"]);

export const fullDisk = (cause: unknown): Failure =>
  new Failure("io", "the disk is full: the snapshot cannot be written", {
    hint: "free some space and run it again: it resumes",
    cause,
  });

/** The same database, with a failure for a full disk. */
export const withFullDisk = (db: Database, path: string): Database =>
  mapErrors(db, (error) => (sqliteProblem(error) === "io" && isFull(path) ? fullDisk(error) : error));

/** SQLite knows ENOSPC only: whether a file beside the database could grow by some pages tells the rest. */
function isFull(path: string): boolean {
  const probe = `${path}-probe`;
  const sizes = [path, `${path}-wal`].map((name) => fs.statSync(name, { throwIfNoEntry: false })?.size ?? 0);
  const page = Buffer.alloc(8192);
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(probe, "wx", 0o600);
    return fs.writeSync(descriptor, page, 0, page.length, Math.max(...sizes)) < page.length;
  } catch (error) {
    return FULL.has(errorCode(error));
  } finally {
    if (descriptor !== undefined) {
      fs.closeSync(descriptor);
      fs.rmSync(probe, { force: true });
    }
  }
}

/** Runs `work` in one transaction. */
export function inTransaction<T>(db: Database, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(db);
    if (sqliteProblem(error) !== "full") throw error;
    throw fullDisk(error);
  }
}

/** On a full disk SQLite has done so itself. */
function rollBack(db: Database): void {
  try {
    db.exec("ROLLBACK");
  } catch (error) {
    if (sqliteProblem(error instanceof Failure ? error.cause : error) === undefined) throw error;
  }
}
