/** Opens the file of a snapshot for reading. */
import { errorCode, Failure } from "../../errors.js";
import { withoutKeys } from "../../facts/keys.js";
import { blobBytes } from "../content/documents.js";
import { type FrozenSandbox, openFrozen } from "../open.js";
import { readSettings } from "../settings.js";
import { type FileState, fileState, openReadOnly } from "../store/read-only.js";
import { MIGRATIONS, setting } from "../store/schema.js";
import type { Database } from "../store/sqlite.js";
import { createStore } from "../store/store.js";
import { FILE_BYTES } from "./file-bytes.js";

const MAKE = "make one: docs snapshots create <file>";

/** What commands act on that read a snapshot; undefined where it says nothing. `me` is a member of the organization. */
export interface SnapshotDefaults {
  org: string;
  space: string | undefined;
  site: string | undefined;
  me: string | undefined;
}

/** @throws Failure config: no snapshot, unfinished, damaged, of a newer version; io: not readable */
export function openSnapshotFile(file: string): Database {
  refuseOthers(file);
  const db = openReadOnly({ file, newest: MIGRATIONS.length });
  try {
    const isOne = db.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'sources'") !== undefined;
    if (!isOne || setting(db, "snapshot.ended") === undefined) throw noSnapshot(file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The service on a snapshot; its search index is kept in the file `index`, or made in memory. @throws as `openSnapshotFile` */
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

/** What people name by mistake in place of a snapshot. */
function refuseOthers(file: string): void {
  let state: FileState;
  try {
    state = fileState(file);
  } catch (error) {
    const isAbsent = error instanceof Failure && errorCode(error.cause) === "ENOENT";
    if (!isAbsent) throw error;
    if (exists(`${file}.partial`)) throw unfinished(file, `${file} is not made yet`);
    throw error.with({ hint: MAKE });
  }
  if (state === "other") throw noSnapshot(file);
  if (state === "whole") return;
  if (file.endsWith(".partial")) throw unfinished(file.slice(0, -".partial".length), `${file} is not whole yet`);
  throw new Failure("config", `${file} is a sandbox's own state, not a snapshot`, {
    hint: "read it with: docs --sandbox ...",
  });
}

/** The bytes of a file by the address that answers give it; undefined if they are not in the snapshot. */
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

const noSnapshot = (file: string) => new Failure("config", `${file} is not a snapshot`, { hint: MAKE });

const unfinished = (file: string, what: string) =>
  new Failure("config", what, { hint: `go on with: docs snapshots create ${file}` });

const exists = (path: string): boolean => process.getBuiltinModule("node:fs").existsSync(path);
