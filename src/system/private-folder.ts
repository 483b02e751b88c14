/** Private folders for configuration, state and cache. Nothing is ever created in another user's folder. */
import { mkdirSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode, Failure } from "../errors.js";

/** Mode bits that let others write. */
const OTHERS_WRITE = 0o022;

/** Effective user id of this process; undefined on a platform without owners. */
const runner = (): number | undefined => process.geteuid?.();

/** True if it belongs to the user; always true on a platform without owners. */
export const isOwn = ({ uid }: Stats): boolean => (runner() ?? uid) === uid;

/** True if it is the user's own folder and nobody else can write to it. */
export const isPrivate = (stats: Stats): boolean =>
  stats.isDirectory() && isOwn(stats) && (runner() === undefined || (stats.mode & OTHERS_WRITE) === 0);

/** @throws Failure of kind config if it belongs to another user */
export function refuseForeign(path: string, stats: Stats): void {
  if (isOwn(stats)) return;
  throw new Failure("config", `${path} belongs to another user (user id ${stats.uid}, you are ${runner()})`, {
    hint: "run docs as that user, or set HOME to a folder of your own",
  });
}

/**
 * Creates a folder and its missing parents, for the owner only. One by one, as Node's recursive mkdir loops forever if
 * creating a folder fails with "no such folder", as in /proc and on dead mounts.
 * @throws Failure of kind config if they would lie in another user's folder (except root's); the file system's own error
 */
export function makePrivateFolder(path: string): void {
  const missing: string[] = [];
  let above = path;
  let stats = statIfAny(above);
  while (stats === undefined && dirname(above) !== above) {
    missing.unshift(above);
    above = dirname(above);
    stats = statIfAny(above);
  }
  if (missing.length > 0 && stats !== undefined && stats.uid !== 0) refuseForeign(above, stats);
  for (const folder of missing) make(folder);
}

/** Undefined if nothing is there. */
export const statIfAny = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (errorCode(error) !== "EEXIST" || statIfAny(folder)?.isDirectory() !== true) throw error;
  }
}
