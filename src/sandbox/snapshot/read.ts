/** What a finished snapshot says about itself. */
import { readSettings } from "../settings.js";
import { setting } from "../store/schema.js";
import { listSources, type Source } from "../store/sources.js";
import { openSnapshotFile } from "./open.js";

const { statSync } = process.getBuiltinModule("node:fs");

export interface SnapshotInfo {
  /** Address of the service, without /v1. */
  origin: string;
  organization: { id: string; title: string };
  /** ISO 8601: when reading began and ended. */
  started: string;
  ended: string;
  /** Version of the tool that created it. */
  version: string;
  /** What was requested, as passed to `openSnapshotWriter`. */
  asked: unknown;
  bytes: number;
  /** Number of objects by kind. */
  counts: Record<string, number>;
  sources: Source[];
}

/** @throws Failure config: not a snapshot, damaged, or of a newer version; io: unreadable */
export function readSnapshot(file: string): SnapshotInfo {
  const db = openSnapshotFile(file);
  try {
    const { origin = "", defaults } = readSettings(db);
    const title = db.get(
      "SELECT json_extract(json, '$.title') AS title FROM objects WHERE kind = 'organization' AND id = ?",
      defaults.org,
    )?.title;
    const kinds = db.all("SELECT kind, count(*) AS n FROM objects GROUP BY kind ORDER BY kind");
    return {
      origin,
      organization: { id: defaults.org, title: String(title ?? "") },
      started: setting(db, "snapshot.started") ?? "",
      ended: setting(db, "snapshot.ended") ?? "",
      version: setting(db, "snapshot.version") ?? "",
      asked: JSON.parse(setting(db, "snapshot.asked") ?? "{}"),
      bytes: statSync(file).size,
      counts: Object.fromEntries(kinds.map(({ kind, n }) => [String(kind), Number(n)])),
      sources: listSources({ sql: { all: db.all, run: db.run } }),
    };
  } finally {
    db.close();
  }
}
