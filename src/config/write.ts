import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, Failure } from "../errors.js";
import { configPath } from "../system/folders.js";
import { acquireLock, type Lock } from "../system/lock-file.js";
import { makePrivateFolder, statIfAny } from "../system/private-folder.js";
import { isNewer, parseConfig } from "./read.js";
import { CONFIG_VERSION, type Config, EMPTY_CONFIG } from "./schema.js";
import { openWrite, recover, removeIfAny, type Write, writeGuarded } from "./store.js";
import { type ConfigSystem, ioFailure } from "./system.js";
import { isWide, modeText, refuseForeignOwner, refuseSharedFolder } from "./trust.js";

const MAX_LINKS = 40;
const BUSY_RETRY_MS = 5_000;
const BUSY_PAUSE_MS = 50;
const BUSY = new Set(["EPERM", "EACCES", "EBUSY"]);
/** Endings of temporary files after `config.json.`: conf's, and those of earlier versions. */
const TEMPORARY = /^(?:tmp-\d{10}[\da-f]{6}|[\da-f]+\.tmp)$/;
/** Retries after another process took the lock because it thought this one dead. */
const MAX_LOST_LOCKS = 3;

/**
 * Reads the file, changes it and replaces it as a whole, under a lock: concurrent writers take turns, and a writer that
 * is killed leaves either the old file or the new one (R53). `change` may run again after a lost lock; it returns its
 * argument if there is nothing to write.
 * @throws Failure "config" for a broken, newer, foreign or shared file or folder; "io" if it cannot be written.
 */
export async function updateConfig(place: ConfigSystem, change: (config: Config) => Config): Promise<Config> {
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
    // Before taking the lock, because loading conf takes longer than the write.
    const write = await openWrite(target);
    for (let lost = 0; lost <= MAX_LOST_LOCKS; lost += 1) {
      const lock = await acquireLock(`${target}.lock`, place);
      try {
        const written = await replace(target, { lock, write, place }, change);
        if (written !== undefined) return written;
      } finally {
        lock.release();
      }
    }
  } catch (error) {
    throw ioFailure("write", path, error);
  }
  throw new Failure("config", "lost the configuration lock repeatedly", {
    hint: `is the disk of ${path} very slow? try again`,
  });
}

/** Undefined if the lock was lost before the file was replaced. */
async function replace(
  target: string,
  { lock, write, place }: { lock: Lock; write: Write; place: ConfigSystem },
  change: (config: Config) => Config,
): Promise<Config | undefined> {
  removeLeftovers(target);
  recover(target);
  const before = statIfAny(target);
  const current = before === undefined ? EMPTY_CONFIG : readForUpdate(target, before, place);
  const next = change(current);
  if (next === current) return current;
  const text = serialize(next);
  if (!lock.isHeld()) return undefined;
  try {
    const retry = (action: () => void) => retryWhileBusy(place, action);
    if (!(await writeGuarded(target, text, { lock, write, retry }))) return undefined;
  } catch (error) {
    // conf removes its temporary file only later, when this process may have ended.
    if (lock.isHeld()) removeLeftovers(target);
    throw error;
  }
  syncFolder(dirname(target), place);
  if (before !== undefined && isWide(before, place)) {
    place.warn(`${target} was open to others (mode ${modeText(before)}) and is now 0600; replace tokens that it held`);
  }
  return next;
}

function readForUpdate(target: string, stats: Stats, place: ConfigSystem): Config {
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

/** Creates the folder with mode 0700, tightens one that others can read, refuses one that others can write to. */
function prepareFolder(dir: string, place: ConfigSystem): void {
  makePrivateFolder(dir);
  const stats = checkFolder(dir, place);
  if (!isWide(stats, place)) return;
  // Only removes permissions: a folder that its owner made read-only stays read-only.
  chmodSync(dir, stats.mode & 0o700);
  place.warn(`the folder ${dir} was open to others (mode ${modeText(stats)}) and is now closed to them`);
}

function checkFolder(dir: string, place: ConfigSystem): Stats {
  const stats = statSync(dir);
  refuseSharedFolder(dir, stats, place);
  refuseForeignOwner(dir, stats, place, "write");
  return stats;
}

/** The file at the end of a chain of symbolic links, which may not exist. It is replaced; the links are kept. */
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
    // Only members nested deeper than the call stack lead here; JSON.parse accepts them.
    throw new Failure("config", "the configuration is nested too deeply to be written", { cause: error });
  }
}

/** Windows refuses to replace a file that a scanner or an editor has open: retry for 5 s (R42). */
export async function retryWhileBusy(
  place: Pick<ConfigSystem, "platform" | "now" | "sleep">,
  action: () => void,
): Promise<void> {
  const start = place.now();
  for (;;) {
    try {
      return action();
    } catch (error) {
      const busy = place.platform === "win32" && BUSY.has(errorCode(error) ?? "");
      if (!busy || place.now() - start >= BUSY_RETRY_MS) throw error;
    }
    await place.sleep(BUSY_PAUSE_MS);
  }
}

/** Makes the rename durable. Windows has no such call, and some network file systems refuse it. */
function syncFolder(dir: string, place: ConfigSystem): void {
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

/** Removes temporary files of killed writers, as they hold tokens. Under the lock, none of them is in use. */
function removeLeftovers(target: string): void {
  const prefix = `${basename(target)}.`;
  for (const name of readdirSync(dirname(target))) {
    if (name.startsWith(prefix) && TEMPORARY.test(name.slice(prefix.length))) {
      removeIfAny(join(dirname(target), name));
    }
  }
}
