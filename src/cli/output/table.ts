import { sanitizeLine } from "../sanitize.js";
import { cellValue, decorate, humanText } from "./cell.js";
import { columnsOf } from "./fields.js";
import { type Fit, fitWidths, GAP } from "./fit.js";
import { labelled } from "./labelled.js";
import type { AnyColumn, RenderContext, Renderer } from "./types.js";
import { cut, pad, widthOf } from "./width.js";

/**
 * A table without borders. cli-table3 measures with an older Unicode (newer emoji and Devanagari come out misaligned) and
 * needs all rows at once, so rows are padded here.
 */
export function renderer(context: RenderContext): Renderer {
  let columns: readonly AnyColumn[] | undefined;
  let natural: number[] | undefined;
  return {
    item: (value, chosen = columnsOf([value])) => labelled(value, chosen, context),
    begin: () => "",
    page(items, chosen) {
      if (items.length === 0) return "";
      const first = columns === undefined;
      columns ??= chosen ?? columnsOf(items);
      const shown = columns;
      const headers = shown.map((column) => sanitizeLine(column.header.toUpperCase()));
      const rows = items.map((item) => shown.map((column) => prepare(item, column, context)));
      // Widths grow from page to page and never shrink, so that pages stay under the header.
      const before = natural ?? headers.map(widthOf);
      natural = before.map((width, index) => rows.reduce((max, row) => Math.max(max, row[index]?.width ?? 0), width));
      const fit = fitWidths(shown, natural, context.terminal.width);
      const header = first
        ? line(fit, (index) => context.paint("bold", cellText(headers[index] ?? "", index, fit, shown)))
        : "";
      return header + rows.map((row) => line(fit, (index) => body(row[index], index, fit, shown, context))).join("");
    },
    end: () => "",
  };
}

interface Cell {
  value: unknown;
  text: string;
  width: number;
}

function prepare(item: unknown, column: AnyColumn, context: RenderContext): Cell {
  const value = cellValue(item, column);
  const text = humanText(value, column, context);
  return { value, text, width: widthOf(text) };
}

function body(cell: Cell | undefined, index: number, fit: Fit, columns: readonly AnyColumn[], context: RenderContext) {
  const column = columns[index];
  if (cell === undefined || column === undefined) return "";
  const width = fit.widths[index] ?? 0;
  const text = cell.width > width ? cut(cell.text, width) : cell.text;
  const decorated = decorate(text, cell.value, column, context);
  // Padding stays outside of colors and links.
  return pad(decorated, widthOf(text), width, column.as === "number", index === fit.last);
}

function cellText(text: string, index: number, fit: Fit, columns: readonly AnyColumn[]): string {
  const width = fit.widths[index] ?? 0;
  const short = cut(text, width);
  return pad(short, widthOf(short), width, columns[index]?.as === "number", index === fit.last);
}

function line(fit: Fit, cell: (index: number) => string): string {
  return `${fit.shown.map(cell).join(GAP).trimEnd()}\n`;
}
