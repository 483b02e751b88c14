/** The items of a list that can be stored: nothing can be asked about the others. */
import { count } from "../../shared/wrap.js";
import { type Item, type Params, ROWS } from "./rows.js";
import { isUsable } from "./store-answer.js";

interface UsableItems {
  usable: readonly Item[];
  /** Why the others are left out; undefined if all can be stored. */
  gap: string | undefined;
}

export function usableItems(name: string, params: Params, items: readonly Item[]): UsableItems {
  const usable = ROWS[name] ? items.filter((item) => isUsable(name, params, item)) : items;
  const left = items.length - usable.length;
  return {
    usable,
    gap: left > 0 ? `${left} of ${count(items.length, "item")} had no id that can be asked for` : undefined,
  };
}
