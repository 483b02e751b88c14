/** Finds spaces, pages and what is written in them in the folder of an export. */
import { errorCode, Failure, reasonOf } from "../../errors.js";
import { FRONT_MATTER, findLine, type MarkdownText } from "../../shared/markdown/elements.js";
import { readMarkdown } from "../../shared/markdown/read.js";
import { loadMarked } from "../../shared/markdown/tokens.js";
import { fileBytes } from "../../system/files/file-bytes.js";
import { type ExportList, LIST, listAt } from "./folder.js";

const fs = process.getBuiltinModule("node:fs");
const { join, posix } = process.getBuiltinModule("node:path");

/** Bytes of a page that are looked through. */
const LONGEST_PAGE = 4 * 1024 * 1024;

interface FileLocation {
  /** Path from the folder, with slashes. */
  file: string;
  /** From 1. */
  line: number;
}

/** @returns undefined where the folder has no such file; without a page the space itself */
export type Locate = (space: string, page?: string, text?: string) => FileLocation | undefined;

/**
 * @param organization id: a folder of another one is refused
 * @throws Failure usage for a folder that is no export; io
 */
export async function openItemLocator(folder: string, organization: string): Promise<Locate> {
  const marked = await loadMarked();
  const list = listIn(folder);
  if (typeof list === "string") throw noExport(folder, `its ${LIST} ${list}`);
  const { places, files } = list;
  if (list.organization !== organization) throw noExport(folder, `it has another organization, ${list.organization}`);
  if (!places) throw noExport(folder, "an older version made it, which did not record the files of pages");
  const ours = new Set(files);
  return (space, page, text) => {
    const file = places.get(page === undefined ? space : `${space}/${page}`);
    const bytes = file !== undefined && ours.has(file) ? pageIn(folder, file) : undefined;
    if (file === undefined || bytes === undefined) return undefined;
    // spaces/<name>/<path>: links start at the page, and what they name is told from the space.
    const own = file.split("/").slice(2).join("/");
    if (text === undefined || bytes === "large") return { file, line: 1 };
    return { file, line: findLine(readMarkdown(marked, bytes.toString("utf8")), text, own) };
  };
}

/** @returns undefined where the folder has no such file */
export type LocateSource = (path: string, text?: string, line?: number) => FileLocation | undefined;

/**
 * The Markdown that pages come from, by their paths in Git.
 * @throws Failure usage where there is no such folder
 */
export async function openSources(folder: string): Promise<LocateSource> {
  const marked = await loadMarked();
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure("usage", `${folder} is not a folder`, {
      hint: "pass the folder that was imported, or a checkout",
    });
  }
  return (path, text, line) => {
    // Paths are the service's.
    if (posix.normalize(path) !== path || path.startsWith("../") || posix.isAbsolute(path)) return undefined;
    const bytes = pageIn(folder, path);
    if (bytes === undefined) return undefined;
    if (text === undefined || bytes === "large") return { file: path, line: line ?? 1 };
    const page = readMarkdown(marked, bytes.toString("utf8"));
    return { file: path, line: (line !== undefined && lineInFile(page, line)) || findLine(page, text, path) };
  };
}

/** The line of a file for one of its page, which has no front matter; undefined beyond its end. */
function lineInFile({ text }: MarkdownText, line: number): number | undefined {
  const front = FRONT_MATTER.exec(text)?.[0] ?? "";
  const found = line + front.split("\n").length - 1;
  return found <= text.split("\n").length ? found : undefined;
}

function listIn(folder: string): ExportList | string {
  try {
    if (!fs.statSync(folder).isDirectory()) throw noExport(folder, "it is not a folder");
    const path = join(folder, LIST);
    if (!fs.lstatSync(path, { throwIfNoEntry: false })) throw noExport(folder, `it has no ${LIST}`);
    return listAt(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw noExport(folder, "there is no such folder");
    if (error instanceof Failure || errorCode(error) === undefined) throw error;
    throw new Failure("io", `cannot read ${folder}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Links are not followed, below the folder: undefined for them, and for what is no plain file. */
function pageIn(folder: string, path: string): Buffer | "large" | undefined {
  const names = path.split("/");
  const above = names.slice(0, -1).map((_, at) => join(folder, ...names.slice(0, at + 1)));
  if (!above.every((at) => fs.lstatSync(at, { throwIfNoEntry: false })?.isDirectory())) return undefined;
  const full = join(folder, path);
  if (!fs.lstatSync(full, { throwIfNoEntry: false })) return undefined;
  const found = fileBytes(full, { max: LONGEST_PAGE, links: false });
  if (found === "large") return "large";
  return typeof found === "string" ? undefined : found.bytes;
}

const noExport = (typed: string, why: string) =>
  new Failure("usage", `${typed} is not an export: ${why}`, {
    hint: "to make one: docs snapshots export FILE FOLDER",
  });
