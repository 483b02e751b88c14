import { expect, it } from "vitest";
import { createTables } from "../../src/sandbox/store/schema.js";
import { createStore } from "../../src/sandbox/store/store.js";
import { clearRows, ROWS, rowsAt } from "../../src/snapshot/file/store-answer.js";
import { createTexts } from "../../src/snapshot/file/write.js";
import { openBinding } from "../../src/system/sqlite.js";

/* What a walk asks of SQLite: a machine's speed does not change it. */

function watched() {
  const statements: string[] = [];
  const db = openBinding(":memory:", { watch: (sql) => statements.push(sql) });
  createTables(db);
  statements.length = 0;
  return { db, store: createStore(db), statements };
}

it.each(Object.keys(ROWS))("looks up and clears %s with its kind as a literal, by an index", (name) => {
  const { db, store, statements } = watched();
  const params = { organizationId: "o", spaceId: "s", userId: "u", teamId: "t", specSlug: "x", versionId: "v" };
  rowsAt(store, name, params);
  clearRows(store, name, params);
  const scoped = statements.splice(0).filter((sql) => sql.includes("scope = ?"));
  expect(scoped.filter((sql) => /kind = \?/.test(sql))).toEqual([]);
  for (const sql of scoped) expect(String(db.get(`EXPLAIN QUERY PLAN ${sql}`, "s")?.detail)).toContain("kind=?");
  db.close();
});

it("stores texts with one prepared statement, each once", () => {
  const { db, store, statements } = watched();
  const texts = createTexts(store, () => {});
  for (const text of ["one", "two", "one", 'quotes " and \\ and \0 and \ud800']) texts.add(text);
  texts.flush();
  const inserts = statements.filter((sql) => sql.startsWith("INSERT"));
  expect([inserts.length, new Set(inserts).size]).toEqual([3, 1]);
  const rows = db.all(
    "SELECT position, json ->> 'markdown' AS text FROM objects WHERE kind = 'document' ORDER BY position",
  );
  expect(rows.map(({ position, text }) => [position, text]).slice(0, 2)).toEqual([
    [1, "one"],
    [2, "two"],
  ]);
  // What is no character is stored as the sign that stands for one, which its hash is of, too.
  const [, , last] = store.texts("document", "documents", 0, 9);
  expect(JSON.parse(last ?? "")).toEqual({ markdown: 'quotes " and \\ and \0 and \ufffd' });
  db.close();
});
