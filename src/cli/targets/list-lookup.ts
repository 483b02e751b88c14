/** Things that the service has no single GET for are read through their list: once, for all targets of a command. */
import { Failure } from "../../errors.js";
import { getPath } from "../../facts/paths.js";
import type { Listing } from "../../http/types.js";

export interface Wanted<T> {
  /** Value of the member that identifies it. */
  id: string;
  /** Where it lives: targets of one place share one reading of the list. */
  place: string;
  list: () => Listing<T>;
}

/**
 * A look-up of things by `path`, the member that identifies them.
 * @throws Failure not-found when the list ends without it
 */
export function lookup<T extends object>(what: string, path = "id"): (wanted: Wanted<T>) => Promise<T> {
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
