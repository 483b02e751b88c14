/** Writes rows as text and as Parquet. */
import type { ColumnType } from "../../resources/resource.js";
import type { SqlValue } from "../../system/sqlite.js";

// Values of views as values of typed columns.

export type TypedValue = string | Date | boolean | bigint | null;

export interface TableColumn {
  name: string;
  type: ColumnType;
}

/** Databases have no year 0. */
const TIME = /^(?!0000)\d{4}-\d{2}-\d{2}T/;

/** Undefined for a value that is none of the type: the service says what it likes. */
export function typedValue(type: ColumnType, value: SqlValue | undefined): TypedValue | undefined {
  if (value === null || value === undefined) return null;
  if (type === "text") return typeof value === "string" ? value : String(value);
  if (type === "time") {
    const time = typeof value === "string" && TIME.test(value) ? new Date(value) : undefined;
    return time === undefined || Number.isNaN(time.getTime()) ? undefined : time;
  }
  if (type === "boolean") return value === 1 ? true : value === 0 ? false : undefined;
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}

// Tables as CSV and as JSON lines, for databases.

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

// Tables as Parquet, compressed with Snappy.

/** Rows and characters of texts in one row group at most: so much is in memory. */
const ROWS = 20_000;
const CHARACTERS = 4 * 1024 * 1024;

type Element = import("hyparquet-writer").SchemaElement;

/** Times are UTC. */
const TYPES: Readonly<Record<ColumnType, Partial<Element>>> = {
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  time: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" },
  boolean: { type: "BOOLEAN" },
  integer: { type: "INT64" },
};

export async function parquetTables(): Promise<OpenTable> {
  const { fileWriter, ParquetWriter } = await import("hyparquet-writer");
  const { closeSync, fsyncSync, openSync } = process.getBuiltinModule("node:fs");
  return (path, columns) => {
    // The library opens it by name; nobody else writes in this folder.
    closeSync(openSync(path, "wx", 0o600));
    const fields = columns.map(({ name, type }): Element => ({ name, repetition_type: "OPTIONAL", ...TYPES[type] }));
    const schema: Element[] = [{ name: "root", num_children: columns.length }, ...fields];
    const writer = new ParquetWriter({ writer: fileWriter(path), schema, createdBy: "docs" });
    let held: TypedValue[][] = columns.map(() => []);
    let characters = 0;
    const flush = () => {
      if (held[0]?.length)
        writer.write({
          columnData: columns.map(({ name }, at) => ({ name, data: held[at] ?? [] })),
          rowGroupSize: ROWS,
        });
      held = columns.map(() => []);
      characters = 0;
    };
    return {
      write(rows) {
        for (const row of rows) {
          row.forEach((value, at) => {
            held[at]?.push(value);
            if (typeof value === "string") characters += value.length;
          });
          if ((held[0]?.length ?? 0) >= ROWS || characters >= CHARACTERS) flush();
        }
      },
      finish() {
        flush();
        writer.finish();
        const file = openSync(path, "r+");
        fsyncSync(file);
        closeSync(file);
      },
    };
  };
}
