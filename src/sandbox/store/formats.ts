/**
 * The formats of snapshot files by number, which is their `user_version`: every statement in their `sqlite_master`. A file
 * with anything more, less or other is refused before its tables are used, since SQLite runs what a schema contains
 * (triggers, constraints, views). These texts never change: another schema is another number with a list of its own.
 */

import type { RowSource, SqlValue } from "../../system/sqlite.js";
import { WITH_HISTORY } from "./database.js";

const STATE = [
  `CREATE TABLE objects (
    kind TEXT NOT NULL, id TEXT NOT NULL, scope TEXT NOT NULL, position INTEGER NOT NULL, json TEXT NOT NULL,
    PRIMARY KEY (kind, id))`,
  "CREATE INDEX objects_by_kind ON objects (kind, scope, position)",
  "CREATE INDEX objects_by_scope ON objects (scope, position)",
  `CREATE INDEX "change-request by status" ON objects (scope, json_extract(json, '$.status'), position)
       WHERE kind = 'change-request'`,
  `CREATE INDEX "change-request by number" ON objects (scope, json_extract(json, '$.number'), position)
       WHERE kind = 'change-request'`,
  `CREATE INDEX "comment by status" ON objects (scope, json_extract(json, '$.status'), position)
       WHERE kind = 'comment'`,
  `CREATE INDEX "team-membership by user" ON objects (json_extract(json, '$.user')) WHERE kind = 'team-membership'`,
  `CREATE INDEX "member by joinedAt" ON objects (scope, json_extract(json, '$.joinedAt'), position, id)
   WHERE kind = 'member'`,
  `CREATE INDEX "team-space by space" ON objects (json_extract(json, '$.space')) WHERE kind = 'team-space'`,
  `CREATE TABLE counts (scope TEXT NOT NULL, kind TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (scope, kind))
   WITHOUT ROWID`,
  "CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
  "CREATE TABLE blobs (key TEXT PRIMARY KEY, value BLOB NOT NULL)",
  "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  `CREATE TABLE tokens (
    id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, user TEXT NOT NULL, created_at TEXT NOT NULL)`,
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
  "CREATE TABLE link_document (document TEXT NOT NULL UNIQUE, hrefs TEXT NOT NULL, anchors TEXT NOT NULL)",
  `CREATE TABLE link_source (
     id INTEGER PRIMARY KEY, space TEXT NOT NULL, source TEXT NOT NULL, document TEXT NOT NULL, links TEXT NOT NULL,
     UNIQUE (space, source, document))`,
  `CREATE TABLE link_path (
     space TEXT NOT NULL, path TEXT NOT NULL, source INTEGER NOT NULL, PRIMARY KEY (space, path, source)) WITHOUT ROWID`,
  "CREATE TABLE link_revision (revision TEXT PRIMARY KEY, space TEXT NOT NULL) WITHOUT ROWID",
  `CREATE TABLE sources (
  scope TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('complete', 'partial', 'denied', 'unsettled', 'not-asked', 'unreadable')),
  reason TEXT, status INTEGER, started_at TEXT, ended_at TEXT, requests INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`,
];

const TRIGGERS = [
  `CREATE TRIGGER count_insert AFTER INSERT ON objects BEGIN INSERT INTO counts (scope, kind, n) VALUES (new.scope, new.kind, 1)
  ON CONFLICT (scope, kind) DO UPDATE SET n = n + 1; END`,
  "CREATE TRIGGER count_delete AFTER DELETE ON objects BEGIN UPDATE counts SET n = n - 1 WHERE scope = old.scope AND kind = old.kind; END",
  `CREATE TRIGGER count_move AFTER UPDATE OF scope ON objects WHEN old.scope <> new.scope
   BEGIN UPDATE counts SET n = n - 1 WHERE scope = old.scope AND kind = old.kind; INSERT INTO counts (scope, kind, n) VALUES (new.scope, new.kind, 1)
  ON CONFLICT (scope, kind) DO UPDATE SET n = n + 1; END`,
];

/** Tables that SQLite makes for a full-text index, in its own words. */
const SHADOWS = [
  ...["search_text", "search_stem"].flatMap((name) => [
    `CREATE TABLE '${name}_data'(id INTEGER PRIMARY KEY, block BLOB)`,
    `CREATE TABLE '${name}_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID`,
    `CREATE TABLE '${name}_config'(k PRIMARY KEY, v) WITHOUT ROWID`,
  ]),
  "CREATE TABLE 'search_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB)",
];

const HISTORY = [
  `CREATE TABLE generations (
    id INTEGER PRIMARY KEY, state TEXT NOT NULL, started TEXT NOT NULL, ended TEXT NOT NULL, caller TEXT NOT NULL,
    tool TEXT NOT NULL, accepted INTEGER NOT NULL, counts TEXT NOT NULL, gaps INTEGER NOT NULL, changes TEXT, base INTEGER, patch BLOB)`,
  "CREATE TABLE past_content (key TEXT PRIMARY KEY, value BLOB NOT NULL)",
];

/** Tables that SQLite may add to any file: statistics of ANALYZE, and counters of keys. */
const OPTIONAL = new Map(
  [
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
    "CREATE TABLE sqlite_sequence(name,seq)",
  ].map(rowOf),
);

export interface Format {
  number: number;
  /** Statements that create its tables and indexes, in this order. */
  tables: readonly string[];
  /** Statements that create the rest, once there are rows. */
  triggers: readonly string[];
  /** Everything that its schema consists of, by type, name and table; null for indexes that SQLite makes for keys. */
  schema: ReadonlyMap<string, string | null>;
}

const KEYS = { objects: 1, blobs: 1, tokens: 2, search_name: 1, link_document: 1, link_source: 1 };

function defineFormat(number: number, tables: readonly string[], keys: Readonly<Record<string, number>>): Format {
  const indexes = Object.entries(keys).flatMap(([table, count]) =>
    Array.from({ length: count }, (_, at): [string, null] => [
      makeKey("index", `sqlite_autoindex_${table}_${at + 1}`, table),
      null,
    ]),
  );
  const statements = [...tables, ...TRIGGERS, ...SHADOWS];
  return { number, tables, triggers: TRIGGERS, schema: new Map([...statements.map(rowOf), ...indexes]) };
}

function makeKey(type: unknown, name: unknown, table: unknown): string {
  return JSON.stringify([type, name, table]);
}

function rowOf(sql: string): [key: string, sql: string] {
  const [, type = "", quoted, name = quoted] = /^CREATE (?:VIRTUAL )?(\w+) (?:["']([^"']+)["']|(\w+))/.exec(sql) ?? [];
  // All indexes and triggers are those of objects.
  return [makeKey(type.toLowerCase(), name, type === "TABLE" ? name : "objects"), sql];
}

/** Finished snapshots, without and with earlier generations. */
export const FORMATS: ReadonlyMap<number, Format> = new Map(
  [
    defineFormat(4, STATE, KEYS),
    defineFormat(WITH_HISTORY + 4, [...STATE, ...HISTORY], { ...KEYS, past_content: 1 }),
  ].map((format) => [format.number, format]),
);

/** The newest number without generations. */
export const NEWEST_FORMAT = 4;

/** An unfinished snapshot; those of earlier numbers are not resumed. */
export const UNFINISHED_FORMAT = defineFormat(
  NEWEST_FORMAT,
  [
    ...STATE,
    "CREATE TABLE left_answers (scope TEXT PRIMARY KEY, asked TEXT NOT NULL, hash TEXT NOT NULL) WITHOUT ROWID",
  ],
  KEYS,
);

/** Rows, and bytes of a text: more are none of ours. */
const MOST = { rows: 200, bytes: 2000 };

/** A text as bytes, as SQLite ends a text at a NUL that it contains; what is no text is empty. */
const bytesOf = (column: string): string =>
  `CASE typeof(${column}) WHEN 'text' THEN substr(CAST(${column} AS BLOB), 1, ${MOST.bytes}) WHEN 'null' THEN NULL ELSE x'' END AS ${column}`;

const textOf = (bytes: SqlValue | undefined): string | null =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : null;

/** Describes the differences between a file and its format. `at` names an attached file. */
export function schemaProblems(
  db: RowSource,
  { schema }: Format,
  at: "main" | "other" | "snapshot" = "main",
): string[] {
  const missing = new Map(schema);
  const problems: string[] = [];
  const rows = db.all(
    `SELECT ${["type", "name", "tbl_name", "sql"].map(bytesOf).join(", ")}
     FROM ${at}.sqlite_master ORDER BY 1, 2 LIMIT ${MOST.rows}`,
  );
  for (const row of rows) {
    const [type, name, table, sql] = [row.type, row.name, row.tbl_name, row.sql].map(textOf);
    const key = makeKey(type, name, table);
    const expected = missing.get(key);
    // A second one of the same name is none of ours.
    missing.delete(key);
    if (expected === undefined && OPTIONAL.get(key) === sql) continue;
    if (expected !== sql)
      problems.push(`${type} "${name?.slice(0, 100)}" ${expected === undefined ? "was added" : "was changed"}`);
  }
  for (const key of missing.keys()) {
    const [type, name] = JSON.parse(key);
    problems.push(`${type} "${name}" is missing`);
  }
  return problems;
}
