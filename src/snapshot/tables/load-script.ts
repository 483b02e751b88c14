/** `load.sql` beside CSV: with it, psql loads a day into PostgreSQL. */
import type { ColumnType } from "../../resources/view.js";
import type { TableColumn } from "./typed-values.js";

export const LOAD_SCRIPT = "load.sql";

interface LoadedTable {
  name: string;
  /** Absent: nothing of it was read, so it has no file. */
  columns?: readonly TableColumn[];
}

const TYPES: Record<ColumnType, string> = {
  text: "text",
  time: "timestamptz",
  boolean: "boolean",
  integer: "bigint",
};

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Makes tables and columns that are not there, and puts the day in the place of what was loaded of it before: all of
 * it, or nothing. File names are relative to the working directory of psql.
 */
export function loadScript(
  { organization, date }: { organization: string; date: string },
  tables: readonly LoadedTable[],
): string {
  const lines = tables.flatMap(({ name, columns }) => {
    const table = quoteName(name);
    const isThere = `CREATE TABLE IF NOT EXISTS ${table} ("organization" text, "date" date);`;
    const before = `DELETE FROM ${table} WHERE "organization" = '${organization}' AND "date" = '${date}';`;
    if (!columns) return [isThere, before];
    const typed = columns.map((one) => `ADD COLUMN IF NOT EXISTS ${quoteName(one.name)} ${TYPES[one.type]}`);
    const all = ["organization", "date", ...columns.map((one) => one.name)].map(quoteName).join(", ");
    return [
      isThere,
      `ALTER TABLE ${table} ${typed.join(", ")};`,
      before,
      `\\copy ${table} (${all}) FROM '${name}.csv' WITH (FORMAT csv, HEADER)`,
    ];
  });
  return [
    "-- In this folder: psql -f load.sql",
    "\\set ON_ERROR_STOP on",
    "SET client_encoding = 'UTF8';",
    "SET client_min_messages = warning;",
    "BEGIN;",
    ...lines,
    "COMMIT;",
    "",
  ].join("\n");
}
