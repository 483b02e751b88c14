/** `docs status` for people: one screen, with a paragraph of at most three lines for each part. */

import { relativeTime } from "../../cli/output/text/time.js";
import { cut, widthOf } from "../../cli/output/text/width.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { PARTS, type Part, type Row } from "./parts.js";
import type { State } from "./read.js";

/** The most rows shown of a part; the heading has their number. */
const MOST_ROWS = 3;

/** Lines of the screen, `width` columns wide; `now` in milliseconds since the epoch. */
export function screenOf(state: State, width: number, now: number): string[] {
  const lines = PARTS.flatMap((part) => partLines(part, state, width, now));
  const left = state.spacesLeftOut;
  if (left > 0)
    lines.push(`${left} more ${left === 1 ? "space has" : "spaces have"} live change requests: docs spaces list`);
  return lines.map((line) => cut(line, width));
}

function partLines(part: Part, state: State, width: number, now: number): string[] {
  const rows = part.rows(state);
  const heading = part.heading(state);
  if (rows === null) return [`${heading}: could not be read`];
  const total = part.total?.(state) ?? (rows.length === 0 ? "none" : String(rows.length));
  if (rows.length === 0) return [`${heading}: ${total}`];
  const more = rows.length > MOST_ROWS ? `; all: ${part.more}` : "";
  const shown = rows.slice(0, MOST_ROWS).map((row) => cellsOf(row, now));
  return [`${heading}: ${total}${more}`, ...table(shown, width - 2).map((line) => `  ${line}`)];
}

const cellsOf = ({ name, title, where, state, updatedAt }: Row, now: number): string[] =>
  [name, title, state, updatedAt === "" ? "" : relativeTime(updatedAt, now), where].map(sanitizeLine);

/** Columns by their widest cell; the title gives way, then the place and the time. */
function table(rows: readonly string[][], width: number): string[] {
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((cells) => widthOf(cells[column] ?? ""))));
  const order = [0, 1, 2, 3, 4].filter((column) => (widths[column] ?? 0) > 0);
  const room = (columns: readonly number[]) => columns.reduce((sum, column) => sum + (widths[column] ?? 0) + 2, -2);
  const least = Math.min(widths[1] ?? 0, 24);
  let columns = order;
  for (const drop of [4, 3]) {
    if (room(columns) - (widths[1] ?? 0) + least > width) columns = columns.filter((column) => column !== drop);
  }
  widths[1] = Math.max(1, Math.min(widths[1] ?? 0, width - room(columns) + (widths[1] ?? 0)));
  return rows.map((cells) =>
    columns
      .map((column) => padded(cut(cells[column] ?? "", widths[column] ?? 0), widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));
