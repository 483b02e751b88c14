/** Tables of the state file. A new schema version is one more migration, never a change to these texts. */
import type { Database, RowSource } from "../../system/sqlite.js";
import { commentPermissions, fillLevels, permissionsFor } from "../rights/levels.js";
import { refreshAddresses } from "../sites/addresses.js";
import { createStore } from "./store.js";

// Tables beside the objects, for searching and for links. All of it can be rebuilt from the objects.

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

const INDEX_TABLES = [
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
  recreate(db, INDEX_TABLES);
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
  for (const sql of [...INDEX_TABLES, ...SEARCH_TABLES]) db.exec(sql.replace(/(TABLE|INDEX) (\w+)/, "$1 temp.$2"));
}

const ADD_ONE = `INSERT INTO counts (scope, kind, n) VALUES (new.scope, new.kind, 1)
  ON CONFLICT (scope, kind) DO UPDATE SET n = n + 1`;
const TAKE_ONE = "UPDATE counts SET n = n - 1 WHERE scope = old.scope AND kind = old.kind";

const TABLES = [
  `CREATE TABLE objects (
    kind TEXT NOT NULL, id TEXT NOT NULL, scope TEXT NOT NULL, position INTEGER NOT NULL, json TEXT NOT NULL,
    PRIMARY KEY (kind, id))`,
  "CREATE INDEX objects_by_kind ON objects (kind, scope, position)",
  "CREATE INDEX objects_by_scope ON objects (scope, position)",
  // Indexes for filters on these members; store.ts writes kinds and member names into queries exactly like this.
  ...[
    ["change-request", "status"],
    ["change-request", "number"],
    ["comment", "status"],
  ].map(
    ([kind, member]) =>
      `CREATE INDEX "${kind} by ${member}" ON objects (scope, json_extract(json, '$.${member}'), position)
       WHERE kind = '${kind}'`,
  ),
  // Every page of a list answers the number of objects in its scope; counting 100,000 takes 2.5 ms.
  `CREATE TABLE counts (scope TEXT NOT NULL, kind TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (scope, kind))
   WITHOUT ROWID`,
  `CREATE TRIGGER count_insert AFTER INSERT ON objects BEGIN ${ADD_ONE}; END`,
  `CREATE TRIGGER count_delete AFTER DELETE ON objects BEGIN ${TAKE_ONE}; END`,
  `CREATE TRIGGER count_move AFTER UPDATE OF scope ON objects WHEN old.scope <> new.scope
   BEGIN ${TAKE_ONE}; ${ADD_ONE}; END`,
  "CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE blobs (key TEXT PRIMARY KEY, value BLOB NOT NULL)",
  "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
];

/** Version 2: tokens that act as other members, members by age, a user's teams and the grants of a space. */
const SECOND = [
  `CREATE TABLE tokens (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, user TEXT NOT NULL, created_at TEXT NOT NULL)`,
  `CREATE INDEX "team-membership by user" ON objects (json_extract(json, '$.user')) WHERE kind = 'team-membership'`,
  `CREATE INDEX "member by joinedAt" ON objects (scope, json_extract(json, '$.joinedAt'), position, id)
   WHERE kind = 'member'`,
  `CREATE INDEX "team-space by space" ON objects (json_extract(json, '$.space')) WHERE kind = 'team-space'`,
];

/**
 * Version 4: what was read from another service's organization; empty if everything was made here. A scope is a list or
 * the parts of a thing; `status` is the last HTTP status, times are ISO 8601.
 */
const SOURCES = `CREATE TABLE sources (
  scope TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('complete', 'partial', 'denied', 'unsettled', 'not-asked', 'unreadable')),
  reason TEXT, status INTEGER, started_at TEXT, ended_at TEXT, requests INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`;

/** Until version 2, things were stored with the caller's permissions; since then with an admin's. */
export function storeAsAdmin(db: Database): void {
  const post = commentPermissions("admin", true);
  const kinds = ["organization", "space", "collection", "team", "openapi-spec", "translation"] as const;
  const permissions = { comment: post, "comment-reply": post };
  for (const kind of kinds) Object.assign(permissions, { [kind]: permissionsFor(kind, "admin") });
  for (const [kind, value] of Object.entries(permissions)) {
    db.run(
      "UPDATE objects SET json = json_set(json, '$.permissions', json(?)) WHERE kind = ?",
      JSON.stringify(value),
      kind,
    );
  }
}

/** `MIGRATIONS[n]` brings a state file from version n to n + 1. */
export const MIGRATIONS: readonly ((db: Database) => void)[] = [
  (db) => {
    for (const sql of TABLES) db.exec(sql);
  },
  (db) => {
    for (const sql of SECOND) db.exec(sql);
    storeAsAdmin(db);
  },
  createIndexTables,
  (db) => {
    db.exec(SOURCES);
    const store = createStore(db);
    for (const organization of store.ids("organization", "root")) {
      fillLevels(store, organization);
      refreshAddresses(store, organization);
    }
  },
];

/** Creates all tables in an empty file. */
export function createTables(db: Database): void {
  for (const migrate of MIGRATIONS) migrate(db);
}

/** Removes everything except the settings: the token survives a reset. */
export function clearObjects(db: Database): void {
  for (const table of ["objects", "counters", "blobs", "sources"]) db.exec(`DELETE FROM ${table}`);
  createIndexTables(db);
}

export function setting(db: Database, name: string): string | undefined {
  const value = db.get("SELECT value FROM settings WHERE name = ?", name)?.value;
  return value === undefined ? undefined : String(value);
}

export function setSetting(db: Database, name: string, value: string): void {
  db.run(
    "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    name,
    value,
  );
}
