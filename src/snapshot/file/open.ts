/** Serves a snapshot in place of the service. */
import { type FrozenSandbox, openFrozen } from "../../sandbox/open.js";
import { readSettings } from "../../sandbox/settings.js";
import type { Database } from "../../system/sqlite.js";
import { openSnapshotFile } from "./open-snapshot.js";

/** Defaults for commands that read a snapshot. `me` is the id of a member of the organization. */
interface SnapshotDefaults {
  org: string;
  space: string | undefined;
  site: string | undefined;
  me: string | undefined;
}

interface ServedSnapshot extends FrozenSandbox {
  defaults: SnapshotDefaults;
}

/** The search index is stored in the file that `index` names, or else built in memory. @throws as `openSnapshotFile` */
export function serveSnapshot(file: string, index?: () => string | undefined): ServedSnapshot {
  const db = openSnapshotFile(file);
  try {
    return { ...openFrozen({ file, index, db }), defaults: defaultsIn(db) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @throws as `openSnapshotFile` */
export function readDefaults(file: string): SnapshotDefaults {
  const db = openSnapshotFile(file);
  try {
    return defaultsIn(db);
  } finally {
    db.close();
  }
}

function defaultsIn(db: Database): SnapshotDefaults {
  const { defaults, caller } = readSettings(db);
  const isMember = db.get("SELECT 1 FROM objects WHERE kind = 'member' AND id = ?", `${defaults.org}/${caller}`);
  return {
    org: defaults.org,
    space: defaults.space || undefined,
    site: defaults.site || undefined,
    me: isMember ? caller : undefined,
  };
}
