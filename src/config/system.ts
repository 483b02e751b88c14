import { errorCode, Failure, reasonOf } from "../errors.js";

/** Where the configuration lives and who asks for it. Built once, from the process, by the caller. */
export interface ConfigPlace {
  /** Answer of `configDir`; undefined: nothing is stored. */
  dir: string | undefined;
  platform: string;
  /** Effective user id; undefined where the platform has none (Windows): then owners and modes are not looked at. */
  uid: number | undefined;
  /** Tells the person something about the file that does not stop the command. */
  warn: (message: string) => void;
}

/** What writing needs besides. */
export interface WritePlace extends ConfigPlace {
  pid: number;
  /** Name of this machine; tells locks of other machines on a shared home. */
  host: string;
  /** Milliseconds; never goes back and never jumps: for waits. */
  now: () => number;
  /** Milliseconds since the epoch by the machine's clock, as files have them. */
  date: () => number;
  sleep: (ms: number) => Promise<void>;
  /** A short random file name part, unlike any other: hexadecimal digits. */
  randomId: () => string;
  /** Whether a process of this machine exists. */
  isAlive: (pid: number) => boolean;
}

const IN_PLACE = { EEXIST: "a file is in the place of a folder", EISDIR: "a folder is in the place of the file" };

/** An error of the file system in plain words: exit code 1. Everything else (failures, bugs) passes unchanged. */
export function ioFailure(action: string, path: string, error: unknown): unknown {
  if (error instanceof Failure || errorCode(error) === undefined) return error;
  return new Failure("io", `cannot ${action} ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
}
