/** Keeps parsed objects that never change, and others for one read transaction. */
import type { Database } from "./sqlite.js";
import { parseStored } from "./stored-json.js";

/** Parsed, and with what is derived from them, they take several times as much memory. A tree of 10,000 pages has 4,000,000. */
const KEPT_CHARACTERS = 8_000_000;

interface CacheEntry {
  row: number;
  length: number;
  value: object;
}

interface Keeper {
  /** Parsed once and shared by all callers: must not be modified. */
  kept<T extends object>(kind: string, id: string): T | undefined;
  /** Keeps a value that was just written; its JSON text has `length` characters. */
  keep(kind: string, id: string, value: object, length: number): void;
  forget(kind: string, id: string): void;
}

/**
 * Parsing the tree of 10,000 pages takes longer than most answers. A parsed object stays valid until its row is removed or
 * rewritten: here (`forget`), or by another process, which SQLite's data version reveals.
 */
export function keeper(db: Database): Keeper {
  const all = new Map<string, CacheEntry>();
  const state = { version: 0, length: 0 };
  const drop = (key: string) => {
    state.length -= all.get(key)?.length ?? 0;
    all.delete(key);
  };
  const find = (key: string, row: number): object | undefined => {
    const version = Number(db.get("PRAGMA data_version")?.data_version);
    const found = all.get(key);
    if (version === state.version && found?.row === row) return found.value;
    if (version !== state.version) {
      all.clear();
      Object.assign(state, { version, length: 0 });
    }
    return undefined;
  };
  const add = (key: string, entry: CacheEntry) => {
    drop(key);
    for (const oldest of all.keys()) {
      if (state.length + entry.length <= KEPT_CHARACTERS) break;
      drop(oldest);
    }
    all.set(key, entry);
    state.length += entry.length;
  };
  const rowOf = (kind: string, id: string) =>
    db.get("SELECT rowid AS row FROM objects WHERE kind = ? AND id = ?", kind, id)?.row;
  const kept = <T extends object>(kind: string, id: string) => {
    const key = `${kind} ${id}`;
    const row = rowOf(kind, id);
    if (row === undefined) return undefined;
    const found = find(key, Number(row));
    // Objects are kept under the kind that has this type.
    if (found) return found as T;
    const json = String(db.get("SELECT json FROM objects WHERE kind = ? AND id = ?", kind, id)?.json);
    // The store wrote this from an object of the kind's type.
    const value = parseStored(json) as T;
    add(key, { row: Number(row), length: json.length, value });
    return value;
  };
  const keep: Keeper["keep"] = (kind, id, value, length) => {
    add(`${kind} ${id}`, { row: Number(rowOf(kind, id)), length, value });
  };
  return { kept, keep, forget: (kind, id) => drop(`${kind} ${id}`) };
}

/** Returns what `read` returns; in a read transaction, it is called once per object. */
export type Memory<T> = (kind: string, id: string, read: () => T | undefined) => T | undefined;

/** A request reads the first objects again: its space, its caller. */
const REMEMBERED = 16;

/** `reading` returns the number of the current transaction if it only reads. */
export function memory<T>(reading: () => number | undefined): Memory<T> {
  const known = new Map<string, T | undefined>();
  let of: number | undefined;
  return (kind, id, read) => {
    const now = reading();
    if (now === undefined) return read();
    if (now !== of) known.clear();
    of = now;
    const key = `${kind} ${id}`;
    if (known.has(key)) return known.get(key);
    const value = read();
    if (known.size < REMEMBERED) known.set(key, value);
    return value;
  };
}
