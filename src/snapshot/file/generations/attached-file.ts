/** Two snapshots in one connection: the rows of one are in `main`, those of the other in `other`. */
import { refuseOtherSchema } from "../../../sandbox/store/read-only.js";
import type { Database, Row } from "../../../system/sqlite.js";
import {
  type ChangeCounts,
  type ChangedList,
  type ChangedRow,
  compress,
  type Difference,
  findDifference,
  listsIn,
  rowText,
} from "./difference.js";

const { resolve } = process.getBuiltinModule("node:path");
const { pathToFileURL } = process.getBuiltinModule("node:url");

/** Attaches a file as `other`, only for reading; its schema may be another one since it was opened by its name. */
export const attachFile = (db: Database, file: string): number =>
  db.run("ATTACH ? AS other", `${pathToFileURL(resolve(file)).href}?immutable=1`);

/** Runs `work` while a file that is only read is attached as `other`. */
export function withAttached<T>(db: Database, file: string, work: () => T): T {
  attachFile(db, file);
  refuseOtherSchema(db, file, "other");
  const result = work();
  // After a failure the connection is closed, which lets go of both.
  db.exec("DETACH other");
  return result;
}

const ONLY_IN = (one: string, other: string, columns: string): string =>
  `SELECT ${columns} FROM ${one}.objects AS one
   WHERE NOT EXISTS (SELECT 1 FROM ${other}.objects AS two WHERE two.kind = one.kind AND two.id = one.id)`;

const CHANGED = `SELECT new.kind, new.id, new.scope, new.json, old.scope AS old_scope, old.json AS old_json
  FROM main.objects AS new JOIN other.objects AS old ON old.kind = new.kind AND old.id = new.id
  WHERE new.kind <> 'document' AND (new.json <> old.json OR new.scope <> old.scope)`;

const BLOBS_IN = (one: string, other: string): string =>
  `SELECT key FROM ${one}.blobs WHERE key NOT IN (SELECT key FROM ${other}.blobs)`;

/** `changed`: a setting that `other` is to have in another form. */
export function attachedDifference(
  db: Database,
  changed?: { name: string; value: string },
): { difference: Difference; changes: ChangeCounts } {
  const newerText = (kind: string, id: string) => {
    const row = db.get("SELECT scope, json FROM main.objects WHERE kind = ? AND id = ?", kind, id);
    return row ? rowText(row.scope, row.json) : null;
  };
  return findDifference(changedRows(db), changedLists(db, changed), newerText);
}

function* changedRows(db: Database): Generator<ChangedRow> {
  const row = ({ kind, id }: Row, newer: string | null, older: string | null) => ({
    kind: String(kind),
    id: String(id),
    newer,
    older,
  });
  for (const one of db.all(ONLY_IN("main", "other", "kind, id"))) yield row(one, "", null);
  for (const one of db.all(`${ONLY_IN("other", "main", "*")} AND one.kind <> 'document'`))
    yield row(one, null, rowText(one.scope, one.json));
  for (const one of db.all(CHANGED)) yield row(one, rowText(one.scope, one.json), rowText(one.old_scope, one.old_json));
  for (const one of db.all(`${ONLY_IN("other", "main", "kind, id")} AND one.kind = 'document'`))
    yield row(one, null, "");
  for (const { key } of db.all(BLOBS_IN("main", "other"))) yield row({ kind: "blob", id: key ?? null }, "", null);
  for (const { key } of db.all(BLOBS_IN("other", "main"))) yield row({ kind: "blob", id: key ?? null }, null, "");
}

function* changedLists(db: Database, changed: { name: string; value: string } | undefined): Generator<ChangedList> {
  const [now, before] = [listsIn(db, "main"), listsIn(db, "other")];
  if (changed) {
    const { name, value } = changed;
    const lines = (before.get("settings") ?? "").split("\n");
    const start = JSON.stringify([name]).slice(0, -1);
    const own = lines.map((line) => (line.startsWith(`${start},`) ? JSON.stringify([name, value]) : line));
    before.set("settings", own.join("\n"));
  }
  for (const name of new Set([...now.keys(), ...before.keys()]))
    yield { name, newer: now.get(name) ?? "", older: before.get(name) ?? "" };
}

/** Keeps the content of `other` that `main` lacks. */
export function keepContent(db: Database): void {
  const put = (key: string, value: string | Uint8Array) =>
    db.run("INSERT OR IGNORE INTO past_content (key, value) VALUES (?, ?)", key, compress(value));
  for (const { id } of db.all(`${ONLY_IN("other", "main", "id")} AND one.kind = 'document'`)) {
    // One at a time: all texts of an organization do not fit into memory.
    const json = db.get("SELECT json FROM other.objects WHERE kind = 'document' AND id = ?", id)?.json;
    put(`document ${id}`, String(json));
  }
  for (const { key } of db.all(BLOBS_IN("other", "main"))) {
    const value = db.get("SELECT value FROM other.blobs WHERE key = ?", key)?.value;
    put(`blob ${key}`, value instanceof Uint8Array ? value : "");
  }
}

/** Drops from the kept content what the latest has. */
export const dropCurrentContent = (db: Database): void =>
  db.exec(`DELETE FROM past_content WHERE key IN (SELECT 'document ' || id FROM main.objects WHERE kind = 'document');
    DELETE FROM past_content WHERE key IN (SELECT 'blob ' || key FROM main.blobs)`);
