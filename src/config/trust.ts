import type { Stats } from "node:fs";
import { Failure } from "../errors.js";
import type { ConfigPlace } from "./system.js";

const GROUP_OR_WORLD_WRITE = 0o022;
const GROUP_OR_WORLD_READ = 0o044;
const ANY_OTHERS = 0o077;

/**
 * Refuses a folder in which others could replace our file (R53): a replaced file could send a token from the environment
 * to another service.
 */
export function refuseSharedFolder(path: string, stats: Stats, place: ConfigPlace): void {
  if (place.uid === undefined) return;
  if ((stats.mode & GROUP_OR_WORLD_WRITE) !== 0) {
    throw new Failure("config", `others can write to the configuration folder ${path}`, {
      hint: `check it, then run: chmod go-w ${path}`,
    });
  }
}

/**
 * Refuses another user's file or folder. Root's may be read, as with ssh, but is never written to.
 */
export function refuseForeignOwner(path: string, stats: Stats, place: ConfigPlace, access: "read" | "write"): void {
  if (place.uid === undefined || stats.uid === place.uid) return;
  if (access === "read" && stats.uid === 0) return;
  throw new Failure("config", `${path} belongs to another user (user id ${stats.uid}, you are ${place.uid})`, {
    hint: "change its owner, or set DOCS_CONFIG_DIR to a folder of your own",
  });
}

/** The next write tightens the mode; until then every read warns. */
export function warnOfWideMode(path: string, stats: Stats, place: ConfigPlace, holdsToken: boolean): void {
  if (place.uid === undefined) return;
  const wide = GROUP_OR_WORLD_WRITE | (holdsToken ? GROUP_OR_WORLD_READ : 0);
  if ((stats.mode & wide) !== 0) place.warn(`others have access to ${path}; run: chmod 600 ${path}`);
}

/** Checks whether anyone but the owner has access. Always false on a platform without modes. */
export function isWide(stats: Stats, place: ConfigPlace): boolean {
  return place.uid !== undefined && (stats.mode & ANY_OTHERS) !== 0;
}

/** The permission bits in octal: 0644. */
export function modeText(stats: Stats): string {
  return (stats.mode & 0o777).toString(8).padStart(4, "0");
}
