/**
 * Reads a Markdown text once, for all who ask about it: headings, links, pictures, tags and ids, each with its offset, and
 * which part of the text is code, a comment or prose.
 */
import type { Token, Tokens } from "marked";
import { decodeEntities } from "../text/markup.js";
import { CODE, type Collected, type Element, FRONT_MATTER, type MarkdownText, OTHER } from "./elements.js";
import {
  type BlockTag,
  cutTokens,
  type InlineTag,
  isInlineTag,
  isNote,
  isOwn,
  isTag,
  type MarkdownParser,
} from "./tokens.js";

// The place of a token's text in its document: marks of quotes, lists and notes are no part of the text inside.

/** A text and where each of its lines begins in the document. */
interface Span {
  text: string;
  /** Offsets in the text and in the document, one a line. */
  own: readonly number[];
  outer: readonly number[];
}

/** Offsets of the lines of a text. */
const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
};

/** The document itself. `from`: where the text begins in it. */
function wholeSpan(text: string, from: number): Span {
  const own = lineStarts(text);
  return { text, own, outer: own.map((start) => start + from) };
}

/** The line of an offset, by the starts of the lines. */
function lineIndex(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    // It is below their number.
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** An offset of the text as one of the document. */
function offsetIn({ own, outer }: Span, at: number): number {
  const line = lineIndex(own, at);
  return (outer[line] ?? 0) + at - (own[line] ?? 0);
}

/**
 * The text inside a token that begins at `at`. Each of its lines is the end of a line of the token.
 * @param raw the token as it is written
 */
function innerSpan(span: Span, at: number, raw: string, text: string): Span {
  const own = lineStarts(text);
  const rawStarts = lineStarts(raw);
  const outer = own.map((start, line) => {
    const from = rawStarts[Math.min(line, rawStarts.length - 1)] ?? 0;
    const written = lineAt(raw, from);
    const inner = lineAt(text, start);
    const column = written.endsWith(inner) ? written.length - inner.length : 0;
    return offsetIn(span, at + from + column);
  });
  return { text, own, outer };
}

function lineAt(text: string, from: number): string {
  const end = text.indexOf("\n", from);
  return text.slice(from, end < 0 ? text.length : end).trimEnd();
}

/** Searches for a token that is not where it should be, as the library leaves some out. */
const WINDOW = 4_000;

/** Tokens with their offsets in the text, one after the other from `from`. */
function* placed<T extends Token>(tokens: readonly T[], { text }: Span, from = 0): Generator<[token: T, at: number]> {
  let next = from;
  for (const token of tokens) {
    const isThere = text.startsWith(token.raw, next);
    const found = isThere ? next : text.slice(next, next + WINDOW + token.raw.length).indexOf(token.raw);
    const at = isThere || found < 0 ? next : next + found;
    yield [token, at];
    next = at + token.raw.length;
  }
}

// Reads HTML in a Markdown text. Every pattern is bounded: the time grows with the length of the text.

/** A longer tag is text: pages may come from strangers. */
const TAG = /<([a-z][a-z0-9]*)(?=[\s/>])([^<>]{0,4000})>/gi;
const ATTRIBUTE = /(?:^|\s)([a-z][a-z-]{0,40})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
/** Elements whose content is no Markdown. */
const RAW = new Set(["pre", "code", "script", "style", "textarea", "svg"]);
const LONGEST_RAW = 20_000;
const LONGEST_TITLE = 1_000;
const LONGEST_SHOWN = 600;
const EMBEDS = new Set(["img", "source", "video", "audio", "iframe", "embed"]);
const CAPTION = /^[^<]{0,200}(?:<\/(?:a|picture)>\s{0,99}){0,2}<figcaption[^<>]{0,200}>\s{0,200}(?!\s|<\/figcaption)/i;

interface HtmlReader {
  /** @param raw HTML that begins at an offset of the text */
  read(raw: string, at: number): void;
  /** Ids that are read meanwhile belong to a heading. */
  idsInto(ids: string[], read: () => void): void;
}

type Attributes = ReadonlyMap<string, string>;

function attributesOf(written: string): Attributes {
  const all = new Map<string, string>();
  for (const [, name = "", double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!all.has(key)) all.set(key, decodeEntities(double ?? single ?? bare ?? ""));
  }
  return all;
}

/** The addresses in `srcset`; each may be followed by a width or a density. */
const candidates = (srcset: string): string[] =>
  srcset.split(",").flatMap((candidate) => {
    const address = candidate.trim().replace(/\s+[\d.]{1,9}[wx]$/, "");
    return address === "" ? [] : [address];
  });

/** The text between an offset and the end tag; undefined if that is not near. */
function innerAt(text: string, from: number, name: string, longest: number): string | undefined {
  const near = text.slice(from, from + longest + name.length + 3);
  const end = near.search(new RegExp(`</${name}\\s{0,9}>`, "i"));
  return end < 0 ? undefined : near.slice(0, end);
}

/** Takes comments out of HTML and notes them. */
function withoutComments({ comments, mark, text }: Collected, raw: string, at: number): string {
  let left = "";
  let done = 0;
  for (let from = raw.indexOf("<!--"); from >= 0; from = raw.indexOf("<!--", done)) {
    const end = raw.indexOf("-->", from + 4);
    if (end < 0) break;
    comments.push({ from: at + from, to: at + end + 3, text: text.slice(at + from + 4, at + end) });
    mark(OTHER, at + from, at + end + 3);
    left += raw.slice(done, from) + " ".repeat(end + 3 - from);
    done = end + 3;
  }
  return left + raw.slice(done);
}

/** The place of a picture that is the content of a figure. */
const FIGURE = /<figure[^<>]{0,200}>\s{0,99}(?:<(?:a|picture)\b[^<>]{0,200}>\s{0,99}){0,2}$/i;

function isDescribed(attributes: Attributes, isInFigure: boolean): boolean {
  const isDecoration = ["presentation", "none"].includes(attributes.get("role") ?? "");
  const hasAlt = isInFigure ? (attributes.get("alt") ?? "").trim() !== "" : attributes.has("alt");
  return isDecoration || attributes.get("aria-hidden") === "true" || hasAlt || hasLabel(attributes);
}

const hasLabel = (attributes: Attributes): boolean => attributes.has("aria-label") || attributes.has("aria-labelledby");

function readPicture({ pictures, text }: Collected, attributes: Attributes, at: number, end: number): void {
  const isCaptioned = CAPTION.test(text.slice(end, end + 900));
  pictures.push({
    at,
    href: attributes.get("src") ?? "",
    // The service writes an empty one into each figure without a description.
    alt:
      isCaptioned || isDescribed(attributes, FIGURE.test(text.slice(Math.max(0, at - 300), at)))
        ? (attributes.get("alt") ?? "")
        : undefined,
  });
}

function readLinks(collected: Collected, name: string, attributes: Attributes, at: number, end: number): void {
  const { links, text } = collected;
  const href = attributes.get("href");
  if (name === "a" && href !== undefined) {
    const shown = innerAt(text, end, name, LONGEST_SHOWN) ?? text.slice(end, end + LONGEST_SHOWN);
    links.push({ at, href: href.trim(), shown });
  }
  if (!EMBEDS.has(name)) return;
  if (name === "img") readPicture(collected, attributes, at, end);
  const source = name === "img" ? undefined : attributes.get("src");
  if (source !== undefined) links.push({ at, href: source, shown: undefined });
  for (const one of candidates(attributes.get("srcset") ?? "")) links.push({ at, href: one, shown: undefined });
}

function createHtmlReader(collected: Collected): HtmlReader {
  const { text, headings, anchored, mark } = collected;
  let ids: string[] | undefined;
  const readTag = (name: string, attributes: Attributes, at: number, end: number) => {
    const own = ["id", "name"].flatMap((key) => attributes.get(key) ?? []);
    const isTitle = name === "summary" || /^h[1-6]$/.test(name);
    const title = isTitle ? innerAt(text, end, name, LONGEST_TITLE) : undefined;
    if (ids) ids.push(...own);
    else if (own.length > 0 || title !== undefined)
      anchored.push({ at, ids: own, ...(title !== undefined && { title: title.replace(/<[^<>]{0,1000}>/g, " ") }) });
    if (isTitle && name !== "summary") headings.push({ at, level: Number(name[1]), title: title ?? "" });
    readLinks(collected, name, attributes, at, end);
  };
  return {
    read(raw, at) {
      const html = withoutComments(collected, raw, at);
      let skipped = 0;
      for (const { index, 0: tag, 1: name = "", 2: written = "" } of html.matchAll(TAG)) {
        if (index < skipped) continue;
        const lower = name.toLowerCase();
        const end = index + tag.length;
        const inner = RAW.has(lower) ? innerAt(text, at + end, lower, LONGEST_RAW) : undefined;
        readTag(lower, attributesOf(written), at + index, at + end);
        if (inner === undefined) continue;
        skipped = end + inner.length;
        mark(CODE, at + index, at + skipped + lower.length + 3);
      }
    },
    idsInto(list, read) {
      ids = list;
      read();
      ids = undefined;
    },
  };
}

/** A text without any of these has no link, picture, tag or HTML; with code, where that is asked for. */
const LINKS = /[[<@{]|:\/\/|www\./i;
const LINKS_AND_CODE = /[[<@{`]|:\/\/|www\./i;

interface ReadOptions {
  /** Leave code within lines unmarked: for those who ask for links and anchors alone. */
  linksOnly?: boolean;
}

export function readMarkdown(marked: MarkdownParser, written: string, options: ReadOptions = {}): MarkdownText {
  // The library reads line ends so; the length stays the same.
  const text = written.includes("\r") ? written.replace(/\r\n?/g, (end) => (end === "\r" ? "\n" : " \n")) : written;
  const kinds = new Uint8Array(text.length);
  const collected: Collected = {
    text,
    headings: [],
    links: [],
    pictures: [],
    anchored: [],
    comments: [],
    mark: (kind, from, to) => kinds.fill(kind, from, to),
  };
  const start = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  collected.mark(OTHER, 0, start);
  const body = text.slice(start);
  const only = options.linksOnly ? LINKS : LINKS_AND_CODE;
  const reader: Reader = { collected, html: createHtmlReader(collected) };
  const span = wholeSpan(body, start);
  readBlocks(reader, cutTokens(marked, body, { only, tags: "all" }), span);
  const starts = lineStarts(text);
  const inOrder = <T extends Omit<Element, "line">>(found: readonly T[]) =>
    [...found].sort((one, other) => one.at - other.at).map((one) => ({ ...one, line: lineIndex(starts, one.at) + 1 }));
  const first = kinds.indexOf(CODE);
  let prose: string | undefined;
  return {
    text,
    headings: inOrder(collected.headings),
    links: inOrder(collected.links.filter(({ at }) => kinds[at] !== CODE)),
    pictures: inOrder(collected.pictures.filter(({ at }) => kinds[at] !== CODE)),
    anchored: inOrder(collected.anchored),
    comments: collected.comments,
    get prose() {
      prose ??= proseOf(text, kinds);
      return prose;
    },
    isCode: (offset) => kinds[offset] === CODE,
    hasCode: (before = text.length) => first >= 0 && first < before,
  };
}

interface Reader {
  collected: Collected;
  html: HtmlReader;
}

/** Blocks, one after the other in the text of the span. */
function readBlocks(reader: Reader, tokens: readonly Token[], span: Span, from = 0): void {
  for (const [token, at] of placed(tokens, span, from)) readBlock(reader, token, at, span);
}

function readBlock(reader: Reader, token: Token, at: number, span: Span): void {
  const { collected } = reader;
  if (isTag(token)) readTag(reader, token, at, span);
  else if (isNote(token)) {
    const ids = ["fn", "fnref"].map((kind) => `user-content-${kind}-${token.label}`);
    collected.anchored.push({ at: offsetIn(span, at), ids });
    readInside(reader, token.tokens, token.raw, at, span);
  } else if (isOwn(token, "heading")) readHeading(reader, token, at, span);
  else if (token.type === "code") collected.mark(CODE, offsetIn(span, at), offsetIn(span, at + token.raw.length));
  else if (token.type === "html") reader.html.read(token.raw, offsetIn(span, at));
  else if (isOwn(token, "blockquote")) readInside(reader, token.tokens, token.raw, at, span);
  else if (isOwn(token, "list")) {
    for (const [item, start] of placed(token.items, span, at)) readInside(reader, item.tokens, item.raw, start, span);
  } else if (isOwn(token, "table")) readTable(reader, token, at, span);
  else if ("tokens" in token && token.tokens) readText(reader, token, at, span);
}

/** Blocks whose text is written with marks before each line. */
function readInside(reader: Reader, tokens: readonly Token[], raw: string, at: number, span: Span): void {
  const text = tokens.map((token) => token.raw).join("");
  readBlocks(reader, tokens, innerSpan(span, at, raw, text));
}

/** The text inside a token that shows it as it is written. */
function readText(reader: Reader, token: Token, at: number, span: Span): void {
  const text = "text" in token && typeof token.text === "string" ? token.text : "";
  const inside = Math.max(0, token.raw.indexOf(text));
  readInlines(reader, ("tokens" in token && token.tokens) || [], span, at + inside);
}

const CUSTOM_ID = /\s*\{#([\w-]+)\}\s*$/;

function readHeading(reader: Reader, token: Tokens.Heading, at: number, span: Span): void {
  const { collected, html } = reader;
  const start = offsetIn(span, at);
  const custom = CUSTOM_ID.exec(token.text)?.[1];
  const title = token.text.replace(CUSTOM_ID, "");
  collected.headings.push({ at: start, level: token.depth, title });
  const ids: string[] = custom === undefined ? [] : [custom];
  collected.anchored.push({ at: start, title, ids });
  html.idsInto(ids, () => readText(reader, token, at, span));
}

/** A row a line; below the first is the line of dashes. */
function readTable(reader: Reader, { header, rows, raw }: Tokens.Table, at: number, span: Span): void {
  const starts = lineStarts(raw);
  [header, ...rows].forEach((cells, row) => {
    const line = row === 0 ? 0 : row + 1;
    let next = starts[line] ?? 0;
    const end = starts[line + 1] ?? raw.length;
    for (const { text, tokens } of cells) {
      const found = raw.indexOf(text, next);
      if (found >= 0 && found < end) next = found;
      readInlines(reader, tokens, span, at + next);
      if (found === next) next += text.length;
    }
  });
}

const LEADING = ["url", "src", "page"];
const LINKING = new Set(["content-ref", "page-ref", "file", "embed", "include"]);

function linkOfTag({ collected }: Reader, { name, argument, attributes }: BlockTag | InlineTag, at: number): void {
  if (!LINKING.has(name)) return;
  const href = LEADING.map((key) => attributes[key]).find((value) => value !== undefined) ?? argument;
  if (href !== undefined) collected.links.push({ at, href: decodeEntities(href), shown: undefined });
}

function readTag(reader: Reader, tag: BlockTag, at: number, span: Span): void {
  const start = offsetIn(span, at);
  if (tag.name === "raw") {
    reader.collected.mark(CODE, start, offsetIn(span, at + tag.raw.length));
    return;
  }
  linkOfTag(reader, tag, start);
  const { title } = tag.attributes;
  if (tag.name === "tab" && title !== undefined) reader.collected.anchored.push({ at: start, title });
  readBlocks(reader, tag.tokens, span, at + tag.raw.indexOf("\n") + 1);
}

function readInlines(reader: Reader, tokens: readonly Token[], span: Span, from: number): void {
  for (const [token, at] of placed(tokens, span, from)) readInline(reader, token, at, span);
}

function readInline(reader: Reader, token: Token, at: number, span: Span): void {
  const { collected, html } = reader;
  const start = offsetIn(span, at);
  if (isInlineTag(token)) {
    if (token.name === "raw") collected.mark(CODE, start, offsetIn(span, at + token.raw.length));
    else linkOfTag(reader, token, start);
  } else if (token.type === "codespan") collected.mark(CODE, start, offsetIn(span, at + token.raw.length));
  else if (token.type === "html") html.read(token.raw, start);
  else if (isOwn(token, "link")) {
    collected.links.push({ at: start, href: decodeEntities(token.href), shown: token.text });
    readText(reader, token, at, span);
  } else if (isOwn(token, "image")) readImage(reader, token, start);
  else if ("tokens" in token && token.tokens) readText(reader, token, at, span);
}

function readImage({ collected }: Reader, { href, title, text }: Tokens.Image, at: number): void {
  const alt = text.trim();
  const isDescribed = alt !== "" || (title ?? "") !== "";
  collected.pictures.push({ at, href: decodeEntities(href), alt: isDescribed ? alt : undefined });
}

/** Line by line: an expression that replaces each character takes ten times as long. */
const blanksFor = (part: string): string =>
  part
    .split("\n")
    .map(({ length }) => " ".repeat(length))
    .join("\n");

function proseOf(text: string, kinds: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const kind = kinds[at];
    let to = at + 1;
    while (to < text.length && kinds[to] === kind) to += 1;
    const part = text.slice(at, to);
    parts.push(kind === 0 ? part : blanksFor(part));
    at = to;
  }
  return parts.join("");
}
