import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorCode, Failure } from "../errors.js";
import { jsonLine, lineAt } from "../shared/json-position.js";
import { textOf } from "../system/files/file-bytes.js";
import { configPath } from "../system/folders.js";
import { CONFIG_VERSION, type Config, checkConfig, EMPTY_CONFIG } from "./schema.js";
import { type ConfigPlace, ioFailure } from "./system.js";

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
function warnOfWideMode(path: string, stats: Stats, place: ConfigPlace, holdsToken: boolean): void {
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

/** A larger file cannot be our configuration. */
const MAX_BYTES = 1024 * 1024;

/** The path at which a writer keeps the old file until it knows that the new one is complete. */
export function previousPath(target: string): string {
  return `${target}.previous`;
}

/**
 * The stored configuration; an empty one if there is none, or no folder for it (R40). Reads one file, loads no packages.
 * @throws Failure "config" if the file is broken (with its line, R55), belongs to another user or lies in a folder that
 *   others can write to (R53); it is left as it is.
 */
export function readConfig(place: ConfigPlace): Config {
  if (place.dir === undefined) return EMPTY_CONFIG;
  const path = configPath(place.dir);
  const file = readFile(path, place.warn);
  if (file === undefined) return EMPTY_CONFIG;
  refuseForeignOwner(path, file.stats, place, "read");
  checkFolders(path, place);
  const config = parseStored(path, file.bytes, place);
  warnOfWideMode(
    path,
    file.stats,
    place,
    Object.values(config.profiles).some((profile) => profile.token !== undefined),
  );
  return config;
}

/**
 * A full disk may leave a truncated file. Its writer, killed or about to restore it, keeps the old file next to it: read
 * that. If there is none, the writer may have restored the file just now: read it again.
 */
function parseStored(path: string, bytes: Buffer, place: ConfigPlace): Config {
  try {
    return parseConfig(path, bytes);
  } catch (error) {
    const previous = readFile(previousPath(realpathSync(path)), place.warn);
    if (previous === undefined) return parseConfig(path, readFile(path, place.warn)?.bytes ?? bytes);
    refuseForeignOwner(path, previous.stats, place, "read");
    try {
      return parseConfig(path, previous.bytes);
    } catch {
      throw error;
    }
  }
}

/** True if a newer version of the program wrote the file: it may be read but not written. */
export function isNewer(config: Config): boolean {
  return config.version > CONFIG_VERSION;
}

/** @throws Failure "config" that names the file and the line, never the text: it may hold a token. */
export function parseConfig(path: string, bytes: Buffer): Config {
  const found = textOf(bytes, { nul: true });
  if (typeof found === "string") {
    const text = bytes.toString("utf8");
    throw brokenFile(path, lineAt(text, text.indexOf("\ufffd")), "is not valid UTF-8");
  }
  const { text } = found;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw brokenFile(path, jsonLine(text), text.trim() === "" ? "is empty" : "is not valid JSON");
  }
  const checked = checkConfig(value);
  if ("config" in checked) return checked.config;
  const { path: member, want } = checked.misfit;
  throw brokenFile(
    path,
    jsonLine(text, member),
    `is not valid: ${member.join(".") || "the whole file"} must be ${want}`,
  );
}

function brokenFile(path: string, line: number, what: string): Failure {
  return new Failure("config", `${path}, line ${line}: the file ${what}`, {
    hint: "correct it, or move it away and log in again; it was not changed",
    details: { path, line },
  });
}

/** Undefined if there is no such file. */
function readFile(path: string, warn: ConfigPlace["warn"]): { bytes: Buffer; stats: Stats } | undefined {
  let descriptor: number;
  try {
    // Non-blocking, so that a pipe with the file's name cannot hang the command.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return ignoreAbsent(path, error, warn);
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new Failure("config", `${path} is not a file`);
    if (stats.size > MAX_BYTES) throw new Failure("config", `${path} is larger than 1 MiB`);
    return { bytes: readFileSync(descriptor), stats };
  } catch (error) {
    throw ioFailure("read", path, error);
  } finally {
    closeSync(descriptor);
  }
}

/** A folder that this user cannot enter counts as absent (common in containers); an unreadable file is an error. */
function ignoreAbsent(path: string, error: unknown, warn: ConfigPlace["warn"]): undefined {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  if (code === "EACCES" && !canSee(path)) {
    warn(`the configuration folder ${dirname(path)} cannot be entered; continuing without stored profiles`);
    return undefined;
  }
  throw ioFailure("read", path, error);
}

function canSee(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EACCES") return false;
    throw ioFailure("read", path, error);
  }
}

/** Checks the path's folder and, if the path is a symbolic link, the folder of its target. */
function checkFolders(path: string, place: ConfigPlace): void {
  if (place.uid === undefined) return;
  try {
    const folders = [dirname(path)];
    if (lstatSync(path).isSymbolicLink()) folders.push(dirname(realpathSync(path)));
    for (const folder of folders) {
      const stats = statSync(folder);
      refuseSharedFolder(folder, stats, place);
      refuseForeignOwner(folder, stats, place, "read");
    }
  } catch (error) {
    throw ioFailure("read", path, error);
  }
}
