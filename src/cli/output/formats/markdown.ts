/** Tables for pull requests, issues and chats: headings are words, and nothing of others makes links, mentions or markup. */
import { codeBlock, escapeMarkdown, inlineCode } from "../../../shared/text/markup.js";
import { sanitize } from "../../../shared/text/sanitize.js";
import { columnsOf } from "../filter/fields.js";
import { cellValue, isBody, labelOf, plainText, shownValue } from "../text/cell.js";
import type { AnyColumn, Renderer } from "../types.js";

/** GitHub and GitLab read this as a person or a team to notify; an email address is none. */
const MENTION = /(?:^|[^\w])@\w/;
const TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/;

/** A line break would end the row, and a pipe the cell, even in code. */
export function markdownCell(text: string): string {
  const lines = text.trim().split(/\s*\n\s*/);
  return MENTION.test(text)
    ? inlineCode(lines.join(" ")).replaceAll("|", "\\|")
    : lines.map(escapeMarkdown).join("<br>");
}

export const markdownRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

export const markdownRule = (rightAligned: readonly boolean[]): string =>
  markdownRow(rightAligned.map((isRight) => (isRight ? "--:" : "---")));

function cellOf(item: unknown, column: AnyColumn): string {
  const value = shownValue(item, column);
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = plainText(value);
  if (column.as === "time") return markdownCell(text.replace(TIME, "$1 $2 UTC"));
  // An address stays one that can be clicked.
  if (column.as === "url" && /^https?:\/\/[^\s<>|\\`]+$/.test(text)) return text;
  return markdownCell(text);
}

/** A text that is Markdown itself follows the table, and so does a diff. */
function bodyOf(value: unknown, column: AnyColumn): string {
  const content = cellValue(value, column);
  const text =
    column.as === "diff" && Array.isArray(content)
      ? codeBlock(content.map(plainText), "diff")
      : sanitize(plainText(content));
  return text.trim() === "" ? "" : `${text.trimEnd()}\n`;
}

/** A list is a table; a single thing is a table of its fields, with a header as GitHub requires one. */
export function renderer(): Renderer {
  let chosen: readonly AnyColumn[] | undefined;
  const header = (columns: readonly AnyColumn[]): string =>
    columns.length === 0
      ? ""
      : markdownRow(columns.map((column) => markdownCell(labelOf(column)))) +
        markdownRule(columns.map(({ as }) => as === "number"));
  return {
    item(value, columns = columnsOf([value])) {
      const rows = columns
        .filter((column) => !isBody(column))
        .map((column) => [markdownCell(labelOf(column)), cellOf(value, column)]);
      const lines = rows.filter(([, text]) => text !== "").map(markdownRow);
      const bodies = columns.filter(isBody).map((column) => bodyOf(value, column));
      const table =
        lines.length === 0 ? "" : markdownRow(["Field", "Value"]) + markdownRule([false, false]) + lines.join("");
      return [table, ...bodies].filter((text) => text !== "").join("\n");
    },
    begin(columns) {
      chosen = columns;
      return columns === undefined ? "" : header(columns);
    },
    page(items, columns) {
      const isFirst = chosen === undefined && items.length > 0;
      chosen ??= columns ?? (isFirst ? columnsOf(items) : undefined);
      const shown = chosen ?? [];
      if (shown.length === 0) return "";
      return (
        (isFirst ? header(shown) : "") +
        items.map((item) => markdownRow(shown.map((one) => cellOf(item, one)))).join("")
      );
    },
    end: () => "",
  };
}
