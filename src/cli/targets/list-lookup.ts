/** Finds things that have no GET of their own in their list, which is read once for all targets of a command. */
import { Failure } from "../../errors.js";
import type { Listing } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";

interface LookupRequest<T> {
  /** Value of the identifying member. */
  id: string;
  /** Where it lives: targets with the same place share one reading of the list. */
  place: string;
  list: () => Listing<T>;
}

/**
 * Looks things up by `path`, the member that identifies them.
 * @throws Failure not-found if the list ends without it
 */
export function lookup<T extends object>(what: string, path = "id"): (wanted: LookupRequest<T>) => Promise<T> {
  const places = new Map<string, Promise<Map<unknown, T>>>();
  return async ({ id, place, list }) => {
    const items = places.get(place) ?? collect(list(), path);
    places.set(place, items);
    const found = (await items).get(id);
    if (!found) throw new Failure("not-found", `there is no ${what} ${id}`);
    return found;
  };
}

async function collect<T extends object>(listing: Listing<T>, path: string): Promise<Map<unknown, T>> {
  const items = new Map<unknown, T>();
  for await (const page of listing.pages()) {
    for (const item of page.items) items.set(getPath(item, path), item);
  }
  return items;
}
