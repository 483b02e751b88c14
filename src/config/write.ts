import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, Failure } from "../errors.js";
import { type Lock, takeLock } from "./lock.js";
import { configPath, isNewer, parseConfig } from "./read.js";
import { CONFIG_VERSION, type Config, EMPTY_CONFIG } from "./schema.js";
import { ioFailure, type WritePlace } from "./system.js";
import { isWide, modeText, refuseForeignOwner, refuseSharedFolder } from "./trust.js";

const MAX_LINKS = 40;
const RENAME_RETRY_MS = 5_000;
const RENAME_PAUSE_MS = 50;
const RENAME_BUSY = new Set(["EPERM", "EACCES", "EBUSY"]);
/** Tries after the lock was taken away by somebody who thought this process dead. */
const MAX_LOST_LOCKS = 3;

/**
 * Reads the file, changes it and replaces it as a whole, under a lock: writers that run at the same time follow each other,
 * and whoever is killed leaves the old file or the new one (R53). `change` may run again after a lost lock; it answers
 * its argument when there is nothing to write.
 * @throws Failure "config" for a broken, newer, foreign or shared file or folder; "io" when it cannot be written.
 */
export async function updateConfig(place: WritePlace, change: (config: Config) => Config): Promise<Config> {
  if (place.dir === undefined) {
    throw new Failure("config", "there is no folder for the configuration", {
      hint: "set HOME (APPDATA on Windows) or DOCS_CONFIG_DIR to an absolute path",
    });
  }
  const path = configPath(place.dir);
  try {
    prepareFolder(place.dir, place);
    const target = resolveTarget(path);
    const folder = dirname(target);
    if (folder !== realpathSync(place.dir)) checkFolder(folder, place);
    for (let lost = 0; lost <= MAX_LOST_LOCKS; lost += 1) {
      const lock = await takeLock(`${target}.lock`, place);
      try {
        const written = await replace(target, lock, place, change);
        if (written !== undefined) return written;
      } finally {
        lock.release();
      }
    }
  } catch (error) {
    throw ioFailure("write", path, error);
  }
  throw new Failure("config", "the configuration lock was taken away again and again", {
    hint: `is the disk of ${path} very slow? try again`,
  });
}

/** Undefined when the lock was lost before the file was put in place. */
async function replace(
  target: string,
  lock: Lock,
  place: WritePlace,
  change: (config: Config) => Config,
): Promise<Config | undefined> {
  removeLeftovers(target);
  const before = statIfAny(target);
  const current = before === undefined ? EMPTY_CONFIG : readForUpdate(target, before, place);
  const next = change(current);
  if (next === current) return current;
  const temporary = `${target}.${place.randomId()}.tmp`;
  try {
    writeDurably(temporary, serialize(next), place);
    if (!lock.isHeld()) return undefined;
    await renameWithRetry(temporary, target, place, renameSync);
  } finally {
    removeIfAny(temporary);
  }
  syncFolder(dirname(target), place);
  if (before !== undefined && isWide(before, place)) {
    place.warn(`${target} was open to others (mode ${modeText(before)}) and is now 0600; replace tokens that it held`);
  }
  return next;
}

function readForUpdate(target: string, stats: Stats, place: WritePlace): Config {
  if (!stats.isFile()) throw new Failure("config", `${target} is not a file`);
  refuseForeignOwner(target, stats, place, "write");
  const config = parseConfig(target, readFileSync(target));
  if (isNewer(config)) {
    throw new Failure("config", `${target} was written by a newer version of docs (format ${config.version})`, {
      hint: `this version only reads it (it writes format ${CONFIG_VERSION}); update docs`,
    });
  }
  return config;
}

/** Makes the folder as 0700, tightens one that others can look into, refuses one that others can write to. */
function prepareFolder(dir: string, place: WritePlace): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const stats = checkFolder(dir, place);
  if (!isWide(stats, place)) return;
  // Only takes rights away: a folder that its owner made read-only stays so.
  chmodSync(dir, stats.mode & 0o700);
  place.warn(`the folder ${dir} was open to others (mode ${modeText(stats)}) and is now closed to them`);
}

function checkFolder(dir: string, place: WritePlace): Stats {
  const stats = statSync(dir);
  refuseSharedFolder(dir, stats, place);
  refuseForeignOwner(dir, stats, place, "write");
  return stats;
}

/** The file that a chain of symbolic links ends at, there or not: it is replaced, the links stay. */
function resolveTarget(path: string, links = 0): string {
  if (links > MAX_LINKS) throw new Failure("config", `${path}: the symbolic link leads in a circle`);
  const folder = realpathSync(dirname(path));
  const here = join(folder, basename(path));
  const stats = lstatSync(here, { throwIfNoEntry: false });
  return stats?.isSymbolicLink() ? resolveTarget(resolve(folder, readlinkSync(here)), links + 1) : here;
}

function serialize(config: Config): string {
  try {
    return `${JSON.stringify(config, null, 2)}\n`;
  } catch (error) {
    // The only way here is a member nested deeper than the call stack, which JSON.parse takes.
    throw new Failure("config", "the configuration is nested too deeply to be written", { cause: error });
  }
}

function writeDurably(path: string, text: string, place: WritePlace): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    if (place.uid !== undefined) fchmodSync(descriptor, 0o600);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Windows refuses to replace a file that a scanner or an editor holds open: try again for 5 s (R42). */
export async function renameWithRetry(
  from: string,
  to: string,
  place: Pick<WritePlace, "platform" | "now" | "sleep">,
  rename: (from: string, to: string) => void,
): Promise<void> {
  const start = place.now();
  for (;;) {
    try {
      return rename(from, to);
    } catch (error) {
      const busy = place.platform === "win32" && RENAME_BUSY.has(errorCode(error) ?? "");
      if (!busy || place.now() - start >= RENAME_RETRY_MS) throw error;
    }
    await place.sleep(RENAME_PAUSE_MS);
  }
}

/** Makes the rename last. Windows has no such call, and some network file systems refuse it. */
function syncFolder(dir: string, place: WritePlace): void {
  if (place.platform === "win32") return;
  const descriptor = openSync(dir, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (errorCode(error) !== "EINVAL" && errorCode(error) !== "ENOTSUP") throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Temporary files of writers that were killed hold tokens. Under the lock nobody else's is in use. */
function removeLeftovers(target: string): void {
  const prefix = `${basename(target)}.`;
  for (const name of readdirSync(dirname(target))) {
    if (name.startsWith(prefix) && /^[\da-f]+\.tmp$/.test(name.slice(prefix.length))) {
      removeIfAny(join(dirname(target), name));
    }
  }
}

function statIfAny(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function removeIfAny(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
