import { Failure } from "../../../errors.js";
import { type Database, sqliteProblem } from "../../../sandbox/store/sqlite.js";
import { fullDisk } from "./full-disk.js";

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
