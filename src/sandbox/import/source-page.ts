import { isIndex } from "../../shared/text/hrefs.js";
import { gitOid } from "../content/documents.js";
import { slugify } from "../content/pages.js";
import { decodeEntities } from "../content/text/entities.js";
import { sectionsOf } from "../content/text/outline.js";
import type { PageInput } from "../content/types.js";
import { type Folder, readListed } from "./folder.js";
import { type Covers, coversOf, fieldsOf, splitFrontMatter } from "./front-matter.js";
import { line, type Yaml } from "./mapping.js";

/** A parsed Markdown file: its text without front matter, and its title. */
export interface SourcePage extends PageInput {
  path: string;
  markdown: string;
  covers?: Covers;
}

/** `getting-started.md` becomes "Getting started"; the index page of a folder is named after the folder. */
export function titleOfName(path: string): string {
  const segments = path.split("/");
  const last = segments.pop() ?? "";
  const name = isIndex(path)
    ? (segments.at(-1) ?? last.replace(/\.[^.]+$/, ""))
    : last.replace(/\.(md|markdown)$/i, "");
  const words = name.replace(/[-_]+/g, " ").trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function slugOf(path: string): string {
  const segments = path.split("/");
  const last = segments.pop() ?? "";
  return slugify(isIndex(path) && segments.length > 0 ? (segments.at(-1) ?? last) : last.replace(/\.[^.]+$/, ""));
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** The page in a file; undefined, with an entry in `skipped`, if it cannot be read. */
export function readPage(yaml: Yaml, folder: Folder, path: string): SourcePage | undefined {
  const bytes = readListed(folder, path);
  if (!bytes) return undefined;
  const text = decode(bytes);
  const parts = text === undefined ? undefined : splitFrontMatter(yaml, text);
  if (parts === undefined || parts === "aliases") {
    folder.skipped.push({ path, why: parts === undefined ? "not UTF-8" : "front matter with too many aliases" });
    return undefined;
  }
  const { values, body } = parts;
  const heading = sectionsOf(body).find(({ level, title }) => level === 1 && title !== "")?.title;
  const covers = coversOf(values);
  return {
    path,
    title: line(values.title) ?? line(decodeEntities(heading ?? "")) ?? titleOfName(path),
    slug: slugOf(path),
    markdown: body,
    git: { oid: gitOid(bytes), path },
    ...fieldsOf(values),
    ...(covers && { covers }),
  };
}
