/** Snapshots of a stranger: with a schema of their own, and hashes that agree with it. */
import { copyFileSync } from "node:fs";
import { writeDigests } from "../../src/snapshot/file/digests.js";
import { type Database, openBinding } from "../../src/system/sqlite.js";

export const put = (type: string, name: string, table: string, sql: string): string =>
  `INSERT INTO sqlite_master VALUES ('${type}', '${name}', '${table}', 0, '${sql.replaceAll("'", "''")}')`;

const change = (name: string, sql: string): string =>
  `UPDATE sqlite_master SET sql = '${sql.replaceAll("'", "''")}' WHERE name = '${name}'`;

/** Written into the schema itself: no binding needs to know the functions that are called, or agrees to it. */
export function forge(from: string, to: string, statements: readonly string[], isKept = false): void {
  copyFileSync(from, to);
  const write = (work: (db: Database) => void) => {
    // That of newer versions of Node protects the schema.
    const db = openBinding(to, { binding: "libsql" });
    db.exec("PRAGMA writable_schema = ON");
    work(db);
    db.close();
  };
  write((db) => statements.forEach(db.exec));
  write((db) => writeDigests(db, isKept));
}

/** Writes a file as soon as a row of an object is written, with the SQLite that libsql brings. */
export const writing = (file: string): string[] => [
  "CREATE TABLE x_fts (a)",
  change("x_fts", `CREATE TABLE x_fts (a CHECK (writefile('${file}', 'owned') IS NOT NULL))`),
  ...["INSERT", "UPDATE", "DELETE"].map((event) =>
    put(
      "trigger",
      `${event}_fts`,
      "objects",
      `CREATE TRIGGER ${event}_fts AFTER ${event} ON objects BEGIN INSERT INTO x_fts VALUES (1); END`,
    ),
  ),
];

/** What it is, the statements, and what it is called. */
export const FORGERIES: readonly [what: string, statements: string[], problems: string[]][] = [
  ["a table whose constraint writes a file", writing("/nowhere/file").slice(0, 2), ['table "x_fts" was added']],
  [
    "a trigger",
    [put("trigger", "mine", "objects", "CREATE TRIGGER mine AFTER INSERT ON objects BEGIN SELECT 1; END")],
    ['trigger "mine" was added'],
  ],
  [
    "a trigger of an internal table",
    [put("trigger", "t", "counts", "CREATE TRIGGER t AFTER INSERT ON counts BEGIN SELECT 1; END")],
    ['trigger "t" was added'],
  ],
  [
    "a trigger with the name of a view",
    [
      put("view", "same", "same", "CREATE VIEW same AS SELECT * FROM objects"),
      put("trigger", "same", "objects", "CREATE TRIGGER same AFTER INSERT ON objects BEGIN SELECT 1; END"),
    ],
    ['trigger "same" was added', 'view "same" was added'],
  ],
  [
    "a trigger with the name of a table",
    [put("trigger", "settings", "objects", "CREATE TRIGGER settings AFTER INSERT ON objects BEGIN SELECT 1; END")],
    ['trigger "settings" was added'],
  ],
  [
    "a trigger of ours that does more",
    [change("count_insert", "CREATE TRIGGER count_insert AFTER INSERT ON objects BEGIN SELECT 1; END")],
    ['trigger "count_insert" was changed'],
  ],
  [
    "a view in the place of a table",
    ["ALTER TABLE blobs RENAME TO more", "CREATE VIEW blobs AS SELECT * FROM more"],
    [
      'index "sqlite_autoindex_more_1" was added',
      'table "more" was added',
      'view "blobs" was added',
      'table "blobs" is missing',
      'index "sqlite_autoindex_blobs_1" is missing',
    ],
  ],
  ["an index on an expression", ["CREATE INDEX more ON objects (abs(position))"], ['index "more" was added']],
  [
    "a partial index",
    ["CREATE INDEX objects_fts ON objects (id) WHERE json_valid(json)"],
    ['index "objects_fts" was added'],
  ],
  ["an index that is gone", ["DROP INDEX objects_by_scope"], ['index "objects_by_scope" is missing']],
  [
    "an index that SQLite would make for a key",
    [
      put(
        "index",
        "sqlite_autoindex_objects_2",
        "objects",
        "CREATE INDEX sqlite_autoindex_objects_2 ON objects (abs(position))",
      ),
    ],
    ['index "sqlite_autoindex_objects_2" was added'],
  ],
  [
    "a generated column",
    ["ALTER TABLE objects ADD COLUMN more AS (hex(zeroblob(9)))"],
    ['table "objects" was changed'],
  ],
  ["a default", ["ALTER TABLE counters ADD COLUMN more DEFAULT 1"], ['table "counters" was changed']],
  [
    "a constraint",
    [
      change(
        "settings",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (length(value) >= 0)) WITHOUT ROWID",
      ),
    ],
    ['table "settings" was changed'],
  ],
  [
    "a table with row ids",
    ["CREATE TABLE more (name TEXT PRIMARY KEY, value)", "DROP TABLE counters", "ALTER TABLE more RENAME TO counters"],
    ['index "sqlite_autoindex_counters_1" was added', 'table "counters" was changed'],
  ],
  [
    "a virtual table",
    ["CREATE VIRTUAL TABLE search_more USING fts5(a)"],
    ["", "_config", "_content", "_data", "_docsize", "_idx"].map((end) => `table "search_more${end}" was added`),
  ],
  [
    "a shadow table with a constraint",
    [change("search_text_docsize", "CREATE TABLE 'search_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB CHECK (1))")],
    ['table "search_text_docsize" was changed'],
  ],
  [
    "statistics that are none of SQLite's",
    [
      "CREATE TABLE more (tbl, idx, stat)",
      "UPDATE sqlite_master SET name = 'sqlite_stat1', tbl_name = 'sqlite_stat1', sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat CHECK (1))' WHERE name = 'more'",
    ],
    ['table "sqlite_stat1" was added'],
  ],
  [
    "text behind a NUL",
    ["UPDATE sqlite_master SET sql = sql || char(0) || ' more' WHERE name = 'blobs'"],
    ['table "blobs" was changed'],
  ],
  [
    "a name that ends at a NUL",
    ["UPDATE sqlite_master SET name = name || char(0) || 'x' WHERE name = 'tokens'"],
    ['table "tokens\0x" was added', 'table "tokens" is missing'],
  ],
  [
    "bytes in the place of text",
    ["UPDATE sqlite_master SET sql = CAST(sql AS BLOB) WHERE name = 'blobs'"],
    ['table "blobs" was changed'],
  ],
  [
    "a table of unfinished files",
    ["CREATE TABLE left_answers (scope TEXT PRIMARY KEY, asked TEXT NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID"],
    ['table "left_answers" was added'],
  ],
  [
    "tables of another format",
    ["PRAGMA user_version = 1004"],
    [
      'table "generations" is missing',
      'table "past_content" is missing',
      'index "sqlite_autoindex_past_content_1" is missing',
    ],
  ],
];
