/** Tables as CSV and as JSON lines, for databases. */
import type { TableColumn, TypedValue } from "./typed-values.js";

/** Writes one table, in parts. */
interface TableWriter {
  write(rows: readonly (readonly TypedValue[])[]): void;
  /** The file is whole, and on the disk. */
  finish(): void;
}

export type OpenTable = (path: string, columns: readonly TableColumn[]) => TableWriter;

/**
 * CSV as PostgreSQL reads it: nothing is null, `""` is the empty text, and no text has U+0000. Otherwise they are as they
 * are: unlike `-o csv`, this is for databases, and a text that begins with `=` has to stay what it is.
 */
export const openCsv: OpenTable = (path, columns) => {
  const line = (cells: readonly string[]) => `${cells.join(",")}\n`;
  const cell = (value: TypedValue): string => {
    if (value === null) return "";
    if (typeof value !== "string") return plainText(value);
    return `"${value.replaceAll("\0", "\ufffd").replaceAll('"', '""')}"`;
  };
  return textFile(path, line(columns.map(({ name }) => name)), (row) => line(row.map(cell)));
};

export const openNdjson: OpenTable = (path, columns) => {
  const jsonValue = (value: TypedValue): unknown =>
    value === null || typeof value === "string" || typeof value === "boolean"
      ? value
      : typeof value === "bigint"
        ? Number(value)
        : plainText(value);
  return textFile(path, "", (row) => {
    const entries = columns.map(({ name }, at) => [name, jsonValue(row[at] ?? null)]);
    return `${JSON.stringify(Object.fromEntries(entries))}\n`;
  });
};

const plainText = (value: Date | boolean | bigint): string =>
  value instanceof Date ? value.toISOString() : String(value);

function textFile(path: string, head: string, lineOf: (row: readonly TypedValue[]) => string): TableWriter {
  const { closeSync, fsyncSync, openSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const file = openSync(path, "wx", 0o600);
  writeFileSync(file, head);
  return {
    write: (rows) => writeFileSync(file, rows.map(lineOf).join("")),
    finish() {
      fsyncSync(file);
      closeSync(file);
    },
  };
}
