import type { Database } from "../sqlite.js";
import type { Store } from "../store.js";
import { documentText } from "./documents.js";
import { plainText, sectionsOf } from "./outline.js";
import { walkPages } from "./pages.js";
import type { StoredPage } from "./types.js";

/**
 * SQL beside the objects. The full-text index is the one thing that objects as JSON text cannot do; a store that has no
 * `sql` keeps content but cannot search it.
 */
export type Sql = Pick<Database, "run" | "all">;

/*
 * One row a section, keyed by the document's hash: documents never change, so rows are only ever added, and every
 * revision, change request and copy that shares a document shares its rows.
 */
const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS search_section (
     id INTEGER PRIMARY KEY, document TEXT NOT NULL, position INTEGER NOT NULL,
     anchor TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (document, position))`,
  `CREATE VIRTUAL TABLE IF NOT EXISTS search_text USING fts5(
     title, body, content='search_section', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3')`,
];

export function sqlOf(store: Store & { sql?: Sql }): Sql | undefined {
  return store.sql;
}

function addDocument(sql: Sql, store: Store, document: string): void {
  sectionsOf(documentText(store, document)).forEach((section, position) => {
    const { anchor, title } = section;
    const body = plainText(section.body);
    sql.run(
      "INSERT INTO search_section (document, position, anchor, title, body) VALUES (?, ?, ?, ?, ?)",
      document,
      position,
      anchor,
      title,
      body,
    );
    sql.run("INSERT INTO search_text (rowid, title, body) VALUES (last_insert_rowid(), ?, ?)", title, body);
  });
}

/** Make the documents of these pages searchable, those that are not yet. */
export function indexDocuments(store: Store, pages: readonly StoredPage[]): void {
  const sql = sqlOf(store);
  if (!sql) return;
  for (const statement of SCHEMA) sql.run(statement);
  const wanted = new Set<string>();
  for (const { page } of walkPages(pages)) if (page.document !== undefined) wanted.add(page.document);
  const missing = sql.all(
    "SELECT value FROM json_each(?) WHERE value NOT IN (SELECT document FROM search_section)",
    JSON.stringify([...wanted]),
  );
  for (const { value } of missing) addDocument(sql, store, String(value));
}
