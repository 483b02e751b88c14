import { csvCell } from "../../../shared/csv.js";
import { columnsOf } from "../filter/fields.js";
import { cellValue, cleanText, plainText } from "../text/cell.js";
import type { AnyColumn, RenderContext, Renderer } from "../types.js";

/** Printable ASCII that needs no quotes and starts no formula, like most cells: one test instead of six. */
const PLAIN_CELL = /^(?:[!#-*.-:<>?A-~][ !#-+\--:<-~]*(?<! ))?$/;

/** Comma-separated lines with a header of member paths; a single thing is a header and one row. */
export function renderer(context: RenderContext): Renderer {
  // Control characters must not reach a terminal, now or when the file is read; newlines inside cells are data.
  const cell = (text: string): string =>
    PLAIN_CELL.test(text) ? text : csvCell(cleanText(text, context), context.csvRaw);
  const header = (columns: readonly AnyColumn[]): string =>
    columns.length === 0 ? "" : `${columns.map((column) => cell(column.path || column.header)).join(",")}\r\n`;
  const row = (item: unknown, columns: readonly AnyColumn[]): string => {
    if (columns.length === 0) return "";
    let text = "";
    let separator = "";
    for (const column of columns) {
      text += separator + cell(plainText(cellValue(item, column)));
      separator = ",";
    }
    return `${text}\r\n`;
  };
  let chosen: readonly AnyColumn[] | undefined;
  return {
    item: (value, columns = columnsOf([value])) => header(columns) + row(value, columns),
    begin(columns) {
      chosen = columns;
      return columns === undefined ? "" : header(columns);
    },
    page(items, columns) {
      const first = chosen === undefined && items.length > 0;
      chosen ??= columns ?? (first ? columnsOf(items) : undefined);
      const shown = chosen ?? [];
      return (first ? header(shown) : "") + items.map((item) => row(item, shown)).join("");
    },
    end: () => "",
  };
}
