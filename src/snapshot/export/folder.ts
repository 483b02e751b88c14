/**
 * The folder of an export: files whose bytes differ are written, files of the export before that are no longer in it are
 * removed, and nothing else is touched. A list in the folder says which files are ours. What is written is private unless
 * the export is public, and never goes through a link.
 */
import type { Stats } from "node:fs";
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { jsonBounds } from "../../shared/documents/bounds.js";
import { type Figures, type Shrunk, shrunkFigures } from "../../shared/snapshots/gaps.js";
import { isObject } from "../../shared/values.js";
import { fileText, SAYS } from "../../system/files/file-bytes.js";

// The list in the folder of an export: which files are ours, and which of them has which thing.

/** Name of the list. */
export const LIST = ".docs-export.json";
/** Paths that an export which has not ended wrote, one a line; the list has them at its end. */
const JOURNAL = ".docs-export.new";
/** Bytes: far more pages than one organization has. Both stand in the folder itself, never behind a link. */
const BOUNDS = { max: 64 * 1024 * 1024, links: false } as const;
const FORMAT = 1;

/** Folders of JSON files, one for each thing. */
const FOLDERS = ["sites", "openapi", "change-requests", "comments", "spaces"];
/** The only name with a dot in front: what the importer reads in the folder of a space. */
const HIDDEN = ".gitbook";

export interface ExportList {
  /** Id. */
  organization: string;
  /** Paths from the folder, with slashes; none leads out of it. */
  files: readonly string[];
  /** Files of spaces and pages, by `<space>` and `<space>/<page>`; undefined in lists that have none. */
  places: ReadonlyMap<string, string> | undefined;
}

function listText({ organization, files, places = new Map() }: ExportList): string {
  const sorted = [...places].sort(([one], [other]) => (one < other ? -1 : 1));
  const list = {
    format: FORMAT,
    organization,
    files: [...new Set(files)].sort(),
    places: Object.fromEntries(sorted),
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** Parses a list, or gives the reason why it is none. */
function parseList(text: string): ExportList | string {
  const list = parseBounded(text);
  if (!isObject(list) || list.format !== FORMAT || !Array.isArray(list.files)) return "is not of this version of docs";
  const { files, places, organization } = list;
  const entries = isObject(places) ? Object.entries(places) : [];
  const inside = entries.filter((entry): entry is [string, string] => isExported(entry[1]));
  if (!files.every(isExported) || inside.length < entries.length) return "names files that exports never contain";
  return { organization: String(organization), files, places: isObject(places) ? new Map(inside) : undefined };
}

function parseBounded(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return jsonBounds(text) === undefined ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Reads the list in a file, or gives the reason why it is none. @throws the file system's own error */
export function listAt(path: string): ExportList | string {
  const found = fileText(path, BOUNDS);
  return typeof found === "string" ? `cannot be read: ${SAYS[found]}` : parseList(found.text);
}

/** True if an export can have a file there: a list in a folder may be anyone's. */
function isExported(path: unknown): path is string {
  if (typeof path !== "string" || /[\\:\0\n\p{Surrogate}]/u.test(path)) return false;
  const names = path.split("/");
  const isName = (name: string, at: number) =>
    name !== "" && name !== "node_modules" && (!name.startsWith(".") || (name === HIDDEN && at === 2));
  if (!names.every(isName)) return false;
  const [top = ""] = names;
  if (names.length === 1) return /^[a-z-]+\.json$/.test(top);
  return names.length === 2 ? FOLDERS.includes(top) && path.endsWith(".json") : top === "spaces";
}

const fs = process.getBuiltinModule("node:fs");
const { dirname, join } = process.getBuiltinModule("node:path");

export interface ExportFolder {
  /** Files of the export before, sorted. */
  before: readonly string[];
  /** `place`: the thing that it is of, as the list names it. @throws Failure for something in the way that is not ours; io */
  write(path: string, content: string | Uint8Array, place?: string): void;
  /** A file of the export before, or all below a folder of it, stay as they are. */
  keep(path: string): void;
  /** Removes what is no longer in it; if that is too much to be true, all files stay files of the export. */
  finish(options?: FinishOptions): ExportCounts & { shrunk: Shrunk[] };
}

interface FinishOptions {
  /** Remove files even if many are gone. */
  acceptShrink?: boolean | undefined;
}

export interface ExportOptions extends FinishOptions {
  /** Readable for others, as far as the umask allows. */
  isPublic?: boolean | undefined;
}

export interface ExportCounts {
  files: number;
  written: number;
  unchanged: number;
  removed: number;
}

/**
 * @param of id of the organization: a folder of another one is refused
 * @param isPublic readable for others, as far as the umask allows
 * @throws Failure usage for a folder with other things in it; io
 */
export function openExportFolder(folder: string, of: string, isPublic = false): ExportFolder {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: folderMode(isPublic) });
    const root = fs.realpathSync(folder);
    if (isPublic) settleMode(root, fs.statSync(root), isPublic);
    return folderAt(root, readList(root, folder, of), isPublic);
  } catch (error) {
    throw toWriteFailure(error, folder);
  }
}

function folderAt(root: string, list: ExportList, isPublic: boolean): ExportFolder {
  const { organization, files: before, places: placed = new Map<string, string>() } = list;
  const ours = new Set(before);
  const places = new Map<string, string>();
  const now = new Set<string>();
  const counts = { written: 0, unchanged: 0, removed: 0 };
  const replace = (path: string, content: string | Uint8Array) => replaceOwn(root, path, content, isPublic);
  return {
    before,
    write(path, content, place) {
      if (place !== undefined) places.set(place, path);
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      now.add(path);
      const found = statInside(root, path);
      if (found && !found.isFile()) throw inTheWay(path, found);
      if (found && isSame(join(root, path), found, bytes)) {
        counts.unchanged += 1;
        if (ours.has(path)) settleMode(join(root, path), found, isPublic);
        return;
      }
      if (found && !ours.has(path)) throw inTheWay(path, found);
      if (!ours.has(path)) {
        // Before it is written: an export that is cut leaves no file behind that nobody owns.
        if (!statInside(root, LIST)) replace(LIST, listText({ organization, files: before, places: placed }));
        appendTo(join(root, JOURNAL), path);
        ours.add(path);
      }
      replace(path, bytes);
      counts.written += 1;
    },
    keep(path) {
      const isKept = (one: string) => one === path || one.startsWith(`${path}/`);
      for (const one of before) if (isKept(one)) now.add(one);
      for (const [thing, file] of placed) if (isKept(file)) places.set(thing, file);
    },
    finish({ acceptShrink = false } = {}) {
      const shrunk = acceptShrink ? [] : shrunkFigures(...figuresOf(before, [...now]));
      if (shrunk.length > 0) for (const path of before) now.add(path);
      const gone = before.filter((path) => !now.has(path) && statOwn(root, path)?.isFile());
      for (const path of gone) removeFile(root, path);
      counts.removed = gone.length;
      const text = listText({ organization, files: [...now], places });
      if (!fs.existsSync(join(root, LIST)) || fs.readFileSync(join(root, LIST), "utf8") !== text) replace(LIST, text);
      fs.rmSync(join(root, JOURNAL), { force: true });
      settleFolders(root, now, isPublic);
      return { files: now.size, ...counts, shrunk };
    },
  };
}

function removeFile(root: string, path: string): void {
  fs.rmSync(join(root, path));
  removeEmpty(root, dirname(path));
}

function settleFolders(root: string, files: Iterable<string>, isPublic: boolean): void {
  for (const path of new Set([...files].map(dirname))) {
    const found = path === "." ? undefined : statOwn(root, path);
    if (found?.isDirectory()) settleMode(join(root, path), found, isPublic);
  }
}

/** Numbers of files before and now, by the folder at the top and of those in none. */
function figuresOf(before: readonly string[], now: readonly string[]): [before: Figures, now: Figures] {
  const what = (path: string) => (path.includes("/") ? `files in ${path.split("/")[0]}` : "files at the top");
  const none = Object.fromEntries(before.map((path) => [what(path), 0]));
  const count = (paths: readonly string[]): Figures => {
    const figures: Record<string, number> = { ...none };
    for (const path of paths) figures[what(path)] = (figures[what(path)] ?? 0) + 1;
    return figures;
  };
  return [count(before), count(now)];
}

/** @throws Failure usage */
function readList(root: string, typed: string, of: string): ExportList {
  if (!fs.lstatSync(join(root, LIST), { throwIfNoEntry: false })) {
    // A repository that is empty yet has its own folder in it.
    const others = fs.readdirSync(root).filter((name) => name !== ".git" && !isTemporary(name));
    if (others.length === 0) return { organization: of, files: [], places: undefined };
    throw notOurs(typed, `it contains ${others[0]}`);
  }
  const list = listAt(join(root, LIST));
  if (typeof list === "string") throw notOurs(typed, `its ${LIST} ${list}`);
  if (list.organization !== of) throw notOurs(typed, `it has another organization, ${list.organization}`);
  return { ...list, files: [...new Set([...list.files, ...journal(root, typed)])] };
}

/** Files that an export wrote which was cut. @throws Failure usage */
function journal(root: string, typed: string): string[] {
  if (!fs.lstatSync(join(root, JOURNAL), { throwIfNoEntry: false })) return [];
  const found = fileText(join(root, JOURNAL), BOUNDS);
  if (typeof found === "string") throw notOurs(typed, `its ${JOURNAL} cannot be read: ${SAYS[found]}`);
  const lines = found.text.split("\n");
  // Behind the last end of a line is a path that was cut, whose file was not written.
  const files = lines.slice(0, -1).filter((line) => line !== "");
  if (!files.every(isExported)) throw notOurs(typed, `its ${JOURNAL} names files that exports never contain`);
  return files;
}

function appendTo(path: string, line: string): void {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const file = fs.openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    // A line that was cut before must not become one with this.
    fs.writeSync(file, `\n${line}\n`);
  } finally {
    fs.closeSync(file);
  }
}

/** Undefined for what is behind a link, too: a list in the folder cannot lead out of it. */
function statOwn(root: string, path: string): Stats | undefined {
  try {
    return statInside(root, path);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const notOurs = (typed: string, why: string) =>
  new Failure("usage", `${typed} was not written by docs snapshots export: ${why}`, {
    hint: "name an empty folder, or a new one",
  });

const inTheWay = (path: string, found: Stats) =>
  new Failure(
    "usage",
    `${path} is in the way: it is ${found.isFile() ? "not a file of the export" : "not a plain file"}`,
    {
      hint: "move it, and export again",
    },
  );

/** Reads the state of a path below the root; links are not followed. @throws Failure for a link or a file on the way */
function statInside(root: string, path: string): Stats | undefined {
  let at = root;
  const names = path.split("/");
  for (const [index, name] of names.entries()) {
    at = join(at, name);
    const found = fs.lstatSync(at, { throwIfNoEntry: false });
    if (!found || index === names.length - 1) return found;
    if (!found.isDirectory()) throw inTheWay(names.slice(0, index + 1).join("/"), found);
  }
  return undefined;
}

function isSame(path: string, { size }: Stats, bytes: Uint8Array): boolean {
  return size === bytes.length && fs.readFileSync(path).equals(bytes);
}

/** Folders that nothing is in any more. */
function removeEmpty(root: string, path: string): void {
  if (path === ".") return;
  try {
    fs.rmdirSync(join(root, path));
  } catch (error) {
    if (errorCode(error) === "ENOTEMPTY" || errorCode(error) === "EEXIST") return;
    throw error;
  }
  removeEmpty(root, dirname(path));
}

/** Makes the error to throw: an error of the disk as a Failure, any other one as it is. */
export function toWriteFailure(error: unknown, folder: string): unknown {
  if (error instanceof Failure || errorCode(error) === undefined) return error;
  return new Failure("io", `cannot write into ${folder}: ${reasonOf(error)}`, { cause: error });
}

const TEMPORARY = /^\.docs-\d+\.tmp$/;

/** True if an interrupted write may have left a file of this name. */
const isTemporary = (name: string): boolean => TEMPORARY.test(name);

const folderMode = (isPublic: boolean): number => (isPublic ? 0o777 : 0o700);

/** Beside it first, so that nobody sees a part; a link that was put there meanwhile is replaced, not followed. */
function replaceOwn(root: string, path: string, content: string | Uint8Array, isPublic: boolean): void {
  const full = join(root, path);
  const beside = join(dirname(full), `.docs-${process.pid}.tmp`);
  fs.mkdirSync(dirname(full), { recursive: true, mode: folderMode(isPublic) });
  fs.rmSync(beside, { force: true });
  try {
    fs.writeFileSync(beside, content, { flag: "wx", mode: isPublic ? 0o666 : 0o600 });
    fs.renameSync(beside, full);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}

/** An earlier export may have been made for others, or for nobody else. */
function settleMode(path: string, stats: Stats, isPublic: boolean): void {
  if (process.platform === "win32") return;
  const [mode, own] = [stats.mode & 0o777, stats.isDirectory() ? 0o700 : 0o600];
  const isWide = (mode & 0o077) !== 0;
  if (isPublic && mode === own) fs.chmodSync(path, (stats.isDirectory() ? 0o777 : 0o666) & ~process.umask());
  if (!isPublic && isWide) fs.chmodSync(path, own);
}
