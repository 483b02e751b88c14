/** The tokens of a Markdown text. The library is loaded when content is first read. */
import type { MarkedToken, Token, Tokenizer, TokenizerExtensionFunction } from "marked";
import { FENCE } from "./outline.js";

/** A text without markup. */
const textToken = (text: string): Token => ({ type: "text", raw: text, text, escaped: false });

/** Tokens of these types are the library's own: its type of any token has an open member, which keeps `type` from saying so. */
export const isOwn = <T extends MarkedToken["type"]>(
  token: Token,
  type: T,
): token is Extract<MarkedToken, { type: T }> => token.type === type;

/** A block written between `{% name key="value" %}` and `{% endname %}`, or without an end tag. */
export interface BlockTag {
  type: "tag";
  raw: string;
  name: string;
  /** An argument without a key, as in `{% include "a.md" %}`. */
  argument?: string;
  attributes: Record<string, string>;
  closed: boolean;
  tokens: Token[];
}

export const isTag = (token: { type: string }): token is BlockTag => token.type === "tag";

/** A tag on a line of its own. Bounded, because pages come from strangers. */
const LINE = /^ {0,3}\{% {0,9}([a-z][a-z0-9-]{0,40})((?:[^%\n]|%(?!\})){0,4000})%\}[ \t]*$/;
const ATTRIBUTE = /(?:([\w-]{1,100})=)?(?:"([^"]{0,4000})"|'([^']{0,4000})'|([^\s"'=]{1,4000}))/g;
/** A paragraph ends before a line that starts like this. */
const NEXT_TAG = /\n {0,3}\{%/;
const END = /\{% {0,9}end([a-z][a-z0-9-]{0,40})/g;
/** Limit on searches for end tags in one text: bounds the nesting, and the cost of tags that are never closed. */
const MOST_TIMES = 30;

const lineAt = (text: string, at: number) => {
  const end = text.indexOf("\n", at);
  return text.slice(at, end < 0 ? text.length : end);
};

/** Finds the start of the line with a block's end tag; undefined if there is none. Skips lines of code. */
function findEnd(source: string, from: number, name: string): number | undefined {
  let depth = 1;
  let fence = "";
  for (let at = from; at < source.length; ) {
    const line = lineAt(source, at);
    const mark = FENCE.exec(line)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
    } else if (mark !== undefined) fence = mark;
    else if (line.includes("{%")) {
      const found = LINE.exec(line)?.[1];
      if (found === name) depth += 1;
      if (found === `end${name}`) depth -= 1;
      if (depth === 0) return at;
    }
    at += line.length + 1;
  }
  return undefined;
}

function readAttributes(written: string): Pick<BlockTag, "argument" | "attributes"> {
  const attributes: Record<string, string> = {};
  let argument: string | undefined;
  for (const [, key, double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? bare ?? "";
    if (key === undefined) argument ??= value;
    else attributes[key] = value;
  }
  return { ...(argument !== undefined && { argument }), attributes };
}

/** Reads such blocks at the start of the remaining text. */
function tagReader(text: string): TokenizerExtensionFunction {
  const ended = new Set([...text.matchAll(END)].map((match) => match[1]));
  let left = MOST_TIMES * (text.length + 1000);
  return function read(source) {
    if (left <= 0 || !/^ {0,3}\{%/.test(source)) return undefined;
    const first = lineAt(source, 0);
    const [, name = "", written = ""] = LINE.exec(first) ?? [];
    if (name === "" || name.startsWith("end")) return undefined;
    const from = Math.min(first.length + 1, source.length);
    const end = ended.has(name) ? findEnd(source, from, name) : undefined;
    if (ended.has(name)) left -= end ?? source.length;
    const last = end === undefined ? from : Math.min(end + lineAt(source, end).length + 1, source.length);
    const inner = end === undefined ? "" : source.slice(from, end);
    const tag = { type: "tag" as const, raw: source.slice(0, last), name, ...readAttributes(written) };
    const tokens = name === "raw" ? [textToken(inner)] : this.lexer.blockTokens(inner, []);
    return { ...tag, closed: end !== undefined, tokens };
  };
}

/** A tag within a paragraph. */
export interface InlineTag extends Omit<BlockTag, "type" | "closed" | "tokens"> {
  type: "inline-tag";
}

export const isInlineTag = (token: { type: string }): token is InlineTag => token.type === "inline-tag";

const INLINE = /^\{% {0,9}([a-z][a-z0-9-]{0,40})((?:[^%\n]|%(?!\})){0,4000})%\}/;
const END_RAW = "{% endraw %}";

/** Reads such a tag at the start of the remaining text; `raw` with all that it encloses. */
const readInlineTag: TokenizerExtensionFunction = (source) => {
  const [raw = "", name = "", written = ""] = INLINE.exec(source) ?? [];
  if (name === "") return undefined;
  const end = name === "raw" ? source.indexOf(END_RAW) : -1;
  const whole = end < 0 ? raw : source.slice(0, end + END_RAW.length);
  return { type: "inline-tag", raw: whole, name, ...readAttributes(written) };
};

/** How far to look for a block that ends the paragraph. */
const WINDOW = 20_000;

/** The text before the next block; all of it if none is near. */
function beforeTag(source: string): string {
  const at = source.slice(0, WINDOW).search(NEXT_TAG);
  return at < 0 ? source : source.slice(0, at + 1);
}

// Notes (`[^1]: ...`): a paragraph, and all that is indented below it.

interface Note {
  type: "note";
  raw: string;
  label: string;
  tokens: Token[];
}

export const isNote = (token: { type: string }): token is Note => token.type === "note";

const LABELED_NOTE = /^ {0,3}\[\^([^\]\s]{1,200})\]:/;
const NEXT_DEFINITION = /\n {0,3}\[[^\]\n]{1,999}\]:/;
/** Lines that belong to the note, below its first paragraph. */
const BELOW = /(?:[ \t]*\n)*(?: {4}|\t)[^\n]*(?:\n|$)/y;

/** Finds the end of the indented text below a paragraph that ends at `from`. */
function endBelow(source: string, from: number): number {
  let end = from;
  for (;;) {
    BELOW.lastIndex = end;
    const found = BELOW.exec(source);
    if (!found || found[0] === "") return end;
    end = BELOW.lastIndex;
  }
}

/** Reads a note at the start of the remaining text. The first paragraph keeps the mark. */
const readNote: TokenizerExtensionFunction = function (source) {
  const [mark, label = ""] = LABELED_NOTE.exec(source) ?? [];
  if (mark === undefined) return undefined;
  const near = source.slice(0, WINDOW).search(NEXT_DEFINITION);
  const paragraph = this.lexer.options.tokenizer?.paragraph(near < 0 ? source : source.slice(0, near + 1));
  if (!paragraph) return undefined;
  const end = endBelow(source, paragraph.raw.length);
  const below = source.slice(paragraph.raw.length, end).replace(/^(?: {4}|\t)/gm, "");
  const tokens = [paragraph, ...this.lexer.blockTokens(below, [])];
  return { type: "note", raw: source.slice(0, end), label, tokens };
};

export const loadMarked = () => import("marked");
export type MarkdownParser = Awaited<ReturnType<typeof loadMarked>>;

/*
 * Texts may come from strangers. The lexer takes quadratic time on a text that is all asterisks, underscores or half an
 * address, and only the stack limits its nesting.
 */
const LONGEST = 20_000;
/** Limit for the sum of squared lengths: some seconds for the worst possible text, never reached by ordinary ones. */
const BUDGET = 2e9;
const DEEPEST = 100;

const NOTE = /^ {0,3}\[\^/;

/** With `tags`, a paragraph ends before a block such as `{% hint %}`. */
function tokenizerOf({ Tokenizer }: MarkdownParser, tags: boolean): Tokenizer {
  const tokenizer = new Tokenizer();
  const define = tokenizer.def.bind(tokenizer);
  // The library would take a note for the definition of a link.
  tokenizer.def = (source) => (NOTE.test(source) ? undefined : define(source));
  if (!tags) return tokenizer;
  const paragraph = tokenizer.paragraph.bind(tokenizer);
  const underlined = tokenizer.lheading.bind(tokenizer);
  tokenizer.lheading = (source) => underlined(beforeTag(source));
  tokenizer.paragraph = (source) => paragraph(beforeTag(source));
  return tokenizer;
}

interface TokenOptions {
  /** Texts that this does not match stay plain text. */
  only?: RegExp;
  /** Turn blocks such as `{% hint %}` into tokens; `all`: also those within a paragraph. */
  tags?: boolean | "all";
}

/** The blocks of a text. Text that is too long or too deeply nested to be parsed stays plain. */
export function cutTokens(
  marked: MarkdownParser,
  markdown: string,
  { only, tags = false }: TokenOptions = {},
): Token[] {
  if (hasDeepList(markdown)) return plainTokens(markdown);
  const tagged = tags !== false && markdown.includes("{%");
  const block: TokenizerExtensionFunction[] = [readNote, ...(tagged ? [tagReader(markdown)] : [])];
  const inline = tagged && tags === "all" && { inline: [readInlineTag], startInline: [startOfTag] };
  const lexer = new marked.Lexer({
    ...marked.getDefaults(),
    tokenizer: tokenizerOf(marked, tagged),
    extensions: { block, ...inline, renderers: {}, childTokens: {} },
  });
  const inlines = lexer.inlineTokens.bind(lexer);
  let spent = 0;
  lexer.inlineTokens = (source, tokens = []) => {
    if (only && !only.test(source)) {
      tokens.push(textToken(source));
      return tokens;
    }
    for (const part of source.length <= LONGEST ? [source] : partsOfText(source)) {
      spent += part.length ** 2;
      if (part.length <= LONGEST && spent <= BUDGET) inlines(part, tokens);
      else tokens.push(textToken(part));
    }
    return tokens;
  };
  const blocks = lexer.blockTokens.bind(lexer);
  let depth = 0;
  const counted = (source: string, tokens?: Token[], lastParagraphClipped?: boolean) => {
    depth += 1;
    // Each level copies everything below it.
    if (depth > DEEPEST) throw new RangeError("nested too deep");
    const found = blocks(source, tokens, lastParagraphClipped);
    depth -= 1;
    return found;
  };
  // The same function as before; an arrow function cannot express its overloads.
  lexer.blockTokens = counted as typeof lexer.blockTokens;
  try {
    const tokens = lexer.lex(markdown);
    if (!isDeeper(tokens, DEEPEST)) return tokens;
  } catch (error) {
    // Nested too deeply, or the stack overflowed; any other error is a bug.
    if (!(error instanceof RangeError)) throw error;
  }
  return plainTokens(markdown);
}

const startOfTag = (source: string) => source.indexOf("{%");

const plainTokens = (markdown: string): Token[] => [
  { type: "paragraph", raw: markdown, text: markdown, tokens: [textToken(markdown)] },
];

const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)]) /gm;

/** Checks whether items are indented to more levels than are read: the lexer would copy all of them for each level that it reads. */
function hasDeepList(markdown: string): boolean {
  const indents: number[] = [];
  for (const [, { length }] of markdown.matchAll(ITEM) as Iterable<[string, string]>) {
    while ((indents.at(-1) ?? -1) >= length) indents.pop();
    if (indents.push(length) > DEEPEST) return true;
  }
  return false;
}

/** Parts of a longer text are whole lines. They are short, as the work on each grows with its square. */
const PART = 2_000;

function partsOfText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const last = text.slice(from, from + PART).lastIndexOf("\n");
    const next = last < 0 ? text.indexOf("\n", from) : from + last;
    const to = next < 0 || from + PART >= text.length ? text.length : next + 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/** Items of a list and cells of a table, which the lexer keeps outside `tokens`. */
function partsOf(token: Token): Token[] {
  if (isOwn(token, "list")) return token.items;
  if (!isOwn(token, "table")) return [];
  return [token.header, ...token.rows].flat().flatMap((cell) => cell.tokens);
}

function isDeeper(tokens: readonly Token[], levels: number): boolean {
  if (levels === 0) return tokens.length > 0;
  return tokens.some((token) => {
    const below: Token[] = ("tokens" in token && token.tokens) || [];
    return isDeeper(below, levels - 1) || isDeeper(partsOf(token), levels - 1);
  });
}
