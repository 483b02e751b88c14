/** Removes generations; the others stay as they are. */
import { damagedFile } from "../../../sandbox/store/read-only.js";
import { isDamage } from "../../../sandbox/store/stored-json.js";
import type { Database } from "../../../system/sqlite.js";
import { refuseDamaged } from "../digests.js";
import { openSnapshotFile } from "../open-snapshot.js";
import { inTransaction, openCopy, seal } from "../write/working-copy.js";
import {
  applyDifference,
  type ChangedList,
  type ChangedRow,
  copyOverlay,
  createOverlay,
  findDifference,
  listIn,
  type Overlay,
  putDifference,
  readDifference,
  textIn,
} from "./difference.js";
import { type Generation, listGenerations, putChanges } from "./tables.js";

interface KeptGeneration {
  id: number;
  overlay: Overlay;
}

/** Runs in the caller's transaction. The latest is never one of them. */
function forgetGenerations(db: Database, forgotten: ReadonlySet<number>): void {
  const all = listGenerations(db);
  const needed = new Set<string>();
  const latest = all.find(({ base }) => base === undefined);
  let kept: KeptGeneration = { id: latest?.id ?? 0, overlay: createOverlay() };
  const overlay = createOverlay();
  for (let at = latest; at; ) {
    const after = all.filter(({ base }) => base === at?.id);
    for (const { id } of after.filter(({ id, state }) => state === "suspect" && !forgotten.has(id))) {
      const own = copyOverlay(overlay);
      applyDifference(db, own, readDifference(db, id));
      noteContent(own, needed);
      if (at.id !== kept.id) moveTo(db, kept, { id, overlay: own });
    }
    const next: Generation | undefined = after.find(({ state }) => state !== "suspect");
    if (next) applyDifference(db, overlay, readDifference(db, next.id));
    if (next && !forgotten.has(next.id)) {
      const found = { id: next.id, overlay: copyOverlay(overlay) };
      noteContent(overlay, needed);
      if (at.id !== kept.id) putChanges(db, kept.id, moveTo(db, kept, found));
      kept = found;
    }
    at = next;
  }
  // The oldest one has none before it.
  putChanges(db, kept.id, undefined);
  for (const id of forgotten) db.run("DELETE FROM generations WHERE id = ?", id);
  for (const { key } of db.all("SELECT key FROM past_content"))
    if (!needed.has(String(key))) db.run("DELETE FROM past_content WHERE key = ?", key);
}

/** Makes a generation one that is made of another base. */
function moveTo(db: Database, base: KeptGeneration, { id, overlay }: KeptGeneration) {
  const newer = (kind: string, row: string) => textIn(db, base.overlay, kind, row);
  const { difference, changes } = findDifference(
    rowsThatDiffer(db, base.overlay, overlay),
    makeLists(db, base.overlay, overlay),
    newer,
  );
  putDifference(db, { id, base: base.id }, difference);
  return changes;
}

function* rowsThatDiffer(db: Database, newer: Overlay, older: Overlay): Generator<ChangedRow> {
  for (const kind of new Set([...newer.rows.keys(), ...older.rows.keys()])) {
    const ids = new Set([...(newer.rows.get(kind)?.keys() ?? []), ...(older.rows.get(kind)?.keys() ?? [])]);
    for (const id of ids) {
      const row = { kind, id, newer: textIn(db, newer, kind, id), older: textIn(db, older, kind, id) };
      if (row.newer !== row.older) yield row;
    }
  }
}

function* makeLists(db: Database, newer: Overlay, older: Overlay): Generator<ChangedList> {
  for (const name of new Set([...newer.lists.keys(), ...older.lists.keys()])) {
    const text = ({ lists }: Overlay) => lists.get(name) ?? listIn(db, name);
    yield { name, newer: text(newer), older: text(older) };
  }
}

/** The content that a generation has and the latest may not have. */
function noteContent({ rows }: Overlay, needed: Set<string>): void {
  for (const kind of ["document", "blob"])
    for (const [id, text] of rows.get(kind) ?? []) if (text !== null) needed.add(`${kind} ${id}`);
}

// Removes generations from a file, in one step: a copy without them takes its place.

const fs = process.getBuiltinModule("node:fs");

/** Makes `next`, the same file without some generations; returns how many bytes it is smaller. @throws Failure partial, io */
export function writeWithout(file: string, next: string, forgotten: ReadonlySet<number>): number {
  const latest = openSnapshotFile(file);
  try {
    refuseDamaged(latest, file);
  } finally {
    latest.close();
  }
  const db = openCopy(file, next);
  try {
    inTransaction(db, () => forgetGenerations(db, forgotten));
    db.exec("VACUUM");
    seal(db, next);
  } catch (error) {
    db.close();
    fs.rmSync(next, { force: true });
    throw isDamage(error) ? damagedFile(file, "earlier generations", error) : error;
  }
  return fs.statSync(file).size - fs.statSync(next).size;
}
