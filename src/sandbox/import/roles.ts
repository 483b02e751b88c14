import { isMarkdown } from "../../shared/text/hrefs.js";
import type { Folder } from "./folder.js";
import { SETTINGS, type Structure, VARIABLES } from "./settings.js";

/** The role of a path in the folder's content. */
type Role = "page" | "reusable" | "file" | "settings" | "contents" | "beside";

const REUSABLE = /^\.gitbook\/includes\/.+\.(?:md|markdown)$/i;
const BESIDE = /(?:^|\/)\.gitbook\//;
const CONTENTS = /(?:^|\/)SUMMARY\.md$/;

/** Markdown files are pages, except the table of contents and those in `.gitbook`. */
export function roleOf(path: string, { summary }: Structure): Role {
  if ([summary, SETTINGS, VARIABLES].includes(path)) return "settings";
  if (!isMarkdown(path)) return "file";
  if (REUSABLE.test(path)) return "reusable";
  if (BESIDE.test(path)) return "beside";
  return CONTENTS.test(path) ? "contents" : "page";
}

const WHY: Partial<Record<Role, string>> = {
  file: "no page links to it",
  contents: "a table of contents of a part",
  beside: "Markdown beside the pages",
};

/** Notes listed files that are not part of the content. */
export function noteLeftOut(folder: Folder, structure: Structure, files: ReadonlyMap<string, unknown>): void {
  const told = new Set(folder.skipped.map(({ path }) => path));
  for (const path of folder.paths) {
    const why = WHY[roleOf(path, structure)];
    if (why !== undefined && !files.has(path) && !told.has(path)) folder.skipped.push({ path, why });
  }
}
