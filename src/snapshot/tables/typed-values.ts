/** Values of views as values of typed columns. */

import type { ColumnType } from "../../resources/view.js";
import type { SqlValue } from "../../system/sqlite.js";

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
