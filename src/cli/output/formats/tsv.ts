import { columnsOf } from "../filter/fields.js";
import { cellValue, cleanText, labelOf, plainText } from "../text/cell.js";
import type { AnyColumn, RenderContext, Renderer } from "../types.js";

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

export const tsvCell = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);

/** One cell: never cut, and a tab or newline inside cannot pass for the next cell or row. */
function cell(item: unknown, column: AnyColumn, context: RenderContext): string {
  return cleanText(tsvCell(plainText(cellValue(item, column))), context);
}

/** Tab-separated lines without a header; a single thing becomes lines of label and value. */
export function renderer(context: RenderContext): Renderer {
  let chosen: readonly AnyColumn[] | undefined;
  const line = (item: unknown, columns: readonly AnyColumn[]) =>
    `${columns.map((column) => cell(item, column, context)).join("\t")}\n`;
  return {
    item(value, columns = columnsOf([value])) {
      const lines = columns.map(
        (column) => `${cleanText(labelOf(column), context)}\t${cell(value, column, context)}\n`,
      );
      return lines.join("");
    },
    begin: () => "",
    page(items, columns) {
      chosen ??= columns ?? columnsOf(items);
      const row = chosen;
      if (row.length === 0) return "";
      return items.map((item) => line(item, row)).join("");
    },
    end: () => "",
  };
}
