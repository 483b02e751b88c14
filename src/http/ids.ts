/** R27: objects that come again on a later page, because the list changed meanwhile. */
export interface Ids {
  /** The items to give out: all of them, or those whose id is new. */
  filter(items: readonly unknown[]): readonly unknown[];
  /** Counts the ids of items that were not parsed. */
  note(ids: readonly string[]): void;
  /** How many came again. */
  readonly repeated: number;
}

export function createIds(unique: boolean): Ids {
  const seen = new Set<string>();
  let repeated = 0;
  const isNewId = (id: string) => {
    const before = seen.size;
    if (seen.add(id).size > before) return true;
    repeated += 1;
    return false;
  };
  const isNew = (item: unknown) => {
    if (typeof item !== "object" || item === null || !("id" in item) || typeof item.id !== "string") return true;
    return isNewId(item.id);
  };
  return {
    filter(items) {
      const fresh = items.filter(isNew);
      return unique ? fresh : items;
    },
    note(ids) {
      for (const id of ids) isNewId(id);
    },
    get repeated() {
      return repeated;
    },
  };
}
