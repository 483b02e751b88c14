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
import { parseConfig, previousPath } from "./read.js";

/** Replaces the file with a new one of mode 0600 with this text. On a full disk the new file may be truncated. */
export type Write = (text: string) => void;

/** Uses conf only to replace the file: reading and serializing are ours. */
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

/** If SNAP is set, conf overwrites the old file in place, and with it the backup, which is a hard link to it. */
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
  lock: { isHeld: () => boolean };
  write: Write;
  /** Repeats the action while Windows keeps the file busy. */
  retry: (action: () => void) => Promise<void>;
}

/**
 * Writes the text and then checks that all of it was written, which conf does not. Until then the old file is kept next
 * to the new one, and is restored if anything went wrong; if this process dies, `recover` restores it. Returns false, and
 * leaves everything as it is, if the lock was lost in the meantime.
 * @throws Failure "io" if only a part was written, and the errors of the file system
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
    // If both names are links to the same file, rename removes neither.
    removeIfAny(previous);
    throw error;
  }
  removeIfAny(previous);
  return true;
}

function cut(target: string): Failure {
  return new Failure("io", `cannot write ${target}: only part of it reached the disk`);
}

/** Cleans up after a writer that died: keeps its file if complete, else restores the old one. Call it under the lock. */
export function recover(target: string): void {
  const previous = previousPath(target);
  const found = lstatSync(previous, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && isWhole(previous) && !isWhole(target)) renameSync(previous, target);
  removeIfAny(previous);
}

/** Keeps the old file by a hard link, which needs no disk space; if there is no old file, keeps an empty object. */
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
    // Some file systems have no hard links. On any other error the copy fails too.
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

/** Removes a file if it exists. */
export function removeIfAny(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
