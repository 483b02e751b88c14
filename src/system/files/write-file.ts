/** Writes files whole or not at all. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, Failure, reasonOf, usage } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";

/**
 * Replaces a file atomically, with mode 0600 unless told otherwise. If that fails, the temporary file is removed. Not synced to disk, so a crash
 * of the machine may lose the new file.
 * @throws the file system's own error
 */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  // A name that nobody has: a file beside it is somebody else's, and is never removed.
  const draft = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}`;
  const file = openSync(draft, "wx", mode);
  try {
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * A new private file, on disk when this returns.
 * @throws the file system's own error, `EEXIST` where it is there
 */
export function writeNew(path: string, text: string): void {
  const file = openSync(path, "ax", 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

// Files that the user named to be written: whole or not at all, and never in place of something else.

/** As other files of the user are: not private. */
const MODE = 0o666;

/**
 * Checks before anything is read that a file can be written; the answer writes it, atomically.
 * @throws Failure usage where something else is there; the answer throws Failure io
 */
export function namedOutput(path: string, isOurs: (text: string) => boolean): (text: string) => void {
  try {
    const target = existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
    const stats = statSync(target, { throwIfNoEntry: false });
    if (stats?.isDirectory()) throw usage(`cannot write ${path}: it is a folder`, "name a file in it");
    if (stats?.isFile() && stats.size > 0 && !isOurs(readFileSync(target, "utf8"))) {
      throw usage(`${path} exists and was not written by docs`, "name another file, or remove it");
    }
    const isOther = stats !== undefined && !stats.isFile();
    accessSync(isOther ? target : dirname(target), constants.W_OK);
    return (text) => {
      try {
        // A pipe or a device is written to; a file is replaced.
        if (isOther) writeFileSync(target, text);
        else replaceFile(target, text, MODE);
      } catch (error) {
        throw cannotWrite(path, error);
      }
    };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw cannotWrite(path, error);
  }
}

export const cannotWrite = (path: string, error: unknown): Failure =>
  new Failure("io", `cannot write ${path}: ${reasonOf(error)}`, {
    ...(errorCode(error) === "ENOENT" && { hint: `make its folder first: ${shellWord(dirname(path))}` }),
    cause: error,
  });
