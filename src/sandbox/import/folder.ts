import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from "node:fs";
import { join, sep } from "node:path";
import { errorCode, Failure, kindOfReadError, reasonOf } from "../../errors.js";
import { composed } from "../../shared/text/names.js";
import { textOf } from "../../system/files/file-bytes.js";

/** Limits: 10 MiB per file, 20,000 files per folder. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
const MAX_FILES = 20_000;
const MAX_DEPTH = 64;

/** Something in the folder that was left out, and why. */
export interface SkippedFile {
  path: string;
  why: string;
}

/** The files in a folder by relative path, with `/` between segments on every system. */
export interface Folder {
  root: string;
  /** Sorted: numbers by value, ignoring case. Accents are written as links find them, whatever the disk has. */
  paths: string[];
  /** Paths on the disk, of those that are written in another way there. */
  onDisk: Map<string, string>;
  skipped: SkippedFile[];
}

const natural = new Intl.Collator("en", { numeric: true });

/** Why an entry is left out because of its name: hidden ones are, except pictures, reusable content and settings. */
function whySkipped(name: string): string | undefined {
  if (name === "node_modules") return "dependencies";
  return name.startsWith(".") && name !== ".gitbook" && name !== ".gitbook.yaml" ? "hidden" : undefined;
}

function ioFailure(folder: string, error: unknown): Failure {
  const why = reasonOf(error, { ENOENT: "it does not exist", ENOTDIR: "it is not a folder" });
  return new Failure(kindOfReadError(error), `cannot read the folder ${folder}: ${why}`, { cause: error });
}

/** Checks whether `path` is really inside `root`: a link may point anywhere. */
function isInside(root: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(root.endsWith(sep) ? root : root + sep);
  } catch (error) {
    if (["ENOENT", "ELOOP", "EACCES", "ENOTDIR"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

/** A folder with nothing listed yet. @throws Failure io */
export function startFolder(folder: string): Folder {
  try {
    return { root: realpathSync(folder), paths: [], onDisk: new Map(), skipped: [] };
  } catch (error) {
    throw ioFailure(folder, error);
  }
}

/** Finds the folder's own form of a name, whose accents it may write apart. */
function nameOnDisk(folder: string, name: string): string {
  if (existsSync(join(folder, name)) || !existsSync(folder) || !statSync(folder).isDirectory()) return name;
  return readdirSync(folder).find((one) => composed(one) === name) ?? name;
}

/** The full path of a subfolder; undefined if it is not a folder, or really lies elsewhere. */
export function subfolder({ root }: Folder, path: string): string | undefined {
  if (path === "") return root;
  const full = path.split("/").reduce((at, name) => join(at, nameOnDisk(at, name)), root);
  return isInside(root, full) && statSync(full).isDirectory() ? full : undefined;
}

/**
 * The files below a folder. Symbolic links to folders, or out of the folder, are refused and never followed.
 * @throws Failure io, invalid-input
 */
export function listFolder(folder: string): Folder {
  const { root, paths, onDisk, skipped } = startFolder(folder);
  const names = new Set<string>();
  const add = (path: string) => {
    const name = composed(path);
    if (names.has(name))
      return skipped.push({ path, why: "another file has the same name, with its accents written apart" });
    if (name !== path) onDisk.set(name, path);
    names.add(name);
    paths.push(name);
  };
  const walk = (at: string, depth: number) => {
    for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      const why = whySkipped(entry.name);
      if (why !== undefined) skipped.push({ path, why });
      else if (entry.isDirectory()) {
        if (depth >= MAX_DEPTH) skipped.push({ path, why: `nested deeper than ${MAX_DEPTH} folders` });
        else walk(path, depth + 1);
      } else if (entry.isSymbolicLink() && !isInside(root, join(root, path))) {
        skipped.push({ path, why: "a symbolic link that leads out of the folder" });
      } else if (entry.isFile() || entry.isSymbolicLink()) add(path);
      if (paths.length > MAX_FILES) {
        throw new Failure("invalid-input", `the folder ${folder} holds more than ${MAX_FILES} files`, {
          hint: "import a smaller part of it",
        });
      }
    }
  };
  try {
    walk("", 0);
    return { root, paths: paths.sort(natural.compare), onDisk, skipped };
  } catch (error) {
    throw error instanceof Failure ? error : ioFailure(folder, error);
  }
}

/** The bytes of a listed file; undefined, with an entry in `skipped`, if it is too big, unreadable or not a plain file. */
export function readListed(folder: Folder, path: string): Buffer | undefined {
  const skip = (why: string) => {
    if (!folder.skipped.some((other) => other.path === path)) folder.skipped.push({ path, why });
    return undefined;
  };
  let descriptor: number | undefined;
  try {
    const full = join(folder.root, folder.onDisk.get(path) ?? path);
    const real = lstatSync(full).isSymbolicLink() ? realpathSync(full) : full;
    if (!isInside(folder.root, real)) return skip("a symbolic link that leads out of the folder");
    // The path was checked: do not follow a link that appeared since, and do not block on a pipe.
    descriptor = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return skip("not a plain file");
    if (stat.size > MAX_FILE_BYTES) return skip("larger than 10 MiB");
    return readFileSync(descriptor);
  } catch (error) {
    return skip(`cannot be read: ${reasonOf(error)}`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The text of a listed file; undefined, with an entry in `skipped`, if it has none that can be read. */
export function readText(folder: Folder, path: string): { text: string; bytes: Buffer } | undefined {
  const bytes = readListed(folder, path);
  if (!bytes) return undefined;
  const found = textOf(bytes, { nul: true });
  if (typeof found !== "string") return { ...found, bytes };
  folder.skipped.push({ path, why: found === "utf16" ? "UTF-16, not UTF-8" : "not UTF-8" });
  return undefined;
}
