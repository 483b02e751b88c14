/** The elements of a Markdown text, and the parts of a link's destination; nothing is looked up. */
import { decodeSegment } from "../ids.js";
import { composed } from "../text/names.js";

export interface Element {
  /** Offset in the text. */
  at: number;
  /** From 1. */
  line: number;
}

export interface Heading extends Element {
  level: number;
  /** With its markup. */
  title: string;
}

interface Picture extends Element {
  href: string;
  /** Undefined where nothing describes it; empty for decoration. */
  alt: string | undefined;
}

export interface TextLink extends Element {
  /** As it is written, without character references. */
  href: string;
  /** Its visible text, as it is written; undefined where another place has it. */
  shown: string | undefined;
}

/** The target of an anchor: a heading, a summary, a tab, a note, an element with an id. */
export interface Anchored extends Element {
  title?: string;
  ids?: readonly string[];
}

export interface Comment {
  /** Offsets of `<!--` and of what follows `-->`. */
  from: number;
  to: number;
  text: string;
}

/** Each list is in the order of the text. */
export interface MarkdownText {
  text: string;
  /** As long as the text, with blanks for code, comments and front matter. */
  prose: string;
  headings: readonly Heading[];
  /** Also those of tags, such as `{% file src="a.pdf" %}`. */
  links: readonly TextLink[];
  pictures: readonly Picture[];
  anchored: readonly Anchored[];
  comments: readonly Comment[];
  isCode(offset: number): boolean;
  /** Checks whether there is any before an offset. */
  hasCode(before?: number): boolean;
}

/** Before the lines are known. */
type Found<T extends Element> = Omit<T, "line">;

/** The elements that are collected of a text. */
export interface Collected {
  text: string;
  headings: Found<Heading>[];
  links: Found<TextLink>[];
  pictures: Found<Picture>[];
  anchored: Found<Anchored>[];
  comments: Comment[];
  mark(kind: typeof CODE | typeof OTHER, from: number, to: number): void;
}

/** Of a text whose lines end with a line feed. */
export const FRONT_MATTER = /^---[ \t]*\n(?:[\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

export const CODE = 1;
export const OTHER = 2;

// Finds the place of something in a page.

/**
 * The first line, from 1, that links to `target` or else has it as words; 1 where none does.
 * @param target as the service names it: an address, or a path from the space
 * @param file of the page, from the space
 */
export const findLine = (page: MarkdownText, target: string, file: string): number =>
  linesWith(page, target, file)[0] ?? 1;

/** All such lines. */
export function linesWith(page: MarkdownText, target: string, file: string): number[] {
  const named = partsOf(target);
  const written = [...page.links, ...page.pictures]
    .sort((one, other) => one.at - other.at)
    .map(({ href, line }) => ({ line, ...destinationOf(href, file) }));
  type Destination = (typeof written)[number];
  const kinds: ((one: Destination) => boolean)[] = [
    ({ path, anchor }) => path === named.path && anchor === named.anchor,
    ({ href }) => href === target,
    // The path of a page need not be that of its file.
    ({ anchor }) => anchor !== "" && anchor === named.anchor,
    ({ path }) => path === named.path,
  ];
  for (const is of kinds) {
    const found = written.filter(is).map(({ line }) => line);
    if (found.length > 0) return found;
  }
  return linesWithWords(page.text, target);
}

/** `api/Client.md#close` as the path `api/client` and its anchor: the service names a page by its path, the text by its file. */
function partsOf(target: string): { path: string; anchor: string } {
  const [, path = "", anchor = ""] = /^([^#]*)#?(.*)$/s.exec(target) ?? [];
  const plain = path
    .toLowerCase()
    .replace(/\.(?:md|markdown)$/, "")
    .replace(/(?:^|\/)(?:readme|index)$/, "");
  return { path: plain, anchor };
}

function destinationOf(href: string, file: string): { href: string; path: string; anchor: string } {
  const parsed = parseHref(href);
  if (parsed.kind === "url") return { href, ...partsOf(parsed.url) };
  const path = parsed.path === "" ? file : (resolvePath(file, parsed.path) ?? parsed.path);
  return { href, path: partsOf(path).path, anchor: parsed.anchor ?? "" };
}

/** A title or a variable in the front matter is not in the text. */
function linesWithWords(text: string, words: string): number[] {
  const front = FRONT_MATTER.exec(text)?.[0] ?? "";
  const first = front.split("\n").length - 1;
  return text.split("\n").flatMap((line, index) => (index >= first && hasWords(line, words) ? [index + 1] : []));
}

/** Not as a part of other words. */
function hasWords(line: string, words: string): boolean {
  if (words === "") return false;
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1)) {
    const around = `${line[at - 1] ?? " "}${line[at + words.length] ?? " "}`;
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return false;
}

// Destinations of links.

type Href =
  | { kind: "url"; url: string }
  /** `path` is decoded and has no query; it is empty for a link within the page. Without `#`, `anchor` is absent. */
  | { kind: "local"; path: string; anchor?: string };

export function parseHref(href: string): Href {
  const text = href.trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith("//")) return { kind: "url", url: text };
  const hash = text.indexOf("#");
  const before = hash < 0 ? text : text.slice(0, hash);
  const path = decodeSegment(before.split("?", 1)[0] ?? "");
  if (hash < 0) return { kind: "local", path };
  return { kind: "local", path, anchor: decodeSegment(text.slice(hash + 1)) };
}

/**
 * The path, from the root of the content, that `path` means in the file `from`; undefined if it leads out of the
 * content. A leading `/` is the root; a trailing one is dropped.
 */
export function resolvePath(from: string, path: string): string | undefined {
  const segments = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return composed(segments.join("/"));
}

/** The way from the file `from` to a path, both from the root of the content. */
export function relativePath(from: string, path: string): string {
  const [base, to] = [from.split("/").slice(0, -1), path.split("/")];
  const apart = base.findIndex((segment, at) => segment !== to[at]);
  const same = apart < 0 ? base.length : apart;
  return [...base.slice(same).map(() => ".."), ...to.slice(same)].join("/");
}

export const isMarkdown = (path: string) => /\.(md|markdown)$/i.test(path);
/** Checks whether it is the page of its folder. */
export const isIndex = (path: string) => /(^|\/)(readme|index)\.(md|markdown)$/i.test(path);
