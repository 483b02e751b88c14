import { expect } from "vitest";
import { findChangedTables } from "../../src/snapshot/file/digests.js";
import { orderedRows } from "../../src/snapshot/file/generations/difference.js";
import { type Generation, listGenerations } from "../../src/snapshot/file/generations/tables.js";
import { openSnapshotFile } from "../../src/snapshot/file/open-snapshot.js";

/** All that a snapshot says, which is as its digests say. */
export function stateOf(file: string): object {
  const db = openSnapshotFile(file);
  try {
    expect(findChangedTables(db)).toEqual([]);
    return {
      objects: db.all("SELECT kind, id, scope, json FROM objects ORDER BY kind, id"),
      order: orderedRows(db),
      sources: db.all("SELECT * FROM sources ORDER BY scope"),
      counters: db.all("SELECT * FROM counters ORDER BY name"),
      counts: db.all("SELECT * FROM counts WHERE n > 0 ORDER BY scope, kind"),
      blobs: db.all("SELECT * FROM blobs ORDER BY key"),
      // Generation 1 gets other digests when there is a second.
      settings: db.all("SELECT * FROM settings WHERE name <> 'snapshot.digests' ORDER BY name"),
    };
  } finally {
    db.close();
  }
}

export function generationsOf(file: string): Generation[] {
  const db = openSnapshotFile(file);
  try {
    return listGenerations(db);
  } finally {
    db.close();
  }
}
