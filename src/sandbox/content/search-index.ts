import type { Store } from "../store.js";
import { documentText } from "./documents.js";
import { plainText, sectionsOf } from "./outline.js";
import { walkPages } from "./pages.js";
import type { StoredPage } from "./types.js";

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

function addDocument(store: Store, document: string): void {
  sectionsOf(documentText(store, document)).forEach((section, position) => {
    const { anchor, title } = section;
    const body = plainText(section.body);
    store.sql.run(
      "INSERT INTO search_section (document, position, anchor, title, body) VALUES (?, ?, ?, ?, ?)",
      document,
      position,
      anchor,
      title,
      body,
    );
    store.sql.run("INSERT INTO search_text (rowid, title, body) VALUES (last_insert_rowid(), ?, ?)", title, body);
  });
}

/** Make the documents of these pages searchable, those that are not yet. */
export function indexDocuments(store: Store, pages: readonly StoredPage[]): void {
  const { sql } = store;
  for (const statement of SCHEMA) sql.run(statement);
  const wanted = new Set<string>();
  for (const { page } of walkPages(pages)) if (page.document !== undefined) wanted.add(page.document);
  const missing = sql.all(
    "SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM search_section s WHERE s.document = value)",
    JSON.stringify([...wanted]),
  );
  for (const { value } of missing) addDocument(store, String(value));
}

/** False in a state file to which no content was written yet: it has no index. */
export function searchable(store: Store): boolean {
  return store.sql.all("SELECT 1 FROM sqlite_master WHERE name = 'search_text'").length > 0;
}
