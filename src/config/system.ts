import { errorCode, Failure, reasonOf } from "../errors.js";

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

/** The functions that writing needs in addition. */
export interface ConfigSystem extends ConfigPlace {
  pid: number;
  /** Name of this machine, to recognize other machines' locks in a shared home directory. */
  host: string;
  /** Milliseconds; never goes backward and never jumps. For waits. */
  now: () => number;
  /** Milliseconds since the epoch by the system clock, for comparison with file times. */
  date: () => number;
  sleep: (ms: number) => Promise<void>;
  /** A unique random part for a file name: hexadecimal digits. */
  randomId: () => string;
  /** Checks whether a process of this machine exists. */
  isAlive: (pid: number) => boolean;
}

const IN_PLACE = {
  EEXIST: "it is a file, not a folder",
  EISDIR: "it is a folder, not a file",
};

/** Turns an error of the file system into a Failure "io". Everything else (failures, bugs) is returned unchanged. */
export function ioFailure(action: string, path: string, error: unknown): unknown {
  if (error instanceof Failure || errorCode(error) === undefined) return error;
  return new Failure("io", `cannot ${action} ${path}: ${reasonOf(error, IN_PLACE)}`, { cause: error });
}
