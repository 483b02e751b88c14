/** The copy of a file that takes its place once it is whole. */
import { errorCode, Failure } from "../../../errors.js";
import { quickCheck } from "../../../sandbox/store/database.js";
import { type Database, openBinding } from "../../../sandbox/store/sqlite.js";
import { withFullDisk } from "./transaction.js";

const fs = process.getBuiltinModule("node:fs");

/** The name of a copy that takes the place of a file once it is whole; what a killed run left of one is overwritten. */
export const nextOf = (file: string): string => `${file}.partial-next`;

/** Opens a private copy of a file for writing. @throws Failure io */
export function openCopy(file: string, copy: string): Database {
  try {
    fs.rmSync(copy, { force: true });
    fs.copyFileSync(file, copy, fs.constants.COPYFILE_FICLONE | fs.constants.COPYFILE_EXCL);
    fs.chmodSync(copy, 0o600);
  } catch (error) {
    fs.rmSync(copy, { force: true });
    if (errorCode(error) === undefined || !(error instanceof Error)) throw error;
    throw new Failure("io", `cannot copy ${file} to ${copy}: ${error.message}`, { cause: error });
  }
  return withFullDisk(openBinding(copy, { strict: true }), copy);
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
