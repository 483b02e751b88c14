/** Tables beside the objects, for searching and for links. All of it can be rebuilt from the objects. */
import type { Database, RowSource } from "../../system/sqlite.js";

/** Made by the first search (`content/search.ts`): no migration and no snapshot has them. */
export const SEARCH_TABLES = [
  // Pages of the active revision of each space.
  `CREATE TABLE page_index (
     id INTEGER PRIMARY KEY, space TEXT NOT NULL, page TEXT NOT NULL, position INTEGER NOT NULL, path TEXT NOT NULL,
     title TEXT NOT NULL, document TEXT)`,
  "CREATE INDEX page_index_by_space ON page_index (space)",
  // A row for the title of a page and one for each section; `rowid` is the page's id times 1000 plus the section's number.
  `CREATE VIRTUAL TABLE page_text USING fts5(
     title, heading, body, anchor UNINDEXED, tokenize='unicode61 remove_diacritics 2')`,
  // The revision from which a space's rows were built.
  "CREATE TABLE indexed_space (space TEXT PRIMARY KEY, revision TEXT NOT NULL) WITHOUT ROWID",
];

export const hasSearchTables = (db: RowSource): boolean =>
  db.all("SELECT 1 FROM pragma_table_list WHERE name = 'indexed_space'").length > 0;

function dropSearchTables(db: Database): void {
  for (const name of ["page_index", "page_text", "indexed_space"]) db.exec(`DROP TABLE IF EXISTS ${name}`);
}

const TABLES = [
  // The search of format 4, which stays as it was made. Its tables are empty.
  "CREATE TABLE search_name (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
  `CREATE TABLE search_section (
     id INTEGER PRIMARY KEY, anchor TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL)`,
  `CREATE VIRTUAL TABLE search_text USING fts5(
     title, body, content='', tokenize='unicode61 remove_diacritics 2')`,
  `CREATE VIRTUAL TABLE search_stem USING fts5(
     text, content='', detail='none', columnsize=0, tokenize='porter unicode61 remove_diacritics 2')`,
  `CREATE TABLE search_page (
     space TEXT NOT NULL, position INTEGER NOT NULL, page TEXT NOT NULL, path TEXT NOT NULL,
     title INTEGER NOT NULL, document INTEGER, PRIMARY KEY (space, position)) WITHOUT ROWID`,
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

export function createIndexTables(db: Database): void {
  dropSearchTables(db);
  recreate(db, TABLES);
}

/** The start of a list of links whose text is not the one that its hash names; JSON may start with it. */
export const UNPROVED = " ";

/** Keeps what texts link to, and from where, as their hashes prove it; forgets which revisions and pages have them. */
export function forgetState(db: Database): void {
  dropSearchTables(db);
  db.exec(`DELETE FROM link_revision;
    DELETE FROM link_document WHERE substr(hrefs, 1, 1) = '${UNPROVED}';
    DELETE FROM link_source WHERE document NOT IN (SELECT document FROM link_document);
    DELETE FROM link_path WHERE source NOT IN (SELECT id FROM link_source)`);
}

/** Tables in memory that take precedence over those of a read-only file. */
export function shadowIndexTables(db: Database): void {
  for (const sql of [...TABLES, ...SEARCH_TABLES]) db.exec(sql.replace(/(TABLE|INDEX) (\w+)/, "$1 temp.$2"));
}
