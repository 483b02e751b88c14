/** Folders of one person alone: configuration, state, cache. Nothing of ours is put into somebody else's. */
import { mkdirSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, Failure } from "./errors.js";

/** Bits that let others put something in. */
const OTHERS_WRITE = 0o022;

/** Who runs the program; undefined on a platform without owners. */
const runner = (): number | undefined => process.geteuid?.();

/** Always true on a platform without owners. */
export const isOwn = ({ uid }: Pick<Stats, "uid">): boolean => (runner() ?? uid) === uid;

/** A folder of the person's own that nobody else can write to. */
export const isPrivate = (stats: Stats): boolean =>
  stats.isDirectory() && isOwn(stats) && (runner() === undefined || (stats.mode & OTHERS_WRITE) === 0);

/** @throws Failure of kind config for what is another user's */
export function refuseForeign(path: string, stats: Pick<Stats, "uid">): void {
  if (isOwn(stats)) return;
  throw new Failure("config", `${path} belongs to another user (user id ${stats.uid}, you are ${runner()})`, {
    hint: "run docs as that user, or set HOME to a folder of your own",
  });
}

/**
 * Makes a folder and those above it, for their owner alone. One by one: Node's own way never ends where the system answers
 * "no such folder" to making one, as /proc and dead mounts do.
 * @throws Failure of kind config where they would lie in a folder of another user (the administrator's may be used);
 *   the file system's own error
 */
export function makePrivateFolder(path: string): void {
  const missing: string[] = [];
  let above = path;
  let stats = look(above);
  while (stats === undefined && dirname(above) !== above) {
    missing.unshift(above);
    above = dirname(above);
    stats = look(above);
  }
  if (missing.length > 0 && stats !== undefined && stats.uid !== 0) refuseForeign(above, stats);
  for (const folder of missing) make(folder);
}

const look = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (errorCode(error) !== "EEXIST" || look(folder)?.isDirectory() !== true) throw error;
  }
}
