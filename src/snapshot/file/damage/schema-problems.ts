/** Tables, indexes and triggers that are not as this program makes them. */
import { createTables } from "../../../sandbox/store/schema.js";
import { type Database, openBinding, type Row } from "../../../sandbox/store/sqlite.js";
import { createHistory, hasHistory } from "../generations/tables.js";

const TABLES =
  "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '%\\_fts%' ESCAPE '\\'";

/** `prepare` makes what this file has beside the tables of every state file. */
export function schemaProblems(db: Pick<Database, "all">, prepare: (fresh: Database) => void = () => {}): string[] {
  // A trigger may be called as a table is.
  const keyOf = ({ type, name }: Row) => (type === "trigger" ? `${TRIGGER}${name}` : String(name));
  const tablesOf = (one: Pick<Database, "all">) => new Map(one.all(TABLES).map((row) => [keyOf(row), String(row.sql)]));
  const fresh = openBinding(":memory:");
  try {
    createTables(fresh);
    prepare(fresh);
    if (hasHistory(db)) createHistory(fresh);
    const [found, expected] = [tablesOf(db), tablesOf(fresh)];
    const added = [...found.keys()].filter((key) => !expected.has(key)).map((key) => `${key} was added`);
    return [...expected]
      .flatMap(([key, sql]) =>
        found.get(key) === sql ? [] : [`${key} is ${found.has(key) ? "different" : "missing"}`],
      )
      .concat(added)
      .map((problem) => problem.replace(TRIGGER, ""));
  } finally {
    fresh.close();
  }
}

const TRIGGER = "trigger ";
