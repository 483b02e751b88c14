/** Looks up the records of scopes one by one: there may be 100,000. */

import { type Source, sourceOf } from "./sources.js";
import type { Database } from "./sqlite.js";

export interface Scopes {
  source(scope: string): Source | undefined;
  /** The records of all scopes with this start and this end. */
  sources(start: string, end: string): Source[];
  /** Path parameters with ids instead of numbers of change requests. */
  ids(params: Readonly<Record<string, string>>): Record<string, string>;
}

export function scopesOf(db: Database): Scopes {
  return {
    source(scope) {
      const row = db.get("SELECT * FROM sources WHERE scope = ?", scope);
      return row && sourceOf(row);
    },
    sources: (start, end) =>
      db
        .all(
          `SELECT * FROM sources
           WHERE substr(scope, 1, length(?1)) = ?1 AND (?2 = '' OR substr(scope, -length(?2)) = ?2) ORDER BY scope`,
          start,
          end,
        )
        .map(sourceOf),
    ids(params) {
      const { spaceId = "", changeRequestId } = params;
      if (changeRequestId === undefined || !/^\d{1,15}$/.test(changeRequestId)) return { ...params };
      const id = db.get(
        "SELECT id FROM objects WHERE kind = 'change-request' AND scope = ? AND json_extract(json, '$.number') = ?",
        spaceId,
        Number(changeRequestId),
      )?.id;
      return { ...params, ...(id !== undefined && { changeRequestId: String(id) }) };
    },
  };
}
