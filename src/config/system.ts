import { errorCode, Failure, kindOfReadError, reasonOf } from "../errors.js";
import { systemClock } from "../system/clock.js";
import { configDir } from "../system/folders.js";
import type { LockOwner } from "../system/lock-file.js";

/** The place of the configuration and its user. Built once from the process, by the caller. */
export interface ConfigPlace {
  /** Result of `configDir`; undefined: nothing is stored. */
  dir: string | undefined;
  platform: string;
  /** Effective user id; undefined on Windows, which has none: then owners and modes are not checked. */
  uid: number | undefined;
  /** Prints a warning; the command continues. */
  warn: (message: string) => void;
}

/** With it, the configuration can be written, too. */
export interface ConfigSystem extends ConfigPlace, LockOwner {}

/** The place of the configuration; building this touches no file. */
export function configSystem(warn: (message: string) => void): ConfigSystem {
  return {
    // A getter, as configDir may throw and help must work in any environment.
    get dir() {
      return configDir(process.env, process.platform);
    },
    platform: process.platform,
    uid: process.geteuid?.(),
    warn,
    pid: process.pid,
    // A getter, so that node:os is only loaded for a write.
    get host() {
      return process.getBuiltinModule("node:os").hostname();
    },
    now: systemClock.now,
    date: Date.now,
    sleep: systemClock.sleep,
    randomId: () => process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex"),
    isAlive,
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return errorCode(error) === "EPERM";
  }
}

const IN_PLACE = {
  EEXIST: "it is a file, not a folder",
  EISDIR: "it is a folder, not a file",
};

/**
 * Turns an error of the file system into a Failure "io", or "usage" for a file to read that is not there. Everything else
 * (failures, bugs) is returned unchanged.
 */
export function ioFailure(action: string, path: string, error: unknown): unknown {
  if (error instanceof Failure || errorCode(error) === undefined) return error;
  const kind = action === "read" ? kindOfReadError(error) : "io";
  return new Failure(kind, `cannot ${action} ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
}
