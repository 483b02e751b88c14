import { gitOid } from "../content/documents.js";
import { isIndex } from "../content/links/hrefs.js";
import { slugify } from "../content/pages.js";
import { sectionsOf } from "../content/text/outline.js";
import type { PageInput } from "../content/types.js";
import { type Folder, readListed } from "./folder.js";

/** A Markdown file read: its text without front matter, and what the page is called. */
export interface SourcePage extends PageInput {
  path: string;
  markdown: string;
  /** As written in the front matter: a path from the file. */
  coverPath?: string;
}

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const MAX_FRONT_MATTER = 64 * 1024;
const MAX_ICON = 50;

type Yaml = typeof import("yaml");
type Values = Record<string, unknown>;

/** Text and front matter; what is not a YAML mapping is part of the text. */
function split(yaml: Yaml, text: string): { values: Values; body: string } {
  const match = FRONT_MATTER.exec(text);
  const none = { values: {}, body: text };
  if (!match || (match[1] ?? "").length > MAX_FRONT_MATTER) return none;
  const document = yaml.parseDocument(match[1] ?? "", { prettyErrors: false, logLevel: "silent" });
  if (document.errors.length > 0 || !(document.contents === null || yaml.isMap(document.contents))) return none;
  const values: unknown = document.toJS({ maxAliasCount: 10 });
  // A mapping, as was just looked at.
  return { values: (values ?? {}) as Values, body: text.slice(match[0].length) };
}

function line(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : text;
}

/** `getting-started.md` is "Getting started"; the page of a folder is called like the folder. */
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

/** The page in a file; undefined, with a note in `skipped`, when the file cannot be read or is not UTF-8. */
export function readPage(yaml: Yaml, folder: Folder, path: string): SourcePage | undefined {
  const bytes = readListed(folder, path);
  if (!bytes) return undefined;
  const text = decode(bytes);
  if (text === undefined) {
    folder.skipped.push({ path, why: "not UTF-8" });
    return undefined;
  }
  const { values, body } = split(yaml, text);
  const heading = sectionsOf(body).find(({ level, title }) => level === 1 && title !== "")?.title;
  const icon = line(values.icon)?.slice(0, MAX_ICON);
  const description = line(values.description);
  const emoji = line(values.emoji);
  const cover = line(values.cover);
  return {
    path,
    title: line(values.title) ?? heading ?? titleOfName(path),
    slug: slugOf(path),
    markdown: body,
    git: { oid: gitOid(bytes), path },
    ...(description !== undefined && { description }),
    ...(icon !== undefined && { icon }),
    ...(emoji !== undefined && { emoji }),
    ...((values.hidden === true || values.visible === false) && { hidden: true }),
    ...(cover !== undefined && { coverPath: cover }),
  };
}
