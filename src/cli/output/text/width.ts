import stringWidth from "string-width";
import { ellipsis } from "./marks.js";

/** Characters of one column each. Most texts are made of these, even when cut. */
const PLAIN = /^[\x20-\x7e…]*$/;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Widths of recently measured texts: one that is cut and drawn is measured a dozen times. */
const known = new Map<string, number>();
const MOST_KNOWN = 500;

/** Nobody reads more of a line, and measuring takes quadratic time. */
const MEASURED = 1024;
/** The limit for text with colors and a link. */
const COLORED = 16 * MEASURED;

/** The part of a text that is measured, never ending in half a character. */
function head(text: string): string {
  if (text.length <= (text.includes("\u001b") ? COLORED : MEASURED)) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(MEASURED - 1));
  return text.slice(0, isHalf ? MEASURED - 1 : MEASURED);
}

/**
 * Columns that a text takes on a terminal; colors and links take none. After the first thousand characters each counts as
 * one.
 */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = known.get(text);
  if (width === undefined) {
    if (known.size === MOST_KNOWN) known.clear();
    const measured = head(text);
    width = stringWidth(measured) + text.length - measured.length;
    known.set(text, width);
  }
  return width;
}

/** The text if it fits, else as much of it as fits with an ellipsis; never cuts inside a character. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const room = width - ellipsis.length;
  if (room < 0) return ellipsis.slice(0, Math.max(0, width));
  if (PLAIN.test(text)) return text.slice(0, room).trimEnd() + ellipsis;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(head(text))) {
    used += widthOf(segment);
    if (used > room) break;
    kept += segment;
  }
  return kept.trimEnd() + ellipsis;
}

/** Spaces up to `width`; a left-aligned last column needs none. */
export function pad(text: string, used: number, width: number, right: boolean, last: boolean): string {
  const space = " ".repeat(Math.max(0, width - used));
  if (right) return space + text;
  return last ? text : text + space;
}
