/**
 * The folder of an export: files whose bytes differ are written, files of the export before that are no longer in it are
 * removed, and nothing else is touched. A list in the folder says which files are ours.
 */
import type { Stats } from "node:fs";
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { type ExportList, LIST, listText, parseList } from "./list.js";

const fs = process.getBuiltinModule("node:fs");
const { dirname, join } = process.getBuiltinModule("node:path");

export interface ExportFolder {
  /** Files of the export before, sorted. */
  before: readonly string[];
  /** `place`: the thing that it is of, as the list names it. @throws Failure for something in the way that is not ours; io */
  write(path: string, content: string | Uint8Array, place?: string): void;
  /** A file of the export before, or all below a folder of it, stay as they are. */
  keep(path: string): void;
  /** Removes what is no longer in it. */
  finish(): ExportCounts;
}

export interface ExportCounts {
  files: number;
  written: number;
  unchanged: number;
  removed: number;
}

/**
 * @param of id of the organization: a folder of another one is refused
 * @throws Failure usage for a folder with other things in it; io
 */
export function openExportFolder(folder: string, of: string): ExportFolder {
  try {
    fs.mkdirSync(folder, { recursive: true });
    const root = fs.realpathSync(folder);
    return folderAt(root, readList(root, folder, of));
  } catch (error) {
    throw inWords(error, folder);
  }
}

function folderAt(root: string, list: ExportList): ExportFolder {
  const { organization, files: before, places: placed = new Map<string, string>() } = list;
  const ours = new Set(before);
  const places = new Map<string, string>();
  const now = new Set<string>();
  const counts = { written: 0, unchanged: 0, removed: 0 };
  let begun = false;
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
        if (!ours.has(path)) begun = false;
        ours.add(path);
        return;
      }
      if (found && !ours.has(path)) throw inTheWay(path, found);
      ours.add(path);
      // Before the first change: an export that is cut leaves no file behind that nobody owns.
      if (!begun) replace(root, LIST, listText({ organization, files: [...before, path], places: placed }));
      begun = true;
      replace(root, path, bytes);
      counts.written += 1;
    },
    keep(path) {
      const isKept = (one: string) => one === path || one.startsWith(`${path}/`);
      for (const one of before) if (isKept(one)) now.add(one);
      for (const [thing, file] of placed) if (isKept(file)) places.set(thing, file);
    },
    finish() {
      for (const path of before) {
        if (now.has(path) || !statInside(root, path)?.isFile()) continue;
        fs.rmSync(join(root, path));
        counts.removed += 1;
        removeEmpty(root, dirname(path));
      }
      const text = listText({ organization, files: [...now], places });
      if (!fs.existsSync(join(root, LIST)) || fs.readFileSync(join(root, LIST), "utf8") !== text)
        replace(root, LIST, text);
      return { files: now.size, ...counts };
    },
  };
}

/** @throws Failure usage */
function readList(root: string, typed: string, of: string): ExportList {
  const found = fs.lstatSync(join(root, LIST), { throwIfNoEntry: false });
  if (!found) {
    // A repository that is empty yet has its own folder in it.
    const others = fs.readdirSync(root).filter((name) => name !== ".git");
    if (others.length === 0) return { organization: of, files: [], places: undefined };
    throw notOurs(typed, `there is ${others[0]} in it`);
  }
  if (!found.isFile()) throw notOurs(typed, `its ${LIST} is no file`);
  const list = parseList(fs.readFileSync(join(root, LIST), "utf8"));
  if (typeof list === "string") throw notOurs(typed, `its ${LIST} ${list}`);
  if (list.organization !== of) throw notOurs(typed, `it has another organization, ${list.organization}`);
  return list;
}

const notOurs = (typed: string, why: string) =>
  new Failure("usage", `${typed} was not made by docs snapshots export: ${why}`, {
    hint: "name an empty folder, or a new one",
  });

const inTheWay = (path: string, found: Stats) =>
  new Failure(
    "usage",
    `${path} is in the way: ${found.isFile() ? "a file that is not of an export" : "no plain file"}`,
    {
      hint: "move it, and export again",
    },
  );

/** What stands at a path below the root; links are not followed. @throws Failure for a link or a file on the way */
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

/** Beside it first, so that nobody sees a part; a link that was put there meanwhile is replaced, not followed. */
function replace(root: string, path: string, content: string | Uint8Array): void {
  const full = join(root, path);
  const beside = join(dirname(full), `.docs-${process.pid}.tmp`);
  fs.mkdirSync(dirname(full), { recursive: true });
  try {
    fs.writeFileSync(beside, content, { flag: "wx" });
    fs.renameSync(beside, full);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
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

/** @throws always: an error of the disk as a Failure, any other one as it is */
export function inWords(error: unknown, folder: string): unknown {
  if (error instanceof Failure || errorCode(error) === undefined) return error;
  return new Failure("io", `cannot write into ${folder}: ${reasonOf(error)}`, { cause: error });
}
