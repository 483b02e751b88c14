import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { errorCode, Failure } from "../errors.js";

/** A lock this old was abandoned: a write takes milliseconds, or at worst 5 s while Windows keeps the file busy. */
const STALE_MS = 10_000;
/** A lock without a mark: its process was killed between creating and marking it, which takes microseconds. */
const STALE_UNMARKED_MS = 1_000;
const GIVE_UP_MS = 30_000;
const POLL_MS = 20;
const POLL_SPREAD_MS = 30;
/** Error codes on Windows for a lock file that is being deleted. */
const WINDOWS_BUSY = new Set(["EPERM", "EACCES", "EBUSY"]);
const ABSENT = new Set(["ENOENT", ...WINDOWS_BUSY]);

/** The process that takes the lock, and its clocks. */
export interface LockOwner {
  platform: string;
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

export interface Lock {
  /** False if another process took the lock because this one was too slow: then nothing may be written. */
  isHeld(): boolean;
  release(): void;
}

/**
 * Waits for the lock file next to the configuration. It is created with O_EXCL and names the process, the machine and a
 * random mark.
 * @throws Failure "config" after 30 s, and the error of the file system if the file cannot be created.
 */
export async function acquireLock(path: string, place: LockOwner): Promise<Lock> {
  const mark = `${place.pid} ${place.host} ${place.randomId()}`;
  const start = place.now();
  while (!create(path, mark, place)) {
    if (isStale(path, place)) breakLock(path, place);
    if (place.now() - start > GIVE_UP_MS) throw stillLocked(path);
    await place.sleep(POLL_MS + (Number.parseInt(place.randomId().slice(0, 8), 16) % POLL_SPREAD_MS));
  }
  const isHeld = () => content(path) === mark;
  return {
    isHeld,
    release: () => {
      if (isHeld()) remove(path);
    },
  };
}

function create(path: string, mark: string, place: LockOwner): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, "wx", 0o600);
  } catch (error) {
    const code = errorCode(error);
    if (code === "EEXIST" || (place.platform === "win32" && WINDOWS_BUSY.has(code ?? ""))) return false;
    throw error;
  }
  try {
    writeFileSync(descriptor, mark);
    return true;
  } catch (error) {
    remove(path);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Old, or held by a process of this machine that no longer exists. A lock from the future (clock set back) is old too. */
function isStale(path: string, place: LockOwner): boolean {
  const age = ageOf(path, place);
  if (age === undefined) return false;
  if (age >= STALE_MS) return true;
  const [pid, host, mark] = (content(path) ?? "").split(" ");
  if (mark === undefined) return age >= STALE_UNMARKED_MS;
  return host === place.host && !place.isAlive(Number(pid));
}

/**
 * Removes a stale lock. If several processes saw it, only one may remove it, and only after checking again: otherwise
 * the slower one would remove the lock that the faster one has taken since.
 */
function breakLock(path: string, place: LockOwner): void {
  const breaker = `${path}.break`;
  if (!create(breaker, String(place.pid), place)) {
    if ((ageOf(breaker, place) ?? 0) >= STALE_MS) remove(breaker);
    return;
  }
  try {
    if (isStale(path, place)) remove(path);
  } finally {
    remove(breaker);
  }
}

function ageOf(path: string, place: LockOwner): number | undefined {
  try {
    return Math.abs(place.date() - statSync(path).mtimeMs);
  } catch (error) {
    if (ABSENT.has(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

function content(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (ABSENT.has(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // Gone already, or busy: then it will become stale.
    if (!ABSENT.has(errorCode(error) ?? "")) throw error;
  }
}

function stillLocked(path: string): Failure {
  const pid = content(path)?.split(" ")[0];
  return new Failure("config", `another process${pid ? ` (${pid})` : ""} is writing the configuration`, {
    hint: `if no other docs command runs, remove ${path}`,
  });
}
