import type { Token, TokenizerExtensionFunction } from "marked";
import { FENCE } from "./outline.js";
import { textToken } from "./text-token.js";

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
function endOf(source: string, from: number, name: string): number | undefined {
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
export function tagReader(text: string): TokenizerExtensionFunction {
  const ended = new Set([...text.matchAll(END)].map((match) => match[1]));
  let left = MOST_TIMES * (text.length + 1000);
  return function read(source) {
    if (left <= 0 || !/^ {0,3}\{%/.test(source)) return undefined;
    const first = lineAt(source, 0);
    const [, name = "", written = ""] = LINE.exec(first) ?? [];
    if (name === "" || name.startsWith("end")) return undefined;
    const from = Math.min(first.length + 1, source.length);
    const end = ended.has(name) ? endOf(source, from, name) : undefined;
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
export const readInlineTag: TokenizerExtensionFunction = (source) => {
  const [raw = "", name = "", written = ""] = INLINE.exec(source) ?? [];
  if (name === "") return undefined;
  const end = name === "raw" ? source.indexOf(END_RAW) : -1;
  const whole = end < 0 ? raw : source.slice(0, end + END_RAW.length);
  return { type: "inline-tag", raw: whole, name, ...readAttributes(written) };
};

/** How far to look for a block that ends the paragraph. */
const WINDOW = 20_000;

/** The text before the next block; all of it if none is near. */
export function beforeTag(source: string): string {
  const at = source.slice(0, WINDOW).search(NEXT_TAG);
  return at < 0 ? source : source.slice(0, at + 1);
}
