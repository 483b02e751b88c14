/** Packs the difference between the rows of two generations: from a newer one back to the one before, as a rule. */

import { parseStored } from "../../../sandbox/store/stored-json.js";
import { isObject } from "../../../shared/values.js";
import type { Database } from "../../../system/sqlite.js";
import { damage } from "../../../system/strict-texts.js";
import { patchOf, type TextPatch } from "./text-patch.js";

const zlib = () => process.getBuiltinModule("node:zlib");

/** One row: its id, what makes its text (null: there was none), and the id of the row of that kind that it is made of. */
type RowPatch = readonly [id: string, patch: TextPatch | null, from?: string];

export interface Difference {
  /** By kind. The text of a row is its scope, a line end, and its JSON; that of content is empty. */
  rows: Record<string, RowPatch[]>;
  /** By name (lists.ts). */
  lists: Record<string, TextPatch>;
}

/** A row that is another one in the older of two generations; null where it is missing. */
export interface ChangedRow {
  kind: string;
  id: string;
  newer: string | null;
  older: string | null;
}

export interface ChangedList {
  name: string;
  newer: string;
  older: string;
}

/** By kind: how many things came, changed and went from the older one to the newer. */
export type ChangeCounts = Record<string, [added: number, changed: number, removed: number]>;

export const rowText = (scope: unknown, json: unknown): string => `${scope}\n${json}`;

/** `newerText` is the text of any row of the newer one. */
export function differenceOf(
  changed: Iterable<ChangedRow>,
  lists: Iterable<ChangedList>,
  newerText: (kind: string, id: string) => string | null,
): { difference: Difference; changes: ChangeCounts } {
  const difference: Difference = { rows: {}, lists: {} };
  const changes: ChangeCounts = {};
  for (const row of changed) {
    difference.rows[row.kind] ??= [];
    difference.rows[row.kind]?.push(rowPatch(row, newerText));
    countChange(changes, row);
  }
  for (const { name, newer, older } of lists) {
    if (newer !== older) difference.lists[name] = patchOf(newer, older);
  }
  return { difference, changes };
}

function rowPatch(
  { kind, id, newer, older }: ChangedRow,
  newerText: (kind: string, id: string) => string | null,
): RowPatch {
  if (older === null) return [id, null];
  if (newer !== null || kind !== "revision") return [id, patchOf(newer ?? "", older)];
  // The content that a space has now: that of earlier times, or of one of its change requests, is much the same.
  const space = newerText("space", older.slice(0, older.indexOf("\n")));
  const from = space === null ? undefined : revisionIn(space);
  const text = from === undefined ? null : newerText(kind, from);
  return from === undefined || text === null ? [id, patchOf("", older)] : [id, patchOf(text, older), from];
}

function revisionIn(space: string): string | undefined {
  const { revision } = parseStored(space.slice(space.indexOf("\n") + 1)) as { revision?: unknown };
  return typeof revision === "string" ? revision : undefined;
}

/** A field that the service changes when somebody looks. */
const SEEN = /"lastSeenAt":"[^"]*",?/;

function countChange(changes: ChangeCounts, { kind, newer, older }: ChangedRow): void {
  if (newer !== null && older !== null && newer.replace(SEEN, "") === older.replace(SEEN, "")) return;
  const counts = changes[kind] ?? [0, 0, 0];
  counts[older === null ? 0 : newer === null ? 2 : 1] += 1;
  changes[kind] = counts;
}

export const compress = (text: string | Uint8Array): Uint8Array => zlib().gzipSync(text);

/** The most that a difference, a text or a file takes: those of others may be made to fill the memory. */
const MOST = 1024 ** 3;

/** Unpacks bytes; altered ones have another checksum. @throws Error for which `isDamage` is true */
export function decompress(bytes: unknown): Buffer {
  try {
    return zlib().gunzipSync(bytes instanceof Uint8Array ? bytes : new Uint8Array(), { maxOutputLength: MOST });
  } catch (error) {
    throw damage("it has changed since it was packed", error);
  }
}

/** Stores a difference as that of a generation, which is from then on made of its base. */
export function putDifference(db: Database, { id, base }: { id: number; base: number }, difference: Difference): void {
  const patch = compress(JSON.stringify(difference));
  db.run("UPDATE generations SET base = ?, patch = ? WHERE id = ?", base, patch, id);
}

/** @throws Failure for which `isDamage` is true */
export function readDifference(db: Database, id: number): Difference {
  const patch = db.get("SELECT patch FROM generations WHERE id = ?", id)?.patch;
  const found = parseStored(decompress(patch).toString());
  if (!isDifference(found)) throw damage("it is not a difference");
  return found;
}

function isDifference(value: unknown): value is Difference {
  if (!isObject(value) || !isObject(value.rows) || !isObject(value.lists)) return false;
  const isPatch = (patch: unknown) =>
    Array.isArray(patch) && patch.every((part) => typeof part === "string" || typeof part === "number");
  const isRow = (row: unknown) =>
    Array.isArray(row) &&
    typeof row[0] === "string" &&
    (row[1] === null || isPatch(row[1])) &&
    (row[2] === undefined || typeof row[2] === "string");
  const areRows = (rows: unknown) => Array.isArray(rows) && rows.every(isRow);
  return Object.values(value.rows).every(areRows) && Object.values(value.lists).every(isPatch);
}
