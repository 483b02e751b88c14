import type { Token, Tokens } from "marked";
import { MAX_DEPTH, yamlDepth, yamlKeyProblems } from "../../shared/documents/bounds.js";
import { isIndex, parseHref, resolvePath } from "../../shared/markdown/elements.js";
import { plainText, sectionsOf } from "../../shared/markdown/outline.js";
import { cutTokens, isOwn, type MarkdownParser } from "../../shared/markdown/tokens.js";
import { decodeEntities } from "../../shared/text/markup.js";
import { gitOid, slugify } from "../content/pages.js";
import type { PageFields, PageInput } from "../content/types.js";
import { type Folder, readText } from "./folder.js";

// YAML from an untrusted folder: front matter, settings and variables.

export type Yaml = typeof import("yaml");
export type Values = Record<string, unknown>;

const MAX_ALIASES = 10;

/**
 * A mapping; undefined for anything else; `aliases` if there are too many to expand. Numbers are texts, as they are written
 * (`1.10`, `007`), and so is an alias of nothing (`*Important*`).
 */
export function mappingOf(yaml: Yaml, text: string): Values | "aliases" | undefined {
  if (yamlDepth(text) > MAX_DEPTH) return undefined;
  const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const problems = [...document.errors, ...yamlKeyProblems(yaml, document.contents)];
  if (problems.length > 0 || !(document.contents === null || yaml.isMap(document.contents))) return undefined;
  const anchors = new Set<string>();
  yaml.visit(document, {
    Value: (_, node) => {
      if (node.anchor !== undefined) anchors.add(node.anchor);
      if (yaml.isScalar(node) && typeof node.value === "number" && node.source !== undefined) node.value = node.source;
    },
    Alias: (_, node) => (anchors.has(node.source) ? undefined : new yaml.Scalar(`*${node.source}`)),
  });
  try {
    const values: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // Checked above to be a mapping.
    return (values ?? {}) as Values;
  } catch (error) {
    if (error instanceof ReferenceError) return "aliases";
    throw error;
  }
}

/** The line, from 1, at which a text is no valid YAML; undefined where it is valid. */
function invalidLine(yaml: Yaml, text: string): number | undefined {
  if (yamlDepth(text) > MAX_DEPTH) return 1;
  const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const [error] = document.errors;
  if (error) return text.slice(0, error.pos[0]).split("\n").length;
  return yamlKeyProblems(yaml, document.contents).length > 0 ? 1 : undefined;
}

export const isMapping = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One line of text; undefined if there is no text. */
export function line(value: unknown): string | undefined {
  if (typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  return text === "" ? undefined : text;
}

/** Variables contain text: numbers and booleans become the text as written, anything else is dropped. */
export function variablesOf(values: unknown): Record<string, string> | undefined {
  if (!isMapping(values)) return undefined;
  const named = Object.entries(values).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  return named.length === 0 ? undefined : Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
}

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

/** A line of SUMMARY.md: a page in the folder, an address elsewhere, or just a title. */
export interface SummaryEntry {
  title: string;
  path?: string;
  /** For a page: the heading that the entry links to. */
  anchor?: string;
  url?: string;
  /** For a group: its path segment, if its heading has an id. */
  slug?: string;
  children: SummaryEntry[];
}

/** Attributes of an element in a heading; its `id` becomes the group's slug. */
const ID = /<a\b[^<>]{0,500}?\sid\s{0,9}=\s{0,9}["']([^"'<>]{1,200})["']/i;

const titleOf = (markdown: string) => decodeEntities(plainText(markdown));

function firstLink(marked: MarkdownParser, tokens: Token[]): Tokens.Link | undefined {
  let found: Tokens.Link | undefined;
  new marked.Marked().walkTokens(tokens, (token) => {
    if (isOwn(token, "link")) found ??= token;
  });
  return found;
}

/** The entry for a list item. If it has no text, the entries below take its place: no page is without a title. */
function makeEntries(marked: MarkdownParser, from: string, item: Tokens.ListItem): SummaryEntry[] {
  const entry = makeEntry(marked, from, item);
  return entry.title.trim() === "" && entry.path === undefined ? entry.children : [entry];
}

function makeEntry(marked: MarkdownParser, from: string, item: Tokens.ListItem): SummaryEntry {
  const own = item.tokens.filter(({ type }) => type !== "list");
  const lists = item.tokens.filter((token) => isOwn(token, "list"));
  const children = lists.flatMap((list) => list.items.flatMap((child) => makeEntries(marked, from, child)));
  const link = firstLink(marked, own);
  if (!link) return { title: titleOf(own.map(({ raw }) => raw).join(" ")), children };
  const title = titleOf(link.text);
  const href = parseHref(decodeEntities(link.href));
  if (href.kind === "url") return { title: title || href.url, url: href.url, children };
  const path = href.path === "" ? undefined : resolvePath(from, href.path);
  const { anchor = "" } = href;
  return { title, ...(path !== undefined && { path, ...(anchor !== "" && { anchor }) }), children };
}

/**
 * Order and titles from the table of contents at `from`: a heading below the first level starts a group with the
 * entries after it; a horizontal rule ends the group.
 */
export function parseSummary(marked: MarkdownParser, from: string, markdown: string): SummaryEntry[] {
  const top: SummaryEntry[] = [];
  let into = top;
  for (const token of cutTokens(marked, markdown)) {
    if (token.type === "heading" && token.depth > 1) {
      const id = ID.exec(token.raw)?.[1];
      const group: SummaryEntry = { title: titleOf(token.text), ...(id && { slug: slugify(id) }), children: [] };
      into = group.title === "" ? top : group.children;
      if (into !== top) top.push(group);
    } else if (token.type === "hr") {
      into = top;
    } else if (isOwn(token, "list")) {
      into.push(...token.items.flatMap((item) => makeEntries(marked, from, item)));
    }
  }
  return top;
}
