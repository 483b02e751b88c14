/** The parts of a view of `docs snapshots query`. */

/** The type of the values of a column, apart from null; in SQL, times are text in UTC, and booleans 1 and 0. */
export type ColumnType = "text" | "time" | "boolean" | "integer";

/** Name, expression, meaning, type (default: text). `$.a.b` stands for a member of the JSON text. */
export type ViewColumn = readonly [name: string, sql: string, meaning: string, type?: ColumnType];

export interface View {
  name: string;
  about: string;
  columns: readonly ViewColumn[];
  /** Kind of the stored rows that it shows. */
  rows?: string;
  /** The text after FROM, whose column `json` is the JSON text; absent: the stored rows. Without either, the program fills it. */
  from?: string;
  /** WITH clause before it. */
  using?: string;
  /** Patterns of the scopes that its rows come from. */
  scopes: readonly string[];
  /** Worked out once for each query that names it, as it costs more than reading rows. */
  kept?: true;
  /** Views that it is made of. */
  needs?: readonly string[];
}

export const ID: ViewColumn = ["id", "$.id", "id"];
export const TITLE: ViewColumn = ["title", "$.title", "title"];
export const CREATED: ViewColumn = ["created_at", "$.createdAt", "time, ISO 8601 in UTC", "time"];
export const UPDATED: ViewColumn = ["updated_at", "$.updatedAt", "time of the last change", "time"];
export const APP: ViewColumn = ["url", "$.urls.app", "address in the app"];
export const DEFAULT_LEVEL: ViewColumn = [
  "default_level",
  "$.defaultLevel",
  "what members may do without another grant",
];
