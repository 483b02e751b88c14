import type { AnyColumn } from "../types.js";

export const GAP = "  ";
/** A text is never cut below this while anything else can shrink. */
const READABLE = 16;
/** Columns that may be dropped go before what nobody would drop is cut below this. */
const COMFORTABLE = 32;

export interface Fit {
  /** Indexes of the columns that are shown. */
  shown: readonly number[];
  /** Width of each column, by index of all columns. */
  widths: readonly number[];
  /** Index of the last shown column. */
  last: number;
}

/**
 * Fit columns into a line: first the ones marked with `drop` go (highest first) if texts would become unreadable, then
 * the widest texts shrink, then, as a last resort, ids and times too.
 */
export function fitWidths(columns: readonly AnyColumn[], natural: readonly number[], width: number): Fit {
  let shown = columns.map((_, index) => index);
  for (;;) {
    const room = width - GAP.length * (shown.length - 1);
    const victim = expendable(columns, shown);
    if (victim === undefined || need(columns, natural, shown) <= room) {
      return { shown, widths: shrink(columns, natural, shown, room), last: shown.at(-1) ?? 0 };
    }
    shown = shown.filter((index) => index !== victim);
  }
}

const isFlexible = (column: AnyColumn | undefined): boolean =>
  column?.as === undefined || ["text", "user", "url", "markdown"].includes(column.as);

function need(columns: readonly AnyColumn[], natural: readonly number[], shown: readonly number[]): number {
  const least = (index: number): number => {
    const wanted = natural[index] ?? 0;
    const kept = (columns[index]?.drop ?? 0) === 0 ? COMFORTABLE : READABLE;
    return isFlexible(columns[index]) ? Math.min(wanted, kept) : wanted;
  };
  return shown.reduce((sum, index) => sum + least(index), 0);
}

function expendable(columns: readonly AnyColumn[], shown: readonly number[]): number | undefined {
  const dropOf = (index: number): number => columns[index]?.drop ?? 0;
  const highest = shown.reduce((max, index) => Math.max(max, dropOf(index)), 0);
  return highest === 0 ? undefined : shown.findLast((index) => dropOf(index) === highest);
}

function shrink(columns: readonly AnyColumn[], natural: readonly number[], shown: readonly number[], room: number) {
  const widths = [...natural];
  const total = () => shown.reduce((sum, index) => sum + (widths[index] ?? 0), 0);
  const level = (indexes: readonly number[], floor: number) => {
    const wanted = indexes.map((index) => widths[index] ?? 0);
    const others = total() - wanted.reduce((sum, width) => sum + width, 0);
    // A short text needs no more than it is, so it does not push the others out of the line.
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
  // A title stays whole where shorter descriptions and addresses make room for it.
  const lesser = flexible.filter((index) => (columns[index]?.drop ?? 0) > 0);
  const saved = lesser.reduce((sum, index) => sum + Math.max(0, (widths[index] ?? 0) - READABLE), 0);
  if (total() > room) level(total() - saved <= room ? lesser : flexible, READABLE);
  if (total() > room) level(shown, 1);
  return widths;
}

/** The width above which texts are cut so that all fit into `room`; `spare` columns are left over by rounding. */
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
