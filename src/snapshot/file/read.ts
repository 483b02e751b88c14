/** Reads the facts of a finished snapshot about itself. */
import { readSettings } from "../../sandbox/settings.js";
import { damagedFile } from "../../sandbox/store/read-only.js";
import { setting } from "../../sandbox/store/schema.js";
import { listSources, type Source } from "../../sandbox/store/sources.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import type { Database } from "../../system/sqlite.js";
import { findChangedTables, readDigests } from "./digests.js";
import { openSnapshotFile } from "./open-snapshot.js";
import { ROWS } from "./store-answer.js";

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
  /** The request, as passed to `openSnapshotWriter`. */
  asked: unknown;
  bytes: number;
  /** Number of objects by kind. */
  counts: Record<string, number>;
  sources: Source[];
  /** Number of objects by the name of the endpoint that answered them. */
  objects: Record<string, number>;
}

/** @throws Failure config: not a snapshot, or of a newer version; partial: damaged; io: unreadable */
export function readSnapshot(file: string): SnapshotInfo {
  const db = openSnapshotFile(file);
  try {
    const kinds = db.all("SELECT kind, count(*) AS n FROM objects GROUP BY kind ORDER BY kind");
    const counts = Object.fromEntries(kinds.map(({ kind, n }) => [String(kind), Number(n)]));
    refuseChanged(db, file, counts);
    const { origin = "", defaults } = readSettings(db);
    const title = db.get(
      "SELECT json_extract(json, '$.title') AS title FROM objects WHERE kind = 'organization' AND id = ?",
      defaults.org,
    )?.title;
    const pages = JSON.parse(setting(db, "snapshot.pages") ?? "{}");
    return {
      origin,
      organization: { id: defaults.org, title: String(title ?? "") },
      started: setting(db, "snapshot.started") ?? "",
      ended: setting(db, "snapshot.ended") ?? "",
      version: setting(db, "snapshot.version") ?? "",
      asked: JSON.parse(setting(db, "snapshot.asked") ?? "{}"),
      bytes: statSync(parseSnapshotName(file).path).size,
      counts,
      objects: { ...objectsOf(db, counts), ...pages },
      sources: listSources({ sql: { all: db.all, run: db.run } }),
    };
  } finally {
    db.close();
  }
}

/** Their rows are counted only: they are most of the file. */
const COUNTED: ReadonlySet<string> = new Set(["revision", "document", "(order)", "(sequence)"]);

/** @throws Failure partial if what is shown is not as it was written */
function refuseChanged(db: Database, file: string, counts: Readonly<Record<string, number>>): void {
  const digests = readDigests(db);
  const isOther = (kind: string) => (counts[kind] ?? 0) !== (digests?.[kind]?.rows ?? 0);
  const other = digests && [...COUNTED].find((kind) => !kind.startsWith("(") && isOther(kind));
  const [first = other && `${other}: some are missing`] = findChangedTables(db, (name) => !COUNTED.has(name));
  if (first !== undefined) throw damagedFile(file, first);
}

/** Comments on spaces and on change requests share a kind; the scope of the former is a space. */
function objectsOf(db: Database, counts: Readonly<Record<string, number>>): Record<string, number> {
  const found = Object.fromEntries(Object.entries(ROWS).map(([name, { kind }]) => [name, counts[kind] ?? 0]));
  const onSpaces = db.get(
    `SELECT count(*) AS n FROM objects JOIN objects AS space ON space.kind = 'space' AND space.id = objects.scope
     WHERE objects.kind = 'comment'`,
  );
  const listSpaceComments = Number(onSpaces?.n ?? 0);
  return { ...found, listSpaceComments, listChangeRequestComments: (counts.comment ?? 0) - listSpaceComments };
}
