/** Serves a snapshot in place of the service. */
import { withoutKeys } from "../../facts/keys.js";
import { blobBytes } from "../content/documents.js";
import { type FrozenSandbox, openFrozen } from "../open.js";
import { readSettings } from "../settings.js";
import { createStore } from "../store/store.js";
import { FILE_BYTES } from "./file-bytes.js";
import { openSnapshotFile } from "./open-snapshot.js";

/** Defaults for commands that read a snapshot. `me` is the id of a member of the organization. */
export interface SnapshotDefaults {
  org: string;
  space: string | undefined;
  site: string | undefined;
  me: string | undefined;
}

/** The search index is stored in the file `index`, or else built in memory. @throws as `openSnapshotFile` */
export function serveSnapshot(file: string, index?: string): FrozenSandbox {
  openSnapshotFile(file).close();
  return openFrozen({ file, index });
}

/** @throws as `openSnapshotFile` */
export function readDefaults(file: string): SnapshotDefaults {
  const db = openSnapshotFile(file);
  try {
    const { defaults, caller } = readSettings(db);
    const isMember = db.get("SELECT 1 FROM objects WHERE kind = 'member' AND id = ?", `${defaults.org}/${caller}`);
    return {
      org: defaults.org,
      space: defaults.space || undefined,
      site: defaults.site || undefined,
      me: isMember ? caller : undefined,
    };
  } finally {
    db.close();
  }
}

/** The bytes of a file by its download address; undefined if they are not in the snapshot. */
export function bytesAt(file: string, url: string): Uint8Array | undefined {
  const db = openSnapshotFile(file);
  try {
    const sql =
      "SELECT json_extract(json, '$.hash') AS hash FROM objects WHERE kind = ? AND json_extract(json, '$.url') = ?";
    const hash = db.get(sql, FILE_BYTES, withoutKeys({ url }).url)?.hash;
    return hash === undefined ? undefined : blobBytes(createStore(db, { writable: () => false }), String(hash));
  } finally {
    db.close();
  }
}
