import { sanitizeLine } from "../../../shared/text/sanitize.js";
import { columnsOf } from "../filter/fields.js";
import { decorate, humanText, labelOf, shownValue } from "../text/cell.js";
import { fitWidths, GAP } from "../text/fit.js";
import { toAscii } from "../text/marks.js";
import { cut, pad, widthOf } from "../text/width.js";
import type { AnyColumn, RenderContext, Renderer } from "../types.js";
import { toLabelledLines } from "./labelled.js";

/** A table without borders, drawn page by page. */
export function renderer(context: RenderContext): Renderer {
  let columns: readonly AnyColumn[] | undefined;
  let natural: number[] | undefined;
  let draw: Draw | undefined;
  let titled = "";
  const hidden = new Set<string>();
  return {
    item: (value, chosen = columnsOf([value])) => toLabelledLines(value, chosen, context),
    begin: () => "",
    async page(items, chosen) {
      if (items.length === 0) return "";
      draw ??= await loadDraw();
      columns ??= removeEmoji(chosen ?? columnsOf(items), context);
      const headers = columns.map((column) => sanitizeLine(column.header.toUpperCase()));
      const shown = columns;
      const rows = items.map((item) => shown.map((column) => prepare(item, column, context)));
      // Widths grow from page to page and never shrink, so that pages line up with the header.
      const before = natural ?? headers.map((header) => Math.max(1, widthOf(header)));
      natural = before.map((width, index) => rows.reduce((max, row) => Math.max(max, row[index]?.width ?? 0), width));
      const places = placesOf(shown, natural, context);
      const lines = rows.map((row) => places.map((place) => body(row[place.index], place, context)));
      const named = places.map(({ index }) => index).join();
      // Repeat the header if a wider page dropped a column.
      if (named !== titled) lines.unshift(places.map((place) => title(headers[place.index] ?? "", place, context)));
      titled = named;
      for (const [index, column] of shown.entries()) {
        if (!places.some((place) => place.index === index)) hidden.add(labelOf(column));
      }
      return draw(places, lines);
    },
    end: () => "",
    hidden: () => [...hidden],
  };
}

/** An emoji before a title is only drawn. */
const removeEmoji = (columns: readonly AnyColumn[], { terminal }: RenderContext): readonly AnyColumn[] =>
  terminal.ascii
    ? columns.map((column) => ({
        ...column,
        ...(column.lead && { lead: column.lead.filter((one) => one !== "emoji") }),
      }))
    : columns;

/** A column's place on the screen. */
interface Place {
  column: AnyColumn;
  index: number;
  width: number;
  right: boolean;
  last: boolean;
}

function placesOf(columns: readonly AnyColumn[], natural: readonly number[], context: RenderContext): Place[] {
  const fit = fitWidths(columns, natural, context.terminal.width);
  return columns.flatMap((column, index) => {
    if (!fit.shown.includes(index)) return [];
    const width = fit.widths[index] ?? 0;
    return [{ column, index, width, right: column.as === "number", last: index === fit.last }];
  });
}

interface Cell {
  value: unknown;
  text: string;
  width: number;
}

function prepare(item: unknown, column: AnyColumn, context: RenderContext): Cell {
  const value = shownValue(item, column);
  const shown = humanText(value, column, context);
  const text = context.terminal.ascii ? toAscii(shown) : shown;
  return { value, text, width: widthOf(text) };
}

/** Cuts the text here, between characters as people see them; the library would cut between code units. */
function body(cell: Cell | undefined, { column, width }: Place, context: RenderContext): string {
  if (cell === undefined) return "";
  const text = cell.width > width ? cut(cell.text, width) : cell.text;
  return decorate(text, cell.value, column, context);
}

function title(header: string, { width, right, last }: Place, context: RenderContext): string {
  const text = cut(header, width);
  return context.paint("bold", pad(text, widthOf(text), width, right, last));
}

const BORDERS = ["top", "bottom", "mid", "left", "right", "left-mid", "mid-mid", "right-mid"];
const CORNERS = ["top-mid", "top-left", "top-right", "bottom-mid", "bottom-left", "bottom-right"];
const CHARS = { ...Object.fromEntries([...BORDERS, ...CORNERS].map((part) => [part, ""])), middle: GAP };

interface DrawnColumn {
  width: number;
  /** Aligned to the right. */
  right: boolean;
}

/** Cells fit their columns; colors and links in them take no width. */
type Draw = (columns: readonly DrawnColumn[], lines: readonly (readonly string[])[]) => string;

/** Draws lines of a table without borders. */
async function loadDraw(): Promise<Draw> {
  const { default: Table } = await import("cli-table3");
  return (columns, lines) => {
    const options = {
      chars: CHARS,
      style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
      colAligns: columns.map(({ right }) => (right ? ("right" as const) : ("left" as const))),
      // Never seen: the library cuts each cell to ten columns for a debug log that nobody reads, letter by letter unless the
      // mark itself is that wide.
      truncate: "~".repeat(10),
    };
    const draw = (cells: readonly string[]) => {
      const table = new Table({ ...options, colWidths: columns.map(({ width }) => width) });
      table.push([...cells]);
      return `${table.toString().trimEnd()}\n`;
    };
    // One line at a time: the library compares every cell of a table with every other.
    return lines.map(draw).join("");
  };
}
