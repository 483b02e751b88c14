import type { Database, Row } from "../../system/sqlite.js";
import { ORIGIN } from "../origin.js";
import { parseStored, storedJson } from "./stored-json.js";

interface Reads {
  get<T extends object>(kind: string, id: string): T | undefined;
  /** The stored JSON text. */
  text(kind: string, id: string): string | undefined;
  scopeOf(kind: string, id: string): string | undefined;
  /** Everything in a scope, in order. */
  all<T extends object>(kind: string, scope: string, where?: Where): T[];
  /** Ids of a scope, in order. */
  ids(kind: string, scope: string, where?: Where): string[];
  /** JSON texts of a slice of a scope, in order. */
  texts(kind: string, scope: string, offset: number, limit: number): string[];
  /** A slice of a scope (at least one object) by position, joined by SQLite: pages of lists are made of these. */
  slice(kind: string, scope: string, options: SliceOptions): Slice;
  count(kind: string, scope: string, where?: Where): number;
  /** Objects of several kinds that share a scope, in their common order. */
  siblings(scope: string, kinds: readonly string[]): { kind: string; id: string }[];
}

interface Writes {
  /** Inserts or replaces. A new object, or one that changes its scope, goes to the end of the scope. */
  put(kind: string, id: string, scope: string, value: object): void;
  /** Reads, changes and writes; undefined if absent. Keeps scope and position. `change` may edit in place. */
  update<T extends object>(kind: string, id: string, change: (value: T) => T | undefined): T | undefined;
  /** True if it existed. */
  remove(kind: string, id: string): boolean;
  /** Removes everything in a scope and returns how many there were. */
  removeAll(kind: string, scope: string): number;
  /** Moves `id` into `scope`, before or after a sibling (of any kind), or to the end. */
  place(kind: string, id: string, scope: string, position?: { before?: string; after?: string }): void;
  /** Next value of a counter, starting at 1 (change request numbers). */
  next(counter: string): number;
  /** Makes a counter continue after this value, unless it is already further: for things created elsewhere. */
  raise(counter: string, value: number): void;
}

/**
 * Objects as JSON text, ordered by `position` within a scope (all kinds in a scope share one order). All
 * methods are synchronous (as SQLite is) and run inside the request's transaction.
 */
export interface Store extends Blobs, Reads, Writes {
  /** Like `get`, for kinds whose objects never change: parsed once and shared by all callers, must not be modified. */
  kept<T extends object>(kind: string, id: string): T | undefined;
  /** Like `put`, for the kinds of `kept`; the value must not be modified afterwards. */
  putKept(kind: string, id: string, scope: string, value: object): void;
  /** SQL for tables beside the objects (such as the search index); a write in a read transaction is refused as above. */
  sql: Sql;
}

/** Statements that a handler may run. */
export interface Sql {
  run: Database["run"];
  all: Database["all"];
}

/** Equality on top-level members of the JSON text; null also matches an absent member, undefined is ignored. */
export type Where = Record<string, string | number | boolean | null | undefined>;

interface SliceOptions {
  limit: number;
  /** Continue after this position (before it in descending order). */
  after?: number | undefined;
  /** The object that was at `after`: its current position counts, as long as it is in the scope. */
  afterId?: string | undefined;
  descending?: boolean | undefined;
  where?: Where | undefined;
  /** Replaces the constant origin in the texts. */
  origin?: string | undefined;
}

interface Slice {
  /** UTF-8 of the JSON texts, separated by commas. */
  json: Uint8Array;
  count: number;
  /** The last object, if the slice is full. */
  last?: { id: string; position: number } | undefined;
  /** True if more objects follow. */
  more: boolean;
}

/** Thrown by a write inside a read transaction; the request is then repeated in a write transaction. */
export class WriteNeeded extends Error {}

export interface StoreOptions {
  /** Says whether the current transaction may write. */
  writable?: () => boolean;
  /** Number of the state that the current transaction reads, if it only reads: what was read of it is read once. */
  reading?: () => number | undefined;
}

export function createStore(db: Database, options: StoreOptions = {}): Store {
  const { writable = () => true, reading = () => undefined } = options;
  const write: Write = (sql, ...values) => {
    if (!writable()) throw new WriteNeeded("a write in a read transaction");
    return db.run(sql, ...values);
  };
  const { kept, keep, forget } = keeper(db, reading);
  return {
    ...readers(db, rowMemory(reading)),
    kept,
    putKept: (kind, id, scope, value) => {
      const json = storedJson(value);
      write(PUT, kind, id, scope, json);
      keep(kind, id, value, json.length);
    },
    ...writers(db, write, forget),
    ...blobs(db, write),
    sql: { run: write, all: db.all },
  };
}

type Write = Database["run"];

// This file wrote the JSON text from an object of the kind's type.
const parse = <T>(json: unknown): T => parseStored(json) as T;

type Value = string | number | boolean | null;

/**
 * The condition on a kind, as a literal: with a value that is bound, SQLite plans a statement that could use an index of one
 * kind anew each time, which takes five times as long as running it.
 */
export const ofKind = (kind: string): string => `kind = '${name(kind)}'`;

/** The condition on kind, scope and members. Names are literals so that SQLite uses the indexes of schema.ts. */
function selection(kind: string, scope: string, where: Where | undefined): { sql: string; values: Value[] } {
  let sql = `${ofKind(kind)} AND scope = ?`;
  const values: Value[] = [scope];
  for (const [field, value] of Object.entries(where ?? {})) {
    if (value === undefined) continue;
    sql += ` AND json_extract(json, '$.${name(field)}') IS ?`;
    values.push(value);
  }
  return { sql, values };
}

/** Handlers name kinds and members, requests never do; this keeps a mistake from becoming SQL. */
function name(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new Error(`not a name: ${text}`);
  return text;
}

function readers(db: Database, remember: RowMemory): Reads {
  const select = (columns: string, kind: string, scope: string, where?: Where): Row[] => {
    const { sql, values } = selection(kind, scope, where);
    return db.all(`SELECT ${columns} FROM objects WHERE ${sql} ORDER BY position`, ...values);
  };
  const find = (kind: string, id: string) =>
    remember(kind, id, () => db.get("SELECT json, scope FROM objects WHERE kind = ? AND id = ?", kind, id));
  const text = (kind: string, id: string) => {
    const json = find(kind, id)?.json;
    return json === undefined ? undefined : String(json);
  };
  return {
    text,
    get: (kind, id) => {
      const json = text(kind, id);
      return json === undefined ? undefined : parse(json);
    },
    scopeOf: (kind, id) => {
      const scope = find(kind, id)?.scope;
      return scope === undefined ? undefined : String(scope);
    },
    all: (kind, scope, where) => select("json", kind, scope, where).map((row) => parse(row.json)),
    ids: (kind, scope, where) => select("id", kind, scope, where).map((row) => String(row.id)),
    texts: (kind, scope, offset, limit) =>
      db
        .all(
          `SELECT json FROM objects WHERE ${ofKind(kind)} AND scope = ? ORDER BY position LIMIT ? OFFSET ?`,
          scope,
          limit,
          offset,
        )
        .map((row) => String(row.json)),
    slice: (kind, scope, options) => slice(db, kind, scope, options),
    count: (kind, scope, where) => {
      if (!where) return Number(db.get("SELECT n FROM counts WHERE scope = ? AND kind = ?", scope, kind)?.n ?? 0);
      const { sql, values } = selection(kind, scope, where);
      return Number(db.get(`SELECT count(*) AS n FROM objects WHERE ${sql}`, ...values)?.n);
    },
    siblings: (scope, kinds) =>
      db
        .all("SELECT kind, id FROM objects WHERE scope = ? ORDER BY position", scope)
        .map((row) => ({ kind: String(row.kind), id: String(row.id) }))
        .filter((row) => kinds.includes(row.kind)),
  };
}

/** One row for a whole page: fetching 1000 rows costs twice as much. */
function slice(db: Database, kind: string, scope: string, options: SliceOptions): Slice {
  const { sql, values } = selection(kind, scope, options.where);
  const [compare, direction, end] = options.descending ? ["<", "DESC", "min"] : [">", "ASC", "max"];
  const from = options.after ?? (options.descending ? Number.MAX_SAFE_INTEGER : 0);
  const { origin = ORIGIN } = options;
  const joined = origin === ORIGIN ? "group_concat(json)" : "replace(group_concat(json), ?, ?)";
  const row = db.get(
    // SQLite runs a subquery with a limit as written, so group_concat receives its rows in order.
    `SELECT CAST(${joined} AS BLOB) AS json, count(*) AS n, ${end}(position) AS position FROM (
       SELECT position, json FROM objects WHERE ${sql} AND position ${compare}
         coalesce((SELECT position FROM objects WHERE kind = ? AND id = ? AND scope = ?), ?)
       ORDER BY position ${direction} LIMIT ?)`,
    ...(origin === ORIGIN ? [] : [ORIGIN, origin]),
    ...values,
    kind,
    options.afterId,
    scope,
    from,
    options.limit,
  );
  const count = Number(row?.n);
  const json = row?.json instanceof Uint8Array ? row.json : new Uint8Array();
  if (count < options.limit) return { json, count, more: false };
  const position = Number(row?.position);
  const around = db.all(
    `SELECT id, position FROM objects WHERE ${sql} AND position ${compare}= ? ORDER BY position ${direction} LIMIT 2`,
    ...values,
    position,
  );
  return { json, count, last: { id: String(around[0]?.id), position }, more: around.length > 1 };
}

const PUT = `INSERT INTO objects (kind, id, scope, position, json)
  VALUES (?1, ?2, ?3, (SELECT coalesce(max(position), 0) + 1 FROM objects WHERE scope = ?3), ?4)
  ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json, scope = excluded.scope,
    position = CASE WHEN scope = excluded.scope THEN position ELSE excluded.position END`;

function writers(db: Database, write: Write, forget: (kind: string, id: string) => void): Writes {
  return {
    put: (kind, id, scope, value) => {
      forget(kind, id);
      write(PUT, kind, id, scope, storedJson(value));
    },
    update: <T extends object>(kind: string, id: string, change: (value: T) => T | undefined) => {
      const json = db.get("SELECT json FROM objects WHERE kind = ? AND id = ?", kind, id)?.json;
      if (json === undefined) return undefined;
      const value = parse<T>(json);
      const changed = change(value) ?? value;
      forget(kind, id);
      write("UPDATE objects SET json = ? WHERE kind = ? AND id = ?", storedJson(changed), kind, id);
      return changed;
    },
    remove: (kind, id) => write("DELETE FROM objects WHERE kind = ? AND id = ?", kind, id) > 0,
    removeAll: (kind, scope) => write(`DELETE FROM objects WHERE ${ofKind(kind)} AND scope = ?`, scope),
    place: (kind, id, scope, position) => place(db, write, { kind, id, scope, ...position }),
    raise: (counter, value) => {
      write(
        `INSERT INTO counters (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`,
        counter,
        value,
      );
    },
    next: (counter) => {
      write(
        "INSERT INTO counters (name, value) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",
        counter,
      );
      return Number(db.get("SELECT value FROM counters WHERE name = ?", counter)?.value);
    },
  };
}

function place(
  db: Database,
  write: Write,
  move: { kind: string; id: string; scope: string; before?: string; after?: string },
): void {
  const sibling = move.before ?? move.after;
  const found =
    sibling === undefined
      ? undefined
      : db.get("SELECT position FROM objects WHERE scope = ? AND id = ? LIMIT 1", move.scope, sibling)?.position;
  if (found === undefined) {
    write(
      `UPDATE objects SET scope = ?1, position = (SELECT coalesce(max(position), 0) + 1 FROM objects WHERE scope = ?1)
       WHERE kind = ?2 AND id = ?3`,
      move.scope,
      move.kind,
      move.id,
    );
    return;
  }
  const target = Number(found) + (move.before === undefined ? 1 : 0);
  write("UPDATE objects SET position = position + 1 WHERE scope = ? AND position >= ?", move.scope, target);
  write("UPDATE objects SET scope = ?, position = ? WHERE kind = ? AND id = ?", move.scope, target, move.kind, move.id);
}

// Bytes beside the objects.

interface Blobs {
  bytes(key: string): Uint8Array | undefined;
  putBytes(key: string, value: Uint8Array): void;
  removeBytes(key: string): void;
}

function blobs(db: Database, write: Database["run"]): Blobs {
  return {
    bytes: (key) => {
      const value = db.get("SELECT value FROM blobs WHERE key = ?", key)?.value;
      return value instanceof Uint8Array ? value : undefined;
    },
    putBytes: (key, value) => {
      write(
        "INSERT INTO blobs (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        key,
        value,
      );
    },
    removeBytes: (key) => {
      write("DELETE FROM blobs WHERE key = ?", key);
    },
  };
}

// Keeps parsed objects that never change, and rows of others until the state changes.

/** Parsed, and with what is derived from them, they take several times as much memory. A tree of 10,000 pages has 4,000,000. */
const KEPT_CHARACTERS = 8_000_000;

interface CacheEntry {
  row: number;
  length: number;
  value: object;
  /** The last state that was known to have it. */
  state: number | undefined;
}

interface Keeper {
  /** Parsed once and shared by all callers: must not be modified. */
  kept<T extends object>(kind: string, id: string): T | undefined;
  /** Keeps a value that was just written; its JSON text has `length` characters. */
  keep(kind: string, id: string, value: object, length: number): void;
  forget(kind: string, id: string): void;
}

/** Entries up to a number of characters; the oldest go. */
function createEntries() {
  const all = new Map<string, CacheEntry>();
  let length = 0;
  const drop = (key: string) => {
    length -= all.get(key)?.length ?? 0;
    all.delete(key);
  };
  return {
    get: (key: string) => all.get(key),
    drop,
    add(key: string, entry: CacheEntry) {
      drop(key);
      for (const oldest of all.keys()) {
        if (length + entry.length <= KEPT_CHARACTERS) break;
        drop(oldest);
      }
      all.set(key, entry);
      length += entry.length;
    },
    clear() {
      all.clear();
      length = 0;
    },
  };
}

/**
 * Parsing the tree of 10,000 pages takes longer than most answers. A parsed object stays valid until its row is removed or
 * rewritten: here (`forget`), or by another process, which SQLite's data version reveals.
 */
function keeper(db: Database, reading: () => number | undefined): Keeper {
  const all = createEntries();
  let version = 0;
  const find = (key: string, row: number): CacheEntry | undefined => {
    const now = Number(db.get("PRAGMA data_version")?.data_version);
    const found = all.get(key);
    if (now === version && found?.row === row) return found;
    if (now !== version) all.clear();
    version = now;
    return undefined;
  };
  const rowOf = (kind: string, id: string) =>
    db.get("SELECT rowid AS row FROM objects WHERE kind = ? AND id = ?", kind, id)?.row;
  const kept = <T extends object>(kind: string, id: string) => {
    const key = `${kind} ${id}`;
    const state = reading();
    const last = all.get(key);
    // Objects are kept under the kind that has this type.
    if (last && state !== undefined && last.state === state) return last.value as T;
    const row = rowOf(kind, id);
    if (row === undefined) return undefined;
    const found = find(key, Number(row));
    if (found) {
      found.state = state;
      return found.value as T;
    }
    const json = String(db.get("SELECT json FROM objects WHERE kind = ? AND id = ?", kind, id)?.json);
    // The store wrote this from an object of the kind's type.
    const value = parseStored(json) as T;
    all.add(key, { row: Number(row), length: json.length, value, state });
    return value;
  };
  const keep: Keeper["keep"] = (kind, id, value, length) => {
    all.add(`${kind} ${id}`, { row: Number(rowOf(kind, id)), length, value, state: undefined });
  };
  return { kept, keep, forget: (kind, id) => all.drop(`${kind} ${id}`) };
}

/** Returns what `read` returns, which is called once for an object of a state. */
type RowMemory = (kind: string, id: string, read: () => Row | undefined) => Row | undefined;

/** Requests ask for the same spaces and members again and again. Texts are longer, and asked for once. */
const REMEMBERED = { rows: 2000, characters: 2000 };

function rowMemory(reading: () => number | undefined): RowMemory {
  const known = new Map<string, Row | undefined>();
  let of: number | undefined;
  return (kind, id, read) => {
    const now = reading();
    if (now === undefined) return read();
    if (now !== of) known.clear();
    of = now;
    const key = `${kind} ${id}`;
    if (known.has(key)) return known.get(key);
    const row = read();
    if (String(row?.json ?? "").length > REMEMBERED.characters) return row;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= REMEMBERED.rows) known.delete(oldest);
    known.set(key, row);
    return row;
  };
}
