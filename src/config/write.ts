import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
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
import { configPath, makePrivateFolder, statIfAny } from "../system/folders.js";
import { acquireLock, type Lock } from "../system/lock-file.js";
import {
  isNewer,
  isWide,
  modeText,
  parseConfig,
  previousPath,
  refuseForeignOwner,
  refuseSharedFolder,
} from "./read.js";
import { CONFIG_VERSION, type Config, EMPTY_CONFIG } from "./schema.js";
import { type ConfigSystem, ioFailure } from "./system.js";

/** Replaces the file with a new one of mode 0600 with this text. On a full disk the new file may be truncated. */
type Write = (text: string) => void;

/** Uses conf only to replace the file: reading and serializing are ours. */
async function openWrite(target: string): Promise<Write> {
  const { default: Conf } = await import("conf");
  let text = "";
  const conf = new Conf({
    cwd: dirname(target),
    configName: basename(target),
    fileExtension: "",
    configFileMode: 0o600,
    deserialize: () => ({}),
    serialize: () => text,
  });
  return (next) => {
    text = next;
    outsideSnap(() => {
      conf.store = {};
    });
  };
}

/** If SNAP is set, conf overwrites the old file in place, and with it the backup, which is a hard link to it. */
function outsideSnap(work: () => void): void {
  const { SNAP } = process.env;
  delete process.env.SNAP;
  try {
    work();
  } finally {
    if (SNAP !== undefined) process.env.SNAP = SNAP;
  }
}

export interface Guard {
  lock: { isHeld: () => boolean };
  write: Write;
  /** Repeats the action while Windows keeps the file busy. */
  retry: (action: () => void) => Promise<void>;
}

/**
 * Writes the text and then checks that all of it was written, which conf does not. Until then the old file is kept next
 * to the new one, and is restored if anything went wrong; if this process dies, `recover` restores it. Returns false, and
 * leaves everything as it is, if the lock was lost in the meantime.
 * @throws Failure "io" if only a part was written, and the errors of the file system
 */
export async function writeGuarded(target: string, text: string, { lock, write, retry }: Guard): Promise<boolean> {
  const previous = previousPath(target);
  const exists = existsSync(target);
  keep(target, previous, exists);
  try {
    await retry(() => write(text));
    if (!lock.isHeld()) return false;
    if (readFileSync(target, "utf8") !== text) throw cut(target);
  } catch (error) {
    if (!lock.isHeld()) return false;
    if (exists) await retry(() => renameSync(previous, target));
    else removeIfAny(target);
    // If both names are links to the same file, rename removes neither.
    removeIfAny(previous);
    throw error;
  }
  removeIfAny(previous);
  return true;
}

function cut(target: string): Failure {
  return new Failure("io", `cannot write ${target}: only part of it reached the disk`);
}

/** Cleans up after a writer that died: keeps its file if complete, else restores the old one. Call it under the lock. */
function recover(target: string): void {
  const previous = previousPath(target);
  const found = lstatSync(previous, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isFile() && isWhole(previous) && !isWhole(target)) renameSync(previous, target);
  removeIfAny(previous);
}

/** Keeps the old file by a hard link, which needs no disk space; if there is no old file, keeps an empty object. */
function keep(target: string, previous: string, exists: boolean): void {
  try {
    if (exists) linkOrCopy(target, previous);
    else writeFileSync(previous, "{}\n", { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    removeIfAny(previous);
    throw error;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Some file systems have no hard links. On any other error the copy fails too.
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

function isWhole(path: string): boolean {
  try {
    parseConfig(path, readFileSync(path));
    return true;
  } catch (error) {
    if (error instanceof Failure || errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Removes a file if it exists. */
function removeIfAny(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

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
