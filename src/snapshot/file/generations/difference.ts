/** Packs the difference between the rows of two generations: from a newer one back to the one before, as a rule. */

import { Failure } from "../../../errors.js";
import { parseStored, parseStoredList } from "../../../sandbox/store/stored-json.js";
import { isObject } from "../../../shared/values.js";
import { type Database, damage, type Row, type RowSource, type SqlValue } from "../../../system/sqlite.js";

// Parts of a snapshot besides the texts of its rows: the order of lists, coverage, settings. Each is a text of lines.

/** Kinds that share one order: what a site or a tree consists of. */
const TOGETHER: Readonly<Record<string, string>> = {
  collection: "space",
  "site-section": "site-space",
  "site-section-group": "site-space",
};

/** Kinds whose rows come from several answers in one scope, and are only found by their ids. */
const UNORDERED = ["document", "revision", "openapi-content", "file-bytes"];

const PART = `CASE kind ${Object.entries(TOGETHER)
  .map(([kind, part]) => `WHEN '${kind}' THEN '${part}'`)
  .join(" ")} ELSE kind END`;
const IS_ORDERED = `kind NOT IN (${UNORDERED.map((kind) => `'${kind}'`)})`;

/** The rows of all lists in their order, whatever their positions are. */
export const orderedRows = (db: RowSource): Row[] =>
  db.all(`SELECT ${PART} AS part, scope, kind, id FROM objects WHERE ${IS_ORDERED} ORDER BY part, scope, position`);

/** Tables that are small enough to be one text. */
const TABLE_LISTS = {
  sources: ["scope", "state", "reason", "status", "started_at", "ended_at", "requests"],
  settings: ["name", "value"],
  counters: ["name", "value"],
} as const;

type Schema = "main" | "other";

const ORDER = "order ";
const lineOf = ({ kind, id }: Row): string => `${kind} ${id}\n`;

/** By name: tables of the database, and the order of each list. */
export function listsIn(db: RowSource, schema: Schema): Map<string, string> {
  const lists = new Map(Object.keys(TABLE_LISTS).map((name) => [name, tableIn(db, schema, name)]));
  // Sorted by an index: another order takes longer than all the rest.
  for (const row of db.all(
    `SELECT ${PART} AS part, scope, kind, id FROM ${schema}.objects WHERE ${IS_ORDERED} ORDER BY scope, position`,
  )) {
    const name = `${ORDER}${row.part} ${row.scope}`;
    lists.set(name, `${lists.get(name) ?? ""}${lineOf(row)}`);
  }
  return lists;
}

/** One of them. */
export function listIn(db: RowSource, name: string): string {
  if (!name.startsWith(ORDER)) return tableIn(db, "main", name);
  const at = name.indexOf(" ", ORDER.length);
  const [part, scope] = [name.slice(ORDER.length, at), name.slice(at + 1)];
  return db
    .all(
      `SELECT kind, id FROM objects WHERE scope = ? AND ${PART} = ? AND ${IS_ORDERED} ORDER BY position`,
      scope,
      part,
    )
    .map(lineOf)
    .join("");
}

function tableIn(db: RowSource, schema: Schema, name: string): string {
  const rows = db.all(`SELECT ${columnsOf(name).join(", ")} FROM ${schema}.${name} ORDER BY 1`);
  return rows.map((row) => `${JSON.stringify(Object.values(row))}\n`).join("");
}

/** The columns of a table that is a list. @throws Error for which `isDamage` is true */
function columnsOf(name: string): readonly string[] {
  const found = Object.entries(TABLE_LISTS).find(([table]) => table === name);
  if (!found) throw damage(`there is no list ${name}`);
  return found[1];
}

// Patches one text to another: pieces that both have are named by their place, the others are written out.

/** In turn: where to go on in the other text (relative to the end of the last run) with how many pieces, or text of its own. */
type TextPatch = readonly (number | string)[];

/** Members of JSON and lines of lists: what changes as a whole. */
const PIECE = /[^,{}[\]\n]*[,{}[\]\n]|[^,{}[\]\n]+$/g;

const piecesOf = (text: string): readonly string[] => text.match(PIECE) ?? [];

/** `applyPatch(from, patchOf(from, to))` is `to`. */
export function patchOf(from: string, to: string): TextPatch {
  const source = piecesOf(from);
  const places = placesOf(source);
  const patch: (number | string)[] = [];
  let own = "";
  let [begin, end, last] = [0, 0, 0];
  const addRun = () => {
    if (end > begin) patch.push(begin - last, end - begin);
    if (end > begin) last = end;
    begin = end;
  };
  for (const piece of piecesOf(to)) {
    if (end > begin && source[end] === piece) {
      end += 1;
      continue;
    }
    addRun();
    const at = nearestPlace(places.get(piece), last);
    if (at === undefined) {
      own += piece;
      continue;
    }
    if (own !== "") patch.push(own);
    own = "";
    [begin, end] = [at, at + 1];
  }
  // One of the two is empty: a run begins after the text of its own was added, and ends before the next.
  addRun();
  if (own !== "") patch.push(own);
  return patch;
}

function placesOf(source: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, piece] of source.entries()) {
    const all = places.get(piece);
    if (all) all.push(at);
    else places.set(piece, [at]);
  }
  return places;
}

/** The first place from `least` on, or the last before it: of pieces that come often, the one where the texts go on alike. */
function nearestPlace(places: readonly number[] | undefined, least: number): number | undefined {
  if (!places) return undefined;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return places[low] ?? places[low - 1];
}

/** @throws Failure for which `isDamage` is true, if it is no patch of this text */
export function applyPatch(from: string, patch: TextPatch): string {
  const source = patch.some((part) => typeof part === "number") ? piecesOf(from) : [];
  let [text, end] = ["", 0];
  for (let at = 0; at < patch.length; at += 1) {
    const part = patch[at];
    if (typeof part === "string") {
      text += part;
      continue;
    }
    const [begin, count] = [end + Number(part), Number(patch[at + 1])];
    end = begin + count;
    at += 1;
    if (!(begin >= 0 && count > 0 && end <= source.length)) throw mismatch();
    text += source.slice(begin, end).join("");
  }
  return text;
}

const mismatch = () =>
  new Failure("partial", "a difference between two generations does not match", {
    cause: damage("a patch does not match"),
  });

const zlib = () => process.getBuiltinModule("node:zlib");

/** One row: its id, what makes its text (null: there was none), and the id of the row of that kind that it is made of. */
type RowPatch = readonly [id: string, patch: TextPatch | null, from?: string];

export interface Difference {
  /** By kind. The text of a row is its scope, a line end, and its JSON; that of content is empty. */
  rows: Record<string, RowPatch[]>;
  /** By name. */
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
export function findDifference(
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
  const { revision } = parseStored(space.slice(space.indexOf("\n") + 1));
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

// Makes the rows of an earlier generation of those of the latest, in a copy of the file.

/** Differences from the latest; null where a generation has no such row. */
export interface Overlay {
  /** By kind, then by id. */
  rows: Map<string, Map<string, string | null>>;
  lists: Map<string, string>;
}

export const createOverlay = (): Overlay => ({ rows: new Map(), lists: new Map() });

export const copyOverlay = ({ rows, lists }: Overlay): Overlay => ({
  rows: new Map([...rows].map(([kind, texts]) => [kind, new Map(texts)])),
  lists: new Map(lists),
});

/** `path`: the generations whose differences lead there, in turn. @throws Failure for which `isDamage` is true */
export function restoreGeneration(db: Database, path: readonly number[]): void {
  const overlay = createOverlay();
  for (const id of path) applyDifference(db, overlay, readDifference(db, id));
  db.exec("BEGIN");
  writeRows(db, overlay.rows);
  for (const [name, text] of overlay.lists) writeList(db, name, text);
  db.exec("COMMIT");
}

/** The text of a row: null where there is none. */
export function textIn(db: Database, { rows }: Overlay, kind: string, id: string): string | null {
  const known = rows.get(kind)?.get(id);
  if (known !== undefined) return known;
  if (kind === "blob") return db.get("SELECT 1 FROM blobs WHERE key = ?", id) ? "" : null;
  if (kind === "document") return hasDocument(db, id) ? "" : null;
  const row = db.get("SELECT scope, json FROM objects WHERE kind = ? AND id = ?", kind, id);
  return row ? rowText(row.scope, row.json) : null;
}

export function applyDifference(db: Database, overlay: Overlay, difference: Difference): void {
  const { rows, lists } = overlay;
  for (const [kind, patches] of Object.entries(difference.rows)) {
    // A row may be made of one that goes at the same time.
    const texts = patches.map(([id, patch, from = id]) => {
      if (patch === null) return [id, null] as const;
      return [id, applyPatch(textIn(db, overlay, kind, from) ?? "", patch)] as const;
    });
    const known = rows.get(kind) ?? new Map<string, string | null>();
    rows.set(kind, known);
    for (const [id, text] of texts) known.set(id, text);
  }
  for (const [name, patch] of Object.entries(difference.lists)) {
    lists.set(name, applyPatch(lists.get(name) ?? listIn(db, name), patch));
  }
}

const hasDocument = (db: Database, id: string): boolean =>
  db.get("SELECT 1 FROM objects WHERE kind = 'document' AND id = ?", id) !== undefined;

function writeRows(db: Database, rows: Overlay["rows"]): void {
  for (const [kind, texts] of rows) {
    for (const [id, text] of texts) {
      if (kind === "blob") writeBlob(db, id, text);
      else if (text === null) db.run("DELETE FROM objects WHERE kind = ? AND id = ?", kind, id);
      else if (kind === "document") writeDocument(db, id);
      else {
        const at = text.indexOf("\n");
        db.run(PUT, kind, id, text.slice(0, at), text.slice(at + 1));
      }
    }
  }
}

/** The positions in ordered lists follow. */
const PUT = `INSERT INTO objects (kind, id, scope, position, json) VALUES (?, ?, ?, 0, ?)
  ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json, scope = excluded.scope`;

const keptContent = (db: Database, key: string): Buffer =>
  decompress(db.get("SELECT value FROM past_content WHERE key = ?", key)?.value);

function writeDocument(db: Database, id: string): void {
  if (hasDocument(db, id)) return;
  db.run(PUT, "document", id, "documents", keptContent(db, `document ${id}`).toString());
}

function writeBlob(db: Database, key: string, text: string | null): void {
  if (text === null) db.run("DELETE FROM blobs WHERE key = ?", key);
  else if (!db.get("SELECT 1 FROM blobs WHERE key = ?", key))
    db.run("INSERT INTO blobs (key, value) VALUES (?, ?)", key, keptContent(db, `blob ${key}`));
}

function writeList(db: Database, name: string, text: string): void {
  const lines = text.split("\n").slice(0, -1);
  if (name.startsWith(ORDER)) {
    for (const [at, line] of lines.entries()) {
      const [kind, id] = [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)];
      db.run("UPDATE objects SET position = ? WHERE kind = ? AND id = ?", at + 1, kind, id);
    }
    return;
  }
  const columns = columnsOf(name);
  db.run(`DELETE FROM ${name}`);
  for (const line of lines) {
    // Written by `listsIn`.
    const values = parseStoredList(line) as SqlValue[];
    db.run(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`, ...values);
  }
}
