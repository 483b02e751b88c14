/** Parts of a snapshot besides the texts of its rows: the order of lists, coverage, settings. Each is a text of lines. */
import type { Row, RowSource } from "../../../system/sqlite.js";
import { damage } from "../../../system/strict-texts.js";

/** Kinds that share one order: what a site or a tree consists of. */
const TOGETHER: Readonly<Record<string, string>> = {
  collection: "space",
  "site-section": "site-space",
  "site-section-group": "site-space",
};

/** Kinds whose rows come from several answers in one scope, and are only found by their ids. */
const UNORDERED = ["document", "revision", "openapi-content", "file-bytes"];

const PART = `CASE kind ${Object.entries(TOGETHER)
  .map(([kind, part]) => `WHEN '${kind}' THEN '${part}'`)
  .join(" ")} ELSE kind END`;
const IS_ORDERED = `kind NOT IN (${UNORDERED.map((kind) => `'${kind}'`)})`;

/** The rows of all lists in their order, whatever their positions are. */
export const orderedRows = (db: RowSource): Row[] =>
  db.all(`SELECT ${PART} AS part, scope, kind, id FROM objects WHERE ${IS_ORDERED} ORDER BY part, scope, position`);

/** Tables that are small enough to be one text. */
const TABLE_LISTS = {
  sources: ["scope", "state", "reason", "status", "started_at", "ended_at", "requests"],
  settings: ["name", "value"],
  counters: ["name", "value"],
} as const;

type Schema = "main" | "other";

export const ORDER = "order ";
const lineOf = ({ kind, id }: Row): string => `${kind} ${id}\n`;

/** By name: tables of the database, and the order of each list. */
export function listsIn(db: RowSource, schema: Schema): Map<string, string> {
  const lists = new Map(Object.keys(TABLE_LISTS).map((name) => [name, tableIn(db, schema, name)]));
  // Sorted by an index: another order takes longer than all the rest.
  for (const row of db.all(
    `SELECT ${PART} AS part, scope, kind, id FROM ${schema}.objects WHERE ${IS_ORDERED} ORDER BY scope, position`,
  )) {
    const name = `${ORDER}${row.part} ${row.scope}`;
    lists.set(name, `${lists.get(name) ?? ""}${lineOf(row)}`);
  }
  return lists;
}

/** One of them. */
export function listIn(db: RowSource, name: string): string {
  if (!name.startsWith(ORDER)) return tableIn(db, "main", name);
  const at = name.indexOf(" ", ORDER.length);
  const [part, scope] = [name.slice(ORDER.length, at), name.slice(at + 1)];
  return db
    .all(
      `SELECT kind, id FROM objects WHERE scope = ? AND ${PART} = ? AND ${IS_ORDERED} ORDER BY position`,
      scope,
      part,
    )
    .map(lineOf)
    .join("");
}

function tableIn(db: RowSource, schema: Schema, name: string): string {
  const rows = db.all(`SELECT ${columnsOf(name).join(", ")} FROM ${schema}.${name} ORDER BY 1`);
  return rows.map((row) => `${JSON.stringify(Object.values(row))}\n`).join("");
}

/** The columns of a table that is a list. @throws Error for which `isDamage` is true */
export function columnsOf(name: string): readonly string[] {
  const found = Object.entries(TABLE_LISTS).find(([table]) => table === name);
  if (!found) throw damage(`there is no list ${name}`);
  return found[1];
}
