import { checkAnsweredId } from "./ids.js";
import { getPath } from "./paths.js";

/** What things are addressed by: ids, slugs, numbers, and people by the id of the member. */
export const ID_PATHS: readonly string[] = ["id", "slug", "number", "organization.id"];

interface ItemCount {
  /** @throws Failure invalid-answer for an id that no request can use, where requests address the items */
  add(page: { items: readonly unknown[]; count?: number | undefined }): void;
  /** Why the list, read to its end, cannot be whole; undefined if nothing says so. */
  gap(): string | undefined;
}

/** What tells an item from others: one that is listed twice stands where another one is missing. */
export const identityOf = (item: unknown): string => {
  const id = getPath(item, "id");
  return typeof id === "string" ? id : JSON.stringify(item);
};

/**
 * Counts the items of a list. One that is listed twice stands in the place of another, and one without an id may be any.
 * @param isAddressed whether requests address its items
 */
export function countItems(isAddressed = false): ItemCount {
  const keys = ID_PATHS.map((path) => ({ path, ids: new Set<string>(), without: 0 }));
  let [listed, counted] = [0, 0];
  return {
    add({ items, count = 0 }) {
      listed += items.length;
      // Some services count on the first page only.
      counted = Math.max(counted, count);
      for (const item of items) {
        for (const key of keys) {
          const id = getPath(item, key.path);
          if (isAddressed && key.path === "id" && typeof id === "string") checkAnsweredId(key.path, id);
          if ((typeof id === "string" && id !== "") || typeof id === "number") key.ids.add(String(id));
          else key.without += 1;
        }
      }
    },
    gap() {
      const key = keys.find(({ ids }) => ids.size > 0);
      if (key ? key.without > 0 : isAddressed && listed > 0) return "the list has an item without an id";
      return (key?.ids.size ?? listed) < counted ? "the list has fewer items than the service counts" : undefined;
    },
  };
}
