import { LISTS } from "../defaults.js";

/**
 * R27: objects that come again on a later page, because the list changed meanwhile. What comes again is near, and a list
 * may have millions: the last 10,000 are remembered.
 */
export interface Ids {
  /** Answers how many of these are among those remembered. */
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

/** The id of an item that was parsed. */
export function idOf(item: unknown): string | undefined {
  const isNamed = typeof item === "object" && item !== null && "id" in item && typeof item.id === "string";
  return isNamed ? String(item.id) : undefined;
}
