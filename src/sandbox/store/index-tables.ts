/** Tables beside the objects, for searching and for links. All of it can be rebuilt from the objects. */
import type { Database } from "./sqlite.js";

const TABLES = [
  // A text is a document (named by its hash) or the title of a page (named by "=" and the title).
  "CREATE TABLE search_name (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
  // `id` is the text's id times 1000 plus the number of the section, so a match identifies its text.
  `CREATE TABLE search_section (
     id INTEGER PRIMARY KEY, anchor TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL)`,
  `CREATE VIRTUAL TABLE search_text USING fts5(
     title, body, content='', tokenize='unicode61 remove_diacritics 2')`,
  // The same words reduced to English stems; only records which sections contain them.
  `CREATE VIRTUAL TABLE search_stem USING fts5(
     text, content='', detail='none', columnsize=0, tokenize='porter unicode61 remove_diacritics 2')`,
  // Pages of the active revision of each space; `title` and `document` are ids of texts.
  `CREATE TABLE search_page (
     space TEXT NOT NULL, position INTEGER NOT NULL, page TEXT NOT NULL, path TEXT NOT NULL,
     title INTEGER NOT NULL, document INTEGER, PRIMARY KEY (space, position)) WITHOUT ROWID`,
  // The revision from which a space's rows were built.
  "CREATE TABLE search_space (space TEXT PRIMARY KEY, revision TEXT NOT NULL) WITHOUT ROWID",

  // A document's links and anchors, as JSON lists.
  "CREATE TABLE link_document (document TEXT NOT NULL UNIQUE, hrefs TEXT NOT NULL, anchors TEXT NOT NULL)",
  // A document at the place from which its relative links resolve, with its links in look-up form (a JSON list): all
  // revisions of a space that have it there share a row.
  `CREATE TABLE link_source (
     id INTEGER PRIMARY KEY, space TEXT NOT NULL, source TEXT NOT NULL, document TEXT NOT NULL, links TEXT NOT NULL,
     UNIQUE (space, source, document))`,
  // Paths that a link may mean; the revision decides which of them exist.
  `CREATE TABLE link_path (
     space TEXT NOT NULL, path TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (space, path, source)) WITHOUT ROWID`,
  // Revisions whose documents are in the tables above.
  "CREATE TABLE link_revision (revision TEXT PRIMARY KEY, space TEXT NOT NULL) WITHOUT ROWID",
];

const nameOf = (sql: string) => /TABLE (\w+)/.exec(sql)?.[1] ?? "";

/** Creates tables, or empties them; drops what an older version kept under their names. */
function recreate(db: Database, tables: readonly string[]): void {
  for (const sql of tables) db.exec(`DROP TABLE IF EXISTS ${nameOf(sql)}`);
  for (const sql of tables) db.exec(sql);
}

export const createIndexTables = (db: Database): void => recreate(db, TABLES);

/** The start of a list of links whose text is not the one that its hash names; JSON may start with it. */
export const UNPROVED = " ";

/** Keeps what texts link to, and from where, as their hashes prove it; forgets which revisions and pages have them. */
export function forgetState(db: Database): void {
  recreate(
    db,
    TABLES.filter((sql) => nameOf(sql).startsWith("search_")),
  );
  db.exec(`DELETE FROM link_revision;
    DELETE FROM link_document WHERE substr(hrefs, 1, 1) = '${UNPROVED}';
    DELETE FROM link_source WHERE document NOT IN (SELECT document FROM link_document);
    DELETE FROM link_path WHERE source NOT IN (SELECT id FROM link_source)`);
}

/** Tables in memory that take precedence over those of a read-only file. */
export function shadowIndexTables(db: Database): void {
  for (const sql of TABLES) db.exec(sql.replace(/TABLE (\w+)/, "TABLE temp.$1"));
}
