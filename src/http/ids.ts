/** R27: objects that come again on a later page, because the list changed meanwhile. */
export interface Ids {
  /** The items to give out: all of them, or those whose id is new. */
  filter(items: readonly unknown[]): readonly unknown[];
  /** How many came again. */
  readonly repeated: number;
}

export function createIds(unique: boolean): Ids {
  const seen = new Set<string>();
  let repeated = 0;
  const isNew = (item: unknown) => {
    if (typeof item !== "object" || item === null || !("id" in item) || typeof item.id !== "string") return true;
    if (seen.has(item.id)) {
      repeated += 1;
      return false;
    }
    seen.add(item.id);
    return true;
  };
  return {
    filter(items) {
      const fresh = items.filter(isNew);
      return unique ? fresh : items;
    },
    get repeated() {
      return repeated;
    },
  };
}
