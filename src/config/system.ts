import { Failure } from "../errors.js";
import { own } from "./schema.js";

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
  /** Milliseconds since the epoch. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** A short random file name part, unlike any other: hexadecimal digits. */
  randomId: () => string;
  /** Whether a process of this machine exists. */
  isAlive: (pid: number) => boolean;
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "a file is in the place of a folder",
  EISDIR: "a folder is in the place of the file",
  ELOOP: "the symbolic link leads in a circle",
  ENAMETOOLONG: "the path is too long",
  ENOENT: "no such file or folder",
  EIO: "input or output error",
  EBUSY: "the file is in use",
};

/** An error of the file system in plain words: exit code 1. Everything else (failures, bugs) passes unchanged. */
export function ioFailure(action: string, path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (error instanceof Failure || code === undefined) return error;
  const reason = own(REASONS, code) ?? code;
  return new Failure("io", `cannot ${action} ${path}: ${reason}`, { cause: error });
}
