/** Tables as Parquet, compressed with Snappy. */
import type { ColumnType } from "../../resources/view.js";
import type { OpenTable } from "./text-writers.js";
import type { TypedValue } from "./typed-values.js";

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
