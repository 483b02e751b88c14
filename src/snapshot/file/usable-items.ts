/** The items of a list that can be stored: nothing can be asked about the others, or they are somebody else's. */
import { count } from "../../shared/wrap.js";
import { type Item, type Params, ROWS } from "./rows.js";
import { isUsable } from "./store-answer.js";

interface UsableItems {
  usable: readonly Item[];
  /** Why the others are left out; undefined if all can be stored. */
  gap: string | undefined;
}

export function usableItems(name: string, params: Params, items: readonly Item[]): UsableItems {
  const own = items.filter((item) => !isForeign(item, params));
  const usable = ROWS[name] ? own.filter((item) => isUsable(name, params, item)) : own;
  if (items.length === usable.length) return { usable, gap: undefined };
  const [foreign, left] = [items.length - own.length, own.length - usable.length];
  const of = `of ${count(items.length, "item")}`;
  const reasons = [
    foreign > 0 && `${foreign} ${of} ${foreign === 1 ? "belongs" : "belong"} to another organization`,
    left > 0 && `${left} ${of} had no id that can be asked for`,
  ];
  return { usable, gap: reasons.filter((one) => one !== false).join("; ") };
}

const isForeign = ({ organization }: Item, { organizationId }: Params): boolean =>
  typeof organization === "string" && organizationId !== undefined && organization !== organizationId;
