import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { errorCode, Failure } from "../errors.js";
import type { Lock } from "./lock.js";
import { parseConfig, previousPath } from "./read.js";

/** Puts a new file with this text in the place of the old one, as 0600. A full disk may take only a part of it. */
export type Write = (text: string) => void;

/** conf for the file, as a writer only: what is read, and how it is written down, is ours. */
export async function openWrite(target: string): Promise<Write> {
  const { default: Conf } = await import("conf");
  let text = "";
  const conf = new Conf({
    cwd: dirname(target),
    configName: basename(target),
    fileExtension: "",
    configFileMode: 0o600,
    deserialize: () => ({}),
    serialize: () => text,
  });
  return (next) => {
    text = next;
    outsideSnap(() => {
      conf.store = {};
    });
  };
}

/** Where SNAP is set, conf writes into the old file itself: of that the state that is kept is only another name. */
function outsideSnap(work: () => void): void {
  const { SNAP } = process.env;
  delete process.env.SNAP;
  try {
    work();
  } finally {
    if (SNAP !== undefined) process.env.SNAP = SNAP;
  }
}

export interface Guard {
  lock: Pick<Lock, "isHeld">;
  write: Write;
  /** Does it again while Windows holds the file; renames too. */
  retry: (action: () => void) => Promise<void>;
}

/**
 * Writes the text and looks whether all of it has arrived, as conf does not. Until then the state before is kept beside the
 * file. It is put back if anything went wrong, by `recover` if this process dies. Answers false, and leaves everything as
 * it is, when the lock was lost meanwhile.
 * @throws Failure "io" when only a part was written, and the errors of the file system
 */
export async function writeGuarded(target: string, text: string, { lock, write, retry }: Guard): Promise<boolean> {
  const previous = previousPath(target);
  const exists = existsSync(target);
  keep(target, previous, exists);
  try {
    await retry(() => write(text));
    if (!lock.isHeld()) return false;
    if (readFileSync(target, "utf8") !== text) throw cut(target);
  } catch (error) {
    if (!lock.isHeld()) return false;
    if (exists) await retry(() => renameSync(previous, target));
    else removeIfAny(target);
    // Of two names of one file, rename takes neither away.
    removeIfAny(previous);
    throw error;
  }
  removeIfAny(previous);
  return true;
}

function cut(target: string): Failure {
  return new Failure("io", `cannot write ${target}: only part of it reached the disk`);
}

/** After a writer that died: its file, if that is whole, else the state before. Call it under the lock. */
export function recover(target: string): void {
  const previous = previousPath(target);
  const found = lstatSync(previous, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && isWhole(previous) && !isWhole(target)) renameSync(previous, target);
  removeIfAny(previous);
}

/** By a hard link, which needs no room. Of a file that is not there yet, the state before is an empty one. */
function keep(target: string, previous: string, exists: boolean): void {
  try {
    if (exists) linkOrCopy(target, previous);
    else writeFileSync(previous, "{}\n", { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    removeIfAny(previous);
    throw error;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Some file systems have no hard links. Whatever else is wrong, the copy fails of it too.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

function isWhole(path: string): boolean {
  try {
    parseConfig(path, readFileSync(path));
    return true;
  } catch (error) {
    if (error instanceof Failure || errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** A file that is not there is as good as removed. */
export function removeIfAny(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
