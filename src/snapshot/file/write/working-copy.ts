/** Private copies of a snapshot that can be written: its rows in tables of our own, whatever its schema would run. */
import { errorCode, Failure } from "../../../errors.js";
import { quickCheck, WITH_HISTORY } from "../../../sandbox/store/database.js";
import { refuseOtherSchema } from "../../../sandbox/store/read-only.js";
import { type Database, mapErrors, openBinding, sqliteProblem } from "../../../system/sqlite.js";
import { attachFile } from "../generations/attached-file.js";

const fs = process.getBuiltinModule("node:fs");

const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EFBIG", "EDQUOT"]);

const fullDisk = (cause: unknown): Failure =>
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

/** The name of a copy that takes the place of a file once it is whole; what a killed run left of one is overwritten. */
export const nextOf = (file: string): string => `${file}.partial-next`;

/** Files that SQLite keeps beside a database, and would obey: a journal restores pages, and may name a file to delete. */
const BESIDE = ["-journal", "-wal", "-shm"];

/** Opens a copy of a snapshot. @throws Failure io; config, partial: the file is no longer the snapshot that was checked */
export function openCopy(file: string, copy: string): Database {
  let db: Database | undefined;
  try {
    for (const end of ["", ...BESIDE]) fs.rmSync(copy + end, { force: true });
    fs.closeSync(fs.openSync(copy, "wx", 0o600));
    db = withFullDisk(openBinding(copy, { strict: true }), copy);
    // An incomplete copy is thrown away, and `seal` writes to the disk.
    db.exec("PRAGMA synchronous = OFF");
    copyRows(db, file);
    return db;
  } catch (error) {
    db?.close();
    fs.rmSync(copy, { force: true });
    if (sqliteProblem(error) === "full") throw fullDisk(error);
    if (error instanceof Failure || errorCode(error) === undefined || !(error instanceof Error)) throw error;
    throw new Failure("io", `cannot copy ${file} to ${copy}: ${error.message}`, { cause: error });
  }
}

const TABLES = ["objects", "counts", "counters", "blobs", "settings", "sources"];
const HISTORY = ["generations", "past_content"];

/** Fills an empty file with the rows of a snapshot. @throws Failure config, partial if it is none; an error of SQLite */
export function copyRows(db: Database, file: string): void {
  attachFile(db, file);
  const { number, tables, triggers } = refuseOtherSchema(db, file, "other");
  db.exec("BEGIN");
  for (const sql of tables) db.exec(sql);
  // Without triggers, SQLite copies the pages of equal tables with their indexes.
  for (const name of number > WITH_HISTORY ? [...TABLES, ...HISTORY] : TABLES)
    db.exec(`INSERT INTO main.${name} SELECT * FROM other.${name}`);
  for (const sql of triggers) db.exec(sql);
  const id = Number(db.get("PRAGMA other.application_id")?.application_id);
  db.exec(`PRAGMA main.user_version = ${number}; PRAGMA main.application_id = ${id}; COMMIT; DETACH other`);
}

/** Closes a file that is whole without any others beside it, checked and on the disk: it can be moved to its name. */
export function seal(db: Database, path: string): void {
  db.all("PRAGMA wal_checkpoint(TRUNCATE)");
  db.get("PRAGMA journal_mode = DELETE");
  quickCheck(db, path);
  db.close();
  const descriptor = fs.openSync(path, "r+");
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.chmodSync(path, 0o600);
}
