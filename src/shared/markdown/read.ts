/**
 * Reads a Markdown text once, for all who ask about it: headings, links, pictures, tags and ids, each with its offset, and
 * which part of the text is code, a comment or prose.
 */
import type { Token, Tokens } from "marked";
import { type BlockTag, type InlineTag, isInlineTag, isTag } from "./block-tags.js";
import { CODE, type Collected, type Element, FRONT_MATTER, type MarkdownText, OTHER } from "./elements.js";
import { decodeEntities } from "./entities.js";
import { createHtmlReader, type HtmlReader } from "./html.js";
import { isNote } from "./notes.js";
import { innerSpan, lineIndex, lineStarts, offsetIn, placed, type Span, wholeSpan } from "./places.js";
import { type MarkdownParser, tokensOf } from "./tokens.js";

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
  readBlocks(reader, tokensOf(marked, body, { only, tags: "all" }), span);
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

// Tokens that no extension adds are the library's own.
function readBlock(reader: Reader, token: Token, at: number, span: Span): void {
  const { collected } = reader;
  if (isTag(token)) readTag(reader, token, at, span);
  else if (isNote(token)) {
    const ids = ["fn", "fnref"].map((kind) => `user-content-${kind}-${token.label}`);
    collected.anchored.push({ at: offsetIn(span, at), ids });
    readInside(reader, token.tokens, token.raw, at, span);
  } else if (token.type === "heading") readHeading(reader, token as Tokens.Heading, at, span);
  else if (token.type === "code") collected.mark(CODE, offsetIn(span, at), offsetIn(span, at + token.raw.length));
  else if (token.type === "html") reader.html.read(token.raw, offsetIn(span, at));
  else if (token.type === "blockquote") readInside(reader, (token as Tokens.Blockquote).tokens, token.raw, at, span);
  else if (token.type === "list") {
    for (const [item, start] of placed((token as Tokens.List).items, span, at)) {
      readInside(reader, (item as Tokens.ListItem).tokens, item.raw, start, span);
    }
  } else if (token.type === "table") readTable(reader, token as Tokens.Table, at, span);
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
  else if (token.type === "link") {
    const { href, text } = token as Tokens.Link;
    collected.links.push({ at: start, href: decodeEntities(href), shown: text });
    readText(reader, token, at, span);
  } else if (token.type === "image") readImage(reader, token as Tokens.Image, start);
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
