/** The place of a token's text in its document: marks of quotes, lists and notes are no part of the text inside. */
import type { Token } from "marked";

/** A text and where each of its lines begins in the document. */
export interface Span {
  text: string;
  /** Offsets in the text and in the document, one a line. */
  own: readonly number[];
  outer: readonly number[];
}

/** Offsets of the lines of a text. */
export const lineStarts = (text: string): number[] => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
};

/** The document itself. `from`: where the text begins in it. */
export function wholeSpan(text: string, from: number): Span {
  const own = lineStarts(text);
  return { text, own, outer: own.map((start) => start + from) };
}

/** The line of an offset, by the starts of the lines. */
export function lineIndex(starts: readonly number[], at: number): number {
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
export function offsetIn({ own, outer }: Span, at: number): number {
  const line = lineIndex(own, at);
  return (outer[line] ?? 0) + at - (own[line] ?? 0);
}

/**
 * The text inside a token that begins at `at`. Each of its lines is the end of a line of the token.
 * @param raw the token as it is written
 */
export function innerSpan(span: Span, at: number, raw: string, text: string): Span {
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
export function* placed(tokens: readonly Token[], { text }: Span, from = 0): Generator<[token: Token, at: number]> {
  let next = from;
  for (const token of tokens) {
    const isThere = text.startsWith(token.raw, next);
    const found = isThere ? next : text.slice(next, next + WINDOW + token.raw.length).indexOf(token.raw);
    const at = isThere || found < 0 ? next : next + found;
    yield [token, at];
    next = at + token.raw.length;
  }
}
