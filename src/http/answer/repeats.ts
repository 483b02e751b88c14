import { LISTS } from "../defaults.js";

/** The cursors of one listing. */
export interface Trail {
  /** Records a cursor; false if it was seen before. */
  visit(cursor: string): boolean;
}

/** R24: a repeated cursor would make a listing run forever. */
export function createTrail(): Trail {
  const seen = new Set<string>();
  const keyOf = (cursor: string) => (cursor.length <= 64 ? `=${cursor}` : digest(cursor));
  return { visit: (cursor) => seen.size < seen.add(keyOf(cursor)).size };
}

function digest(cursor: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(cursor).digest("base64");
}

/**
 * R27: detects objects repeated on a later page because the list changed in between. Repeats come soon and a list may
 * have millions of items, so only the last 10,000 ids are remembered.
 */
export interface Ids {
  /** Records the ids; returns how many of them were already remembered. */
  note(ids: readonly (string | undefined)[]): number;
}

export function createIds(): Ids {
  const seen = new Set<string>();
  const last: string[] = [];
  let oldest = 0;
  const isNew = (id: string): boolean => {
    if (seen.has(id)) return false;
    const gone = last[oldest];
    if (gone !== undefined) seen.delete(gone);
    last[oldest] = id;
    seen.add(id);
    oldest = (oldest + 1) % LISTS.ids;
    return true;
  };
  return {
    note: (ids) => {
      let repeated = 0;
      for (const id of ids) if (id !== undefined && !isNew(id)) repeated += 1;
      return repeated;
    },
  };
}

/** The id of a parsed item. */
export function idOf(item: unknown): string | undefined {
  const isNamed = typeof item === "object" && item !== null && "id" in item && typeof item.id === "string";
  return isNamed ? String(item.id) : undefined;
}
