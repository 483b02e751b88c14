/** Finds spaces, pages and what is written in them in the folder of an export. */
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { lineOf } from "./line-of.js";
import { LIST, parseList } from "./list.js";

const fs = process.getBuiltinModule("node:fs");
const { join, posix } = process.getBuiltinModule("node:path");

/** Bytes of a list of far more pages than one organization has. */
const LONGEST_LIST = 64 * 1024 * 1024;
/** Bytes of a page that are looked through. */
const LONGEST_PAGE = 4 * 1024 * 1024;

export interface Located {
  /** Path from the folder, with slashes. */
  file: string;
  /** From 1. */
  line: number;
}

/** @returns undefined where the folder has no such file; without a page the space itself */
export type Locate = (space: string, page?: string, text?: string) => Located | undefined;

/**
 * @param organization id: a folder of another one is refused
 * @throws Failure usage for a folder that is no export; io
 */
export function openLocated(folder: string, organization: string): Locate {
  const list = parseList(listIn(folder));
  if (typeof list === "string") throw noExport(folder, `its ${LIST} ${list}`);
  const { places, files } = list;
  if (list.organization !== organization) throw noExport(folder, `it has another organization, ${list.organization}`);
  if (!places) throw noExport(folder, "an older version made it, which did not note where pages are");
  const ours = new Set(files);
  return (space, page, text) => {
    const file = places.get(page === undefined ? space : `${space}/${page}`);
    const bytes = file !== undefined && ours.has(file) ? readInside(folder, file, LONGEST_PAGE) : undefined;
    if (file === undefined || bytes === undefined) return undefined;
    // spaces/<name>/<path>: links start at the page, and what they name is told from the space.
    const from = posix.dirname(file.split("/").slice(2).join("/"));
    return { file, line: text === undefined || bytes === "large" ? 1 : lineOf(bytes.toString("utf8"), text, from) };
  };
}

function listIn(folder: string): string {
  let bytes: Buffer | "large" | undefined;
  try {
    if (!fs.statSync(folder).isDirectory()) throw noExport(folder, "it is no folder");
    bytes = readInside(folder, LIST, LONGEST_LIST);
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw noExport(folder, "there is no such folder");
    if (error instanceof Failure || errorCode(error) === undefined) throw error;
    throw new Failure("io", `cannot read ${folder}: ${reasonOf(error)}`, { cause: error });
  }
  if (bytes === undefined) throw noExport(folder, `there is no ${LIST} in it`);
  if (bytes === "large") throw noExport(folder, `its ${LIST} is too large`);
  return bytes.toString("utf8");
}

/** Links are not followed, below the folder: undefined for them, and for what is no plain file. */
function readInside(folder: string, path: string, most: number): Buffer | "large" | undefined {
  let at = folder;
  const names = path.split("/");
  for (const [index, name] of names.entries()) {
    at = join(at, name);
    const found = fs.lstatSync(at, { throwIfNoEntry: false });
    const isLast = index === names.length - 1;
    if (!found || !(isLast ? found.isFile() : found.isDirectory())) return undefined;
  }
  // A pipe put there meanwhile must not be waited for.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
  const file = fs.openSync(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = fs.fstatSync(file);
    if (!stats.isFile()) return undefined;
    return stats.size > most ? "large" : fs.readFileSync(file);
  } finally {
    fs.closeSync(file);
  }
}

const noExport = (typed: string, why: string) =>
  new Failure("usage", `${typed} is no export: ${why}`, {
    hint: "make one: docs snapshots export <file> <folder>",
  });
