/** What a snapshot has besides the texts of its rows: the order of lists, coverage, settings. Each is a text of lines. */
import type { Database, Row } from "../../../sandbox/store/sqlite.js";

/** Kinds that share one order: what a site or a tree consists of. */
const TOGETHER: Readonly<Record<string, string>> = {
  collection: "space",
  "site-section": "site-space",
  "site-section-group": "site-space",
};

/** Kinds whose rows come from several answers in one scope, and are only found by their ids. */
const UNORDERED = ["document", "revision", "openapi-content", "file-bytes"];

const GROUP = `CASE kind ${Object.entries(TOGETHER)
  .map(([kind, group]) => `WHEN '${kind}' THEN '${group}'`)
  .join(" ")} ELSE kind END`;

const orderSql = (schema: string): string =>
  `SELECT ${GROUP} AS part, scope, kind, id FROM ${schema}.objects
   WHERE kind NOT IN (${UNORDERED.map((kind) => `'${kind}'`)}) ORDER BY part, scope, position`;

/** The rows of all lists in their order, whatever their positions are. */
export const orderedRows = (db: Pick<Database, "all">): Row[] => db.all(orderSql("main"));

/** Tables that are small enough to be one text. */
export const TABLE_LISTS = {
  sources: ["scope", "state", "reason", "status", "started_at", "ended_at", "requests"],
  settings: ["name", "value"],
  counters: ["name", "value"],
} as const;

export const ORDER = "order ";

/** By name: tables of the database, and the order of each list. */
export function listsIn(db: Pick<Database, "all">, schema: "main" | "other"): Map<string, string> {
  const lists = new Map<string, string>();
  for (const [name, columns] of Object.entries(TABLE_LISTS)) {
    const rows = db.all(`SELECT ${columns.join(", ")} FROM ${schema}.${name} ORDER BY 1`);
    lists.set(name, rows.map((row) => `${JSON.stringify(Object.values(row))}\n`).join(""));
  }
  for (const { part, scope, kind, id } of db.all(orderSql(schema))) {
    const name = `${ORDER}${part} ${scope}`;
    lists.set(name, `${lists.get(name) ?? ""}${kind} ${id}\n`);
  }
  return lists;
}
