/** Earlier paths of pages, by the generations of a snapshot. */

import { Failure } from "../../errors.js";
import { importLazily } from "../../shared/import-lazily.js";

const snapshots = importLazily(() => import("../../snapshot/engine.js"));

/** The most moves that are looked at, the latest ones. */
const MOST = 100_000;

/** A space's id and a path, in small letters, of the same generation. */
const MOVES = `SELECT space || '/' || lower(path) AS former, id FROM pages_history
WHERE ended = 'changed' AND path IS NOT NULL ORDER BY valid_to DESC`;

/** @returns ids of pages by `<space>/<path>`; the page that had the path last. Empty without a history */
export async function readFormerPaths(file: string): Promise<ReadonlyMap<string, string>> {
  try {
    // The views of a history take seconds where an organization is large.
    if ((await snapshots.generations(file)).length < 2) return new Map();
    const { rows } = await snapshots.query(file, { sql: MOVES, limit: MOST, seconds: 30 });
    return new Map(rows.reverse().map(({ former, id }) => [String(former), String(id)]));
  } catch (error) {
    // A suggestion: findings stand without it.
    if (error instanceof Failure && ["not-in-snapshot", "timeout", "usage"].includes(error.kind)) return new Map();
    throw error;
  }
}
