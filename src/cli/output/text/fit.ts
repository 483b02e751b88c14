import stringWidth from "string-width";
import type { AnyColumn } from "../types.js";
import { ellipsis } from "./color.js";

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

export const GAP = "  ";
/** No text is cut below this while anything else can shrink. */
const READABLE = 16;
/** Optional columns are dropped before an essential text is cut below this. */
const COMFORTABLE = 32;
/** A title keeps this much before a dropped column comes back. */
const GENEROUS = 48;
/** A text cut below this says nothing: a column is dropped instead. */
const SHORTEST = 10;

interface Fit {
  /** Indexes of the columns shown. */
  shown: readonly number[];
  /** Width of each column, indexed over all columns. */
  widths: readonly number[];
  /** Index of the last column shown. */
  last: number;
}

/**
 * Fits columns into a line: first the ones marked with `drop` go (highest first) if texts would become unreadable, then
 * the widest texts shrink, then the rightmost columns go. Ids, addresses, states, times and errors are never cut, only
 * dropped; the first column, errors and columns requested by name stay even if the line is too narrow.
 */
export function fitWidths(columns: readonly AnyColumn[], natural: readonly number[], width: number): Fit {
  let shown = columns.map((_, index) => index);
  for (;;) {
    const room = width - GAP.length * (shown.length - 1);
    const victim = nextColumnToDrop(columns, natural, shown, room);
    if (victim === undefined) break;
    shown = shown.filter((index) => index !== victim);
  }
  shown = withSmall(columns, natural, shown, width);
  const room = width - GAP.length * (shown.length - 1);
  return { shown, widths: shrink(columns, natural, shown, room), last: shown.at(-1) ?? 0 };
}

/** A long address may have pushed out shorter columns: bring back what fits beside the rest. */
function withSmall(columns: readonly AnyColumn[], natural: readonly number[], shown: readonly number[], width: number) {
  const gone = columns.flatMap((column, index) => (shown.includes(index) ? [] : [{ index, drop: column.drop ?? 0 }]));
  let kept = [...shown];
  for (const { index } of gone.sort((a, b) => a.drop - b.drop)) {
    const more = [...kept, index].sort((a, b) => a - b);
    const room = width - GAP.length * (more.length - 1);
    if (leastWidth(columns, natural, more, { kept: GENEROUS, lesser: READABLE }) <= room) kept = more;
  }
  return kept;
}

const isFlexible = (column: AnyColumn | undefined): boolean =>
  column?.as === undefined || ["text", "user", "markdown"].includes(column.as);

/** The least width that the shown columns need if texts are cut to these widths at most. */
function leastWidth(
  columns: readonly AnyColumn[],
  natural: readonly number[],
  shown: readonly number[],
  floor: { kept: number; lesser: number },
): number {
  const least = (index: number): number => {
    const wanted = natural[index] ?? 0;
    const cutTo = (columns[index]?.drop ?? 0) === 0 ? floor.kept : floor.lesser;
    return isFlexible(columns[index]) ? Math.min(wanted, cutTo) : wanted;
  };
  return shown.reduce((sum, index) => sum + least(index), 0);
}

/** Index of the next column to drop; undefined if all fit or none may be dropped. */
function nextColumnToDrop(
  columns: readonly AnyColumn[],
  natural: readonly number[],
  shown: readonly number[],
  room: number,
): number | undefined {
  const mayGo = shown.filter((index) => index > 0 && columns[index]?.as !== "error" && !columns[index]?.asked);
  const dropOf = (index: number): number => columns[index]?.drop ?? 0;
  const highest = mayGo.reduce((max, index) => Math.max(max, dropOf(index)), 0);
  const floor = highest > 0 ? { kept: COMFORTABLE, lesser: READABLE } : { kept: SHORTEST, lesser: SHORTEST };
  if (leastWidth(columns, natural, shown, floor) <= room) return undefined;
  return mayGo.findLast((index) => dropOf(index) === highest);
}

function shrink(columns: readonly AnyColumn[], natural: readonly number[], shown: readonly number[], room: number) {
  const widths = [...natural];
  const total = () => shown.reduce((sum, index) => sum + (widths[index] ?? 0), 0);
  const level = (indexes: readonly number[], floor: number) => {
    const wanted = indexes.map((index) => widths[index] ?? 0);
    const others = total() - wanted.reduce((sum, width) => sum + width, 0);
    // A short text counts only with its own length, so it does not push others out of the line.
    const least = wanted.reduce((sum, width) => sum + Math.min(width, floor), 0);
    const cap = fairShare(wanted, Math.max(room - others, least));
    let spare = cap.spare;
    for (const index of indexes) {
      const wanted = widths[index] ?? 0;
      if (wanted <= cap.each) continue;
      widths[index] = cap.each + (spare > 0 ? 1 : 0);
      spare -= 1;
    }
  };
  const flexible = shown.filter((index) => isFlexible(columns[index]));
  // A title stays whole if shortening descriptions and addresses makes room for it.
  const lesser = flexible.filter((index) => (columns[index]?.drop ?? 0) > 0);
  const saved = lesser.reduce((sum, index) => sum + Math.max(0, (widths[index] ?? 0) - READABLE), 0);
  if (total() > room) level(total() - saved <= room ? lesser : flexible, READABLE);
  if (total() > room) level(flexible, SHORTEST);
  return widths;
}

/** The width to which texts are cut so that all fit into `room`; `spare` columns remain from rounding. */
function fairShare(widths: readonly number[], room: number): { each: number; spare: number } {
  let left = room;
  let count = widths.length;
  for (const width of [...widths].sort((a, b) => a - b)) {
    const share = Math.floor(left / count);
    if (width > share) return { each: share, spare: left - share * count };
    left -= width;
    count -= 1;
  }
  return { each: Number.POSITIVE_INFINITY, spare: 0 };
}
