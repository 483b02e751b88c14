/** Tables, indexes and triggers that are not as this program makes them. */
import { createTables } from "../../../sandbox/store/schema.js";
import { type Database, openBinding } from "../../../sandbox/store/sqlite.js";
import { HISTORY_TABLES } from "../generations/tables.js";

const TABLES = `SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '%\\_fts%' ESCAPE '\\'
  AND name NOT IN (${HISTORY_TABLES})`;

/** `prepare` makes what this file has beside the tables of every state file. */
export function schemaProblems(db: Pick<Database, "all">, prepare: (fresh: Database) => void = () => {}): string[] {
  const tablesOf = (one: Pick<Database, "all">) =>
    new Map(one.all(TABLES).map(({ name, sql }) => [String(name), String(sql)]));
  const fresh = openBinding(":memory:");
  try {
    createTables(fresh);
    prepare(fresh);
    const [found, expected] = [tablesOf(db), tablesOf(fresh)];
    const added = [...found.keys()].filter((name) => !expected.has(name)).map((name) => `${name} was added`);
    return [...expected]
      .flatMap(([name, sql]) =>
        found.get(name) === sql ? [] : [`${name} is ${found.has(name) ? "different" : "missing"}`],
      )
      .concat(added);
  } finally {
    fresh.close();
  }
}
