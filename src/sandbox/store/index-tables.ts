/** Tables beside the objects: what is found by searching, and links. All of it follows from the objects. */
import type { Database } from "./sqlite.js";

const TABLES = [
  // A text is a document by its hash, or the title of a page: "=" and the title.
  "CREATE TABLE search_name (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
  // `id` is the text's id times 1000 and the number of the section in it, so that a match tells its text.
  `CREATE TABLE search_section (
     id INTEGER PRIMARY KEY, anchor TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL)`,
  `CREATE VIRTUAL TABLE search_text USING fts5(
     title, body, content='', tokenize='unicode61 remove_diacritics 2')`,
  // The same words by their English stems: only which sections have them is kept.
  `CREATE VIRTUAL TABLE search_stem USING fts5(
     text, content='', detail='none', columnsize=0, tokenize='porter unicode61 remove_diacritics 2')`,
  // Pages of the active revision of each space; `title` and `document` are ids of texts.
  `CREATE TABLE search_page (
     space TEXT NOT NULL, position INTEGER NOT NULL, page TEXT NOT NULL, path TEXT NOT NULL,
     title INTEGER NOT NULL, document INTEGER, PRIMARY KEY (space, position)) WITHOUT ROWID`,
  // The revision that a space's rows were made of.
  "CREATE TABLE search_space (space TEXT PRIMARY KEY, revision TEXT NOT NULL) WITHOUT ROWID",

  // What a document links to and what its anchors are, as JSON lists.
  "CREATE TABLE link_document (document TEXT NOT NULL UNIQUE, hrefs TEXT NOT NULL, anchors TEXT NOT NULL)",
  // A document where its relative links start, with its links as they are looked up (a JSON list): all revisions of a
  // space that have it there share a row.
  `CREATE TABLE link_source (
     id INTEGER PRIMARY KEY, space TEXT NOT NULL, source TEXT NOT NULL, document TEXT NOT NULL, links TEXT NOT NULL,
     UNIQUE (space, source, document))`,
  // By which paths it may mean something; which of them exist depends on the revision.
  `CREATE TABLE link_path (
     space TEXT NOT NULL, path TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (space, path, source)) WITHOUT ROWID`,
  // Revisions whose documents are in the tables above.
  "CREATE TABLE link_revision (revision TEXT PRIMARY KEY, space TEXT NOT NULL) WITHOUT ROWID",
];

const NAMES = TABLES.map((sql) => /TABLE (\w+)/.exec(sql)?.[1] ?? "");

/** Create the tables, or make them empty; what an older version kept under their names goes. */
export function createIndexTables(db: Database): void {
  for (const name of NAMES) db.exec(`DROP TABLE IF EXISTS ${name}`);
  for (const sql of TABLES) db.exec(sql);
}

/** Tables in memory that stand before those of the file, which is only read. */
export function shadowIndexTables(db: Database): void {
  for (const sql of TABLES) db.exec(sql.replace(/TABLE (\w+)/, "TABLE temp.$1"));
}
