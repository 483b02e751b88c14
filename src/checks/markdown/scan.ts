/**
 * Tells prose from code and comments in Markdown, without a parser: the time grows with the length of the text, whatever
 * is in it. What is taken for code by mistake costs a finding; what is taken for prose makes a false one.
 */

export interface Comment {
  /** Offsets of `<!--` and of what follows `-->`. */
  from: number;
  to: number;
  text: string;
}

export interface MarkdownScan {
  /** As long as the text, with blanks for code, comments and front matter. */
  prose: string;
  comments: readonly Comment[];
  /** Whether the character at an offset is in code. */
  isCode(offset: number): boolean;
  /** Whether there is any before an offset. */
  hasCode(before?: number): boolean;
}

const CODE = 1;
const OTHER = 2;

const FRONT_MATTER = /^---[ \t]*\r?\n/;
const FRONT_END = /^(?:---|\.\.\.)[ \t]*$/gm;
/** After marks of quotes and lists. */
const FENCE = /^[ \t>]{0,200}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,9}){0,9}(`{3,}(?=[^`]*$)|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Elements whose content is no Markdown. */
const RAW = /<(pre|code|script|style|textarea|svg)(?=[\s>])/iy;

/** Characters at the start of a line that are looked at. */
const LINE_START = 300;

interface State {
  text: string;
  kinds: Uint8Array;
  comments: Comment[];
  /** Where the current paragraph ends, and which runs of backquotes have no second one before that. */
  paragraphEnd: number;
  lonely: Set<number>;
  /** Ends that are nowhere in the rest of the text. */
  missing: Set<string>;
}

export function scanMarkdown(text: string): MarkdownScan {
  const kinds = new Uint8Array(text.length);
  const state: State = { text, kinds, comments: [], paragraphEnd: 0, lonely: new Set(), missing: new Set() };
  let at = frontMatterEnd(text);
  kinds.fill(OTHER, 0, at);
  let afterBlank = true;
  let inList = false;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, Math.min(end, at + LINE_START));
    const fence = FENCE.exec(line)?.[1];
    const isBlank = line.trim() === "";
    const isIndented = /^(?: {4}|\t)/.test(line);
    let next = end + 1;
    if (fence !== undefined) next = mark(kinds, CODE, at, fenceEnd(text, end + 1, fence));
    else if (!isBlank && isIndented && afterBlank && !inList) mark(kinds, CODE, at, end);
    else if (!isBlank) next = scanLine(state, at) + 1;
    if (!isBlank && !isIndented) inList = LIST_ITEM.test(line) || (inList && /^\s/.test(line));
    // A block of code goes on to the next line that is not indented.
    afterBlank = isBlank || (afterBlank && isIndented && !inList);
    at = next;
  }
  const first = kinds.indexOf(CODE);
  return {
    prose: proseOf(text, kinds),
    comments: state.comments,
    isCode: (offset) => kinds[offset] === CODE,
    hasCode: (before = text.length) => first >= 0 && first < before,
  };
}

function mark(kinds: Uint8Array, kind: number, from: number, to: number): number {
  kinds.fill(kind, from, to);
  return to;
}

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
};

function frontMatterEnd(text: string): number {
  const begin = FRONT_MATTER.exec(text)?.[0].length;
  if (begin === undefined) return 0;
  FRONT_END.lastIndex = begin;
  const found = FRONT_END.exec(text);
  return found ? Math.min(text.length, found.index + found[0].length + 1) : 0;
}

/** The start of the line after the fence that closes the block, or the end of the text. */
function fenceEnd(text: string, from: number, fence: string): number {
  const close = new RegExp(`^[ \\t>]{0,200}${fence[0]}{${fence.length},}[ \\t]*\\r?$`);
  for (let at = from; at < text.length; ) {
    const end = lineEnd(text, at);
    if (end - at < LINE_START && close.test(text.slice(at, end))) return Math.min(text.length, end + 1);
    at = end + 1;
  }
  return text.length;
}

/** Marks what is in a line, and what begins in it. Returns the end of the line where that ends. */
function scanLine(state: State, from: number): number {
  const { text } = state;
  let at = from;
  while (at < text.length && text[at] !== "\n") {
    if (text[at] === "\\") at += text[at + 1] === "\n" ? 1 : 2;
    else if (text[at] === "`") at = skipCode(state, at);
    else if (text[at] === "<") at = skipElement(state, at);
    else at += 1;
  }
  return Math.min(at, text.length);
}

function skipCode(state: State, at: number): number {
  const { text, kinds, lonely } = state;
  let to = at;
  while (text[to] === "`") to += 1;
  const length = to - at;
  if (at >= state.paragraphEnd) {
    state.paragraphEnd = paragraphEndAfter(text, at);
    lonely.clear();
  }
  if (lonely.has(length)) return to;
  for (let next = text.indexOf("`", to); next >= 0 && next < state.paragraphEnd; next = text.indexOf("`", next)) {
    const begin = next;
    while (text[next] === "`") next += 1;
    if (next - begin === length) return mark(kinds, CODE, at, next);
  }
  lonely.add(length);
  return to;
}

function paragraphEndAfter(text: string, at: number): number {
  const blank = /\n[ \t]*\r?\n/g;
  blank.lastIndex = at;
  return blank.exec(text)?.index ?? text.length;
}

function skipElement(state: State, at: number): number {
  const { text, kinds, missing } = state;
  if (text.startsWith("<!--", at)) {
    const end = missing.has("-->") ? -1 : text.indexOf("-->", at + 4);
    if (end < 0) missing.add("-->");
    if (end < 0) return at + 4;
    state.comments.push({ from: at, to: end + 3, text: text.slice(at + 4, end) });
    return mark(kinds, OTHER, at, end + 3);
  }
  RAW.lastIndex = at;
  const name = RAW.exec(text)?.[1]?.toLowerCase();
  if (name === undefined || missing.has(name)) return at + 1;
  const close = new RegExp(`</${name}\\s{0,9}>`, "gi");
  close.lastIndex = at;
  const found = close.exec(text);
  if (!found) missing.add(name);
  return found ? mark(kinds, CODE, at, found.index + found[0].length) : at + 1;
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
