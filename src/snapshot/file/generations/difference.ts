/**
 * Writes what leads from the rows of one generation back to those of another: the rows of `main` are the newer one, those of a
 * second database, attached as `other`, the older one.
 */

import type { Database } from "../../../sandbox/store/sqlite.js";
import { parseStored } from "../../../sandbox/store/stored-json.js";
import { listsIn } from "./lists.js";
import { patchOf, type TextPatch } from "./text-patch.js";

const zlib = () => process.getBuiltinModule("node:zlib");

/** One row: its id, what makes its text (null: there was none), and the id of the row of that kind that it is made of. */
export type RowPatch = readonly [id: string, patch: TextPatch | null, from?: string];

export interface Difference {
  /** By kind. The text of a row is its scope, a line end, and its JSON. */
  rows: Record<string, RowPatch[]>;
  /** By name (lists.ts). */
  lists: Record<string, TextPatch>;
}

/** Kinds whose rows are named by the hash of their content, which is kept once for all generations. */
export const CONTENT_KINDS = { document: "document", blob: "blob" } as const;

export const packed = (text: string | Uint8Array): Uint8Array => zlib().gzipSync(text);

/** What is no longer as it was packed has another checksum. @throws Error */
export const unpacked = (bytes: unknown): Buffer =>
  zlib().gunzipSync(bytes instanceof Uint8Array ? bytes : new Uint8Array());

const keyOf = (kind: string, id: unknown): string => `${kind} ${id}`;

/** `changed`: a setting that the older one has in another form there. */
export function differenceOf(db: Database, changed: { name: string; value: string } | undefined): Difference {
  const rows: Difference["rows"] = {};
  const add = (kind: unknown, ...row: RowPatch) => {
    rows[String(kind)] ??= [];
    rows[String(kind)]?.push(row);
  };
  for (const { kind, id } of db.all(ONLY_IN("main", "other", "kind, id"))) add(kind, String(id), null);
  for (const { kind, id, scope, json } of db.all(`${ONLY_IN("other", "main", "*")} AND one.kind <> 'document'`)) {
    const text = textOf(scope, json);
    const from = kind === "revision" ? likely(db, String(scope)) : undefined;
    if (from) add(kind, String(id), patchOf(from.text, text), from.id);
    else add(kind, String(id), patchOf("", text));
  }
  for (const row of db.all(CHANGED)) {
    add(row.kind, String(row.id), patchOf(textOf(row.scope, row.json), textOf(row.old_scope, row.old_json)));
  }
  for (const { id } of db.all(`${ONLY_IN("other", "main", "id")} AND one.kind = 'document'`))
    add("document", String(id), []);
  for (const { key } of db.all(BLOBS_IN("main", "other"))) add(CONTENT_KINDS.blob, String(key), null);
  for (const { key } of db.all(BLOBS_IN("other", "main"))) add(CONTENT_KINDS.blob, String(key), []);
  return { rows, lists: listPatches(db, changed) };
}

const ONLY_IN = (one: string, other: string, columns: string): string =>
  `SELECT ${columns} FROM ${one}.objects AS one
   WHERE NOT EXISTS (SELECT 1 FROM ${other}.objects AS two WHERE two.kind = one.kind AND two.id = one.id)`;

const CHANGED = `SELECT new.kind, new.id, new.scope, new.json, old.scope AS old_scope, old.json AS old_json
  FROM main.objects AS new JOIN other.objects AS old ON old.kind = new.kind AND old.id = new.id
  WHERE new.kind <> 'document' AND (new.json <> old.json OR new.scope <> old.scope)`;

const BLOBS_IN = (one: string, other: string): string =>
  `SELECT key FROM ${one}.blobs WHERE key NOT IN (SELECT key FROM ${other}.blobs)`;

const textOf = (scope: unknown, json: unknown): string => `${scope}\n${json}`;

/** The content that a space has now: that of earlier times, or of one of its change requests, is much the same. */
function likely(db: Database, space: string): { id: string; text: string } | undefined {
  const row = db.get(
    `SELECT content.id, content.scope, content.json FROM main.objects AS space
     JOIN main.objects AS content ON content.kind = 'revision' AND content.id = json_extract(space.json, '$.revision')
     WHERE space.kind = 'space' AND space.id = ?`,
    space,
  );
  return row && { id: String(row.id), text: textOf(row.scope, row.json) };
}

function listPatches(db: Database, changed: { name: string; value: string } | undefined): Difference["lists"] {
  const [now, before] = [listsIn(db, "main"), listsIn(db, "other")];
  if (changed) {
    const { name, value } = changed;
    const lines = (before.get("settings") ?? "").split("\n");
    const start = JSON.stringify([name]).slice(0, -1);
    const own = lines.map((line) => (line.startsWith(`${start},`) ? JSON.stringify([name, value]) : line));
    before.set("settings", own.join("\n"));
  }
  const names = new Set([...now.keys(), ...before.keys()]);
  const patches: Difference["lists"] = {};
  for (const name of names) {
    const [from, to] = [now.get(name) ?? "", before.get(name) ?? ""];
    if (from !== to) patches[name] = patchOf(from, to);
  }
  return patches;
}

/** Stores a difference as that of a generation, with the content that it names and the latest does not have. */
export function putDifference(db: Database, { id, base }: { id: number; base: number }, difference: Difference): void {
  const patch = packed(JSON.stringify(difference));
  db.run("UPDATE generations SET base = ?, patch = ? WHERE id = ?", base, patch, id);
}

/** Keeps the content of `other` that `main` lacks. */
export function keepContent(db: Database): void {
  const put = (kind: string, id: unknown, value: string | Uint8Array) =>
    db.run("INSERT OR IGNORE INTO past_content (key, value) VALUES (?, ?)", keyOf(kind, id), packed(value));
  for (const { id } of db.all(`${ONLY_IN("other", "main", "id")} AND one.kind = 'document'`)) {
    // One at a time: all texts of an organization do not fit into memory.
    const json = db.get("SELECT json FROM other.objects WHERE kind = 'document' AND id = ?", id)?.json;
    put(CONTENT_KINDS.document, id, String(json));
  }
  for (const { key } of db.all(BLOBS_IN("other", "main"))) {
    const value = db.get("SELECT value FROM other.blobs WHERE key = ?", key)?.value;
    put(CONTENT_KINDS.blob, key, value instanceof Uint8Array ? value : "");
  }
}

/** Drops from the kept content what the latest has. */
export function dropCurrentContent(db: Database): void {
  db.exec(`DELETE FROM past_content WHERE key IN (SELECT 'document ' || id FROM main.objects WHERE kind = 'document');
    DELETE FROM past_content WHERE key IN (SELECT 'blob ' || key FROM main.blobs)`);
}

/** @throws Failure for which `isDamage` is true */
export function readDifference(db: Database, id: number): Difference {
  const patch = db.get("SELECT patch FROM generations WHERE id = ?", id)?.patch;
  // Written by `putDifference`; of other bytes the checksum would be another one.
  return parseStored(unpacked(patch).toString()) as Difference;
}
