/** Makes the rows of an earlier generation of those of the latest, in a copy of the file. */

import { parseStored } from "../../../sandbox/store/stored-json.js";
import type { Database, SqlValue } from "../../../system/sqlite.js";
import { type Difference, decompress, readDifference, rowText } from "./difference.js";
import { columnsOf, listIn, ORDER } from "./lists.js";
import { applyPatch } from "./text-patch.js";

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
    const values = parseStored(line) as SqlValue[];
    db.run(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`, ...values);
  }
}
