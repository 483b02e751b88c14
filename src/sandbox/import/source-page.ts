import { decodeEntities } from "../../shared/markdown/entities.js";
import { sectionsOf } from "../../shared/markdown/outline.js";
import { isIndex } from "../../shared/text/hrefs.js";
import { gitOid } from "../content/documents.js";
import { slugify } from "../content/pages.js";
import type { PageFields, PageInput } from "../content/types.js";
import { type Folder, readText } from "./folder.js";
import { invalidLine, isMapping, line, mappingOf, type Values, variablesOf, type Yaml } from "./mapping.js";

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

/** The page in a file; undefined, with an entry in `skipped`, if it cannot be read. */
export function readPage(yaml: Yaml, folder: Folder, path: string): SourcePage | undefined {
  const found = readText(folder, path);
  if (!found) return undefined;
  const { text, bytes } = found;
  const parts = splitFrontMatter(yaml, text);
  if (parts === "aliases") {
    folder.skipped.push({ path, why: "front matter with too many aliases" });
    return undefined;
  }
  const { values, body, problem } = parts;
  if (problem !== undefined) {
    const why = `its front matter is no valid YAML (line ${problem}), so it is text of the page`;
    folder.skipped.push({ path, why });
  }
  const unread = Object.keys(values).filter((name) => !FIELDS.has(name));
  if (unread.length > 0) {
    const why = `fields of its front matter that pages do not have: ${unread.join(", ").slice(0, 200)}`;
    folder.skipped.push({ path, why });
  }
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

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const MAX_FRONT_MATTER = 64 * 1024;
const MAX_ICON = 50;

/** Pictures above a page: paths as written. */
interface Covers {
  light?: string;
  dark?: string;
  yPos?: number;
}

/** The members that are read of the front matter. */
const FIELDS = new Set(
  "title description cover coverDark coverY icon emoji layout vars hidden visible noIndex noRobotsIndex".split(" "),
);

interface Parts {
  values: Values;
  body: string;
  /** The line of the file at which the front matter is no valid YAML. */
  problem?: number;
}

/** Splits text and front matter; what is not a YAML mapping belongs to the text. `aliases` as in `mappingOf`. */
function splitFrontMatter(yaml: Yaml, text: string): Parts | "aliases" {
  const match = FRONT_MATTER.exec(text);
  const none = { values: {}, body: text };
  if (!match || (match[1] ?? "").length > MAX_FRONT_MATTER) return none;
  const values = mappingOf(yaml, match[1] ?? "");
  if (values === undefined) {
    const line = invalidLine(yaml, match[1] ?? "");
    return line === undefined ? none : { ...none, problem: line + 1 };
  }
  return values === "aliases" ? values : { values, body: text.slice(match[0].length) };
}

const PARTS = ["cover", "title", "description", "tableOfContents", "outline", "pagination", "metadata"];

/** `cover: {visible: true, size: full}` becomes `cover: true` and `coverSize: full`, as in the contract. */
function layoutOf(value: unknown): PageFields["layout"] {
  if (!isMapping(value)) return undefined;
  const layout: Record<string, string | boolean> = {};
  const width = line(value.width);
  const size = isMapping(value.cover) ? line(value.cover.size) : undefined;
  if (width !== undefined) layout.width = width;
  for (const part of PARTS) {
    const given = value[part];
    const visible = isMapping(given) ? given.visible : given;
    if (typeof visible === "boolean") layout[part] = visible;
  }
  if (size !== undefined) layout.coverSize = size;
  return Object.keys(layout).length === 0 ? undefined : layout;
}

function coversOf(values: Values): Covers | undefined {
  const light = line(values.cover);
  const dark = line(values.coverDark);
  if (light === undefined && dark === undefined) return undefined;
  const written = Number(line(values.coverY));
  const yPos = Number.isFinite(written) ? written : undefined;
  return {
    ...(light !== undefined && { light }),
    ...(dark !== undefined && { dark }),
    ...(yPos !== undefined && { yPos }),
  };
}

/** The front matter of a page, except title and pictures. */
function fieldsOf(values: Values): Partial<PageFields> {
  const fields: Partial<PageFields> = {};
  const icon = line(values.icon)?.slice(0, MAX_ICON);
  const description = line(values.description);
  const emoji = line(values.emoji);
  const layout = layoutOf(values.layout);
  const variables = variablesOf(values.vars);
  if (description !== undefined) fields.description = description;
  if (icon !== undefined) fields.icon = icon;
  if (emoji !== undefined) fields.emoji = emoji;
  if (layout) fields.layout = layout;
  if (variables) fields.variables = variables;
  if (values.hidden === true || values.visible === false) fields.hidden = true;
  if (values.noIndex === true) fields.noIndex = true;
  if (values.noRobotsIndex === true) fields.noRobotsIndex = true;
  return fields;
}
