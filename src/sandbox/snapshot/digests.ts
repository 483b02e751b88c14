/** Counts and hashes by kind of object, stored in a finished snapshot to detect later changes. */
import { createHash, type Hash } from "node:crypto";
import { setSetting, setting } from "../store/schema.js";
import type { Database, Row } from "../store/sqlite.js";

export interface Digest {
  rows: number;
  /** SHA-256, hexadecimal. */
  hash: string;
}

const NAME = "snapshot.digests";
/** Rows read at once: each revision of a large space takes megabytes. */
const SLICE = 100;

/** The rows of one kind in the order of their ids, read in slices. */
export function* rowsOfKind(db: Pick<Database, "all">, kind: string, columns: string): Generator<Row> {
  let last = "";
  for (;;) {
    const rows = db.all(
      `SELECT ${columns} FROM objects WHERE kind = ? AND id > ? ORDER BY id LIMIT ${SLICE}`,
      kind,
      last,
    );
    yield* rows;
    if (rows.length < SLICE) return;
    last = String(rows.at(-1)?.id);
  }
}

/** The id of a text is its hash, so its content need not be hashed again. */
const columnsOf = (kind: string): string => (kind === "document" ? "id, scope" : "id, scope, json");

/** Digests by kind, plus "(scopes)" and "(bytes of files)". */
export function digestsOf(db: Pick<Database, "all">): Record<string, Digest> {
  const found: Record<string, Digest> = {};
  const kinds = db.all("SELECT DISTINCT kind FROM objects ORDER BY kind").map(({ kind }) => String(kind));
  for (const kind of kinds) found[kind] = digest(rowsOfKind(db, kind, columnsOf(kind)));
  found["(scopes)"] = digest(db.all("SELECT scope, state, reason, started_at, ended_at FROM sources ORDER BY scope"));
  found["(bytes of files)"] = digest(db.all("SELECT key FROM blobs ORDER BY key"));
  return found;
}

function digest(rows: Iterable<Row>): Digest {
  const hash: Hash = createHash("sha256");
  let count = 0;
  for (const row of rows) {
    count += 1;
    for (const value of Object.values(row)) hash.update(`${value === null ? "" : String(value)}\0`);
  }
  return { rows: count, hash: hash.digest("hex") };
}

export function writeDigests(db: Database): void {
  setSetting(db, NAME, JSON.stringify(digestsOf(db)));
  setSetting(db, "snapshot.pages", JSON.stringify(pagesOf(db)));
}

interface Page {
  pages: Page[];
}

const countPages = (pages: readonly Page[]): number =>
  pages.reduce((sum, { pages: below }) => sum + 1 + countPages(below), 0);

/** Number of pages by the name of the endpoint that returned them. */
function pagesOf(db: Database): Record<string, number> {
  const sizes = new Map<string, number>();
  for (const { id, json } of rowsOfKind(db, "revision", "id, json")) {
    sizes.set(String(id), countPages(JSON.parse(String(json)).pages));
  }
  const count = (kind: string): number =>
    db
      .all("SELECT json_extract(json, '$.revision') AS revision FROM objects WHERE kind = ?", kind)
      .reduce((sum, { revision }) => sum + (sizes.get(String(revision)) ?? 0), 0);
  return { getSpaceContent: count("space"), getChangeRequestContent: count("change-request") };
}

/** Undefined for a snapshot of an older version, which has none. */
export function readDigests(db: Database): Record<string, Digest> | undefined {
  const text = setting(db, NAME);
  // Written by this file.
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, Digest>);
}
