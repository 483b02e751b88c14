import { errorCode, Failure } from "../../../errors.js";
import { type Database, openBinding } from "../../../sandbox/store/sqlite.js";
import { withFullDisk } from "./full-disk.js";

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
