/** Small damage in every table of a file: one bit of a stored value, or of a page of the file, chosen by a seed. */
import { readFileSync, writeFileSync } from "node:fs";
import { openBinding, type SqlValue } from "../../src/system/sqlite.js";

/** The same numbers from 0 to 1 for the same seed. */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface Flip {
  /** What is flipped, for messages. */
  what: string;
  /** Writes the damaged file. */
  apply(from: string, to: string): void;
}

const pick = <T>(some: readonly T[], random: () => number): T => some[Math.floor(random() * some.length)] as T;
const bytesOf = (value: SqlValue): Buffer => Buffer.from(value instanceof Uint8Array ? value : String(value));

/** Where in the file a value may be: in its table and in indexes of it. */
function placesOf(bytes: Buffer, value: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1)) found.push(at);
  return found;
}

/** So many of them, chosen by the seed. */
export function someOf<T>(all: readonly T[], seed: number, count: number): T[] {
  const random = numbersOf(seed);
  return all
    .map((one) => ({ one, by: random() }))
    .sort((one, other) => one.by - other.by)
    .slice(0, count)
    .map(({ one }) => one);
}

/** A flip for each column of each table, and of each kind of object; `pages` more anywhere behind the header. */
export function flipsOf(file: string, seed: number, pages = 0): Flip[] {
  const random = numbersOf(seed);
  const bytes = readFileSync(file);
  const db = openBinding(file);
  const flips: Flip[] = [];
  const tables = db
    .all(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql NOT LIKE '%VIRTUAL%'",
    )
    .map(({ name }) => String(name));
  for (const table of tables) {
    const groups =
      table === "objects" ? db.all("SELECT DISTINCT kind FROM objects").map(({ kind }) => String(kind)) : [undefined];
    for (const column of db.all(`PRAGMA table_info("${table}")`).map(({ name }) => String(name))) {
      for (const kind of groups) {
        const rows = db.all(
          `SELECT "${column}" AS value FROM "${table}" WHERE length("${column}") > 0 ${kind === undefined ? "" : "AND kind = ?"}`,
          ...(kind === undefined ? [] : [kind]),
        );
        if (rows.length === 0) continue;
        const value = pick(rows, random).value ?? null;
        const what = `${table}.${column}${kind === undefined ? "" : ` of a ${kind}`}`;
        flips.push(
          typeof value === "number"
            ? numberFlip(what, { table, column, value, bit: Math.floor(random() * 12) })
            : byteFlip(what, bytes, bytesOf(value), random),
        );
      }
    }
  }
  db.close();
  for (let page = 0; page < pages; page += 1) flips.push(anywhere(bytes.length, random));
  return flips;
}

function byteFlip(what: string, bytes: Buffer, value: Buffer, random: () => number): Flip {
  // Of a long value only the beginning is on one page.
  const places = placesOf(bytes, value.subarray(0, 200));
  const at = pick(places, random) + Math.floor(random() * Math.min(value.length, 200));
  const bit = Math.floor(random() * 8);
  return { what: `bit ${bit} of byte ${at}, ${what}`, apply: (from, to) => flipAt(from, to, at, bit) };
}

/** An integer cannot be found by its bytes. */
function numberFlip(
  what: string,
  { table, column, value, bit }: { table: string; column: string; value: number; bit: number },
): Flip {
  return {
    what: `${what}: ${value} with bit ${bit}`,
    apply: (from, to) => {
      // Beside it: one of the bindings holds what it opened for a while.
      writeFileSync(`${to}.changed`, readFileSync(from), { mode: 0o600 });
      const db = openBinding(`${to}.changed`);
      const keys = db.all(`PRAGMA table_info("${table}")`).filter(({ pk }) => Number(pk) > 0);
      const identity = keys.map(({ name }) => `"${name}"`).join(" || ' ' || ") || "rowid";
      db.run(
        `UPDATE OR REPLACE "${table}" SET "${column}" = ? WHERE "${column}" = ? AND ${identity} IN
           (SELECT ${identity} FROM "${table}" WHERE "${column}" = ? LIMIT 1)`,
        value ^ (1 << bit),
        value,
        value,
      );
      if (db.get("PRAGMA journal_mode")?.journal_mode === "wal") db.all("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
      writeFileSync(to, readFileSync(`${to}.changed`), { mode: 0o600 });
    },
  };
}

/** Somewhere behind the header of the file. */
function anywhere(length: number, random: () => number): Flip {
  const at = 100 + Math.floor(random() * (length - 100));
  const bit = Math.floor(random() * 8);
  return { what: `bit ${bit} of byte ${at}`, apply: (from, to) => flipAt(from, to, at, bit) };
}

function flipAt(from: string, to: string, at: number, bit: number): void {
  const bytes = readFileSync(from);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(to, bytes, { mode: 0o600 });
}
