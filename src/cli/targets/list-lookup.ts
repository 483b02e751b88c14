/** Finds things that have no GET of their own in their list, which is read once for all targets of a command. */
import { Failure } from "../../errors.js";
import type { Listing } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";

interface LookupRequest<T> {
  /** Value of the identifying member. */
  id: string;
  /** Its place: targets with the same place share one reading of the list. */
  place: string;
  list: () => Listing<T>;
}

/**
 * Looks things up by `path`, the member that identifies them.
 * @throws Failure not-found if the list ends without it; cannot-tell if that list cannot be whole
 */
export function lookup<T extends object>(what: string, path = "id"): (wanted: LookupRequest<T>) => Promise<T> {
  const places = new Map<string, Promise<Collected<T>>>();
  return async ({ id, place, list }) => {
    const collected = places.get(place) ?? collect(list(), path);
    places.set(place, collected);
    const { items, gap } = await collected;
    const found = items.get(id);
    if (found) return found;
    if (gap !== undefined) throw new Failure("cannot-tell", `cannot tell whether there is a ${what} ${id}: ${gap}`);
    throw new Failure("not-found", `there is no ${what} ${id}`);
  };
}

interface Collected<T> {
  items: Map<unknown, T>;
  gap: string | undefined;
}

async function collect<T extends object>(listing: Listing<T>, path: string): Promise<Collected<T>> {
  const collected: Collected<T> = { items: new Map(), gap: undefined };
  for await (const page of listing.pages()) {
    for (const item of page.items) collected.items.set(getPath(item, path), item);
    collected.gap ??= page.gap;
  }
  return collected;
}
