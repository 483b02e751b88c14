/** Reads many things of one list as that list: 250 members are a few pages, not 250 requests. */
import { idIn, listAround, listAt, queriesFor } from "../absence/absence.js";
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { Failure } from "../errors.js";
import type { Reader } from "../http/types.js";
import { ID_PATHS } from "../shared/list-gap.js";
import { getPath } from "../shared/paths.js";
import { hashOf } from "../shared/values.js";
import { pathOf } from "./endpoints.js";

/** From so many things on, a list may be read in their place. */
const MANY = 20;
/** A page has to stand for at least so many requests. */
const THINGS_A_PAGE = 10;
/** Milliseconds for which a list is believed, from when it was asked for. */
const MAX_AGE = 5000;

/** Items as JSON, which takes less memory, by what requests address them by; undefined: the list is not to be used. */
type Items = ReadonlyMap<string, string> | undefined;

/** A list as a run has read it. */
interface List {
  /** It does not show what the things show, cannot be read, or was old before it was of use. */
  isUseless: boolean;
  /** Pages that it has at least. */
  pages: number;
  /** One of its items was the same as the thing at its own path, member for member. */
  isTrusted: boolean;
}

export type KnownLists = Map<string, List>;

interface ListReadsOptions {
  client: Reader;
  organization: string;
  /** The things that are to be read. Absent: not known; a list is read once many of it were asked for. */
  paths?: readonly string[];
  now: () => number;
  /** Shared by the readers of a run. */
  known: KnownLists;
}

interface ListReads {
  /** Answers a GET of one thing from its list where many of that list are wanted. Everything else is asked for. */
  reader: Reader;
  /** True if all of these things would be looked for in lists. */
  covers(paths: readonly string[]): boolean;
}

interface ListRead {
  asked: number;
  items: Promise<Items>;
  /** How many requests it has spared. */
  used: number;
}

export function createListReads({ client, organization, paths, now, known }: ListReadsOptions): ListReads {
  const wanted = thingsByList(paths ?? [], organization);
  const reads = new Map<string, ListRead>();
  /** The list to look into for the thing at this path. */
  const listFor = (path: string): string | undefined => {
    const list = listAround(path, organization);
    const { size = 0 } = wanted.get(list ?? "") ?? {};
    const { isUseless = false, pages = 0 } = known.get(list ?? "") ?? {};
    return size >= Math.max(MANY, pages * THINGS_A_PAGE) && !isUseless ? list : undefined;
  };
  const loadItems = (list: string, askOne: () => Promise<unknown>, path: string): Promise<Items> => {
    const facts = known.get(list) ?? { isUseless: false, isTrusted: false, pages: 0 };
    known.set(list, facts);
    const last = reads.get(list);
    if (last && now() - last.asked <= MAX_AGE) {
      last.used += 1;
      return last.items;
    }
    // It was old before it was of use: the service is slow, or steps go one by one.
    if (last && last.used < facts.pages * THINGS_A_PAGE) facts.isUseless = true;
    if (facts.isUseless) return Promise.resolve(undefined);
    const things = wanted.get(list) ?? new Set();
    const items = (async () => {
      const one = facts.isTrusted ? undefined : askOne().catch(() => undefined);
      const found = await readItems(client, list, facts, things.size, (key) => !paths || things.has(key));
      // It is tried again once it would spare enough.
      if (!found) reads.delete(list);
      return compareOnce(facts, found, idIn(path), await one);
    })();
    reads.set(list, { asked: now(), items, used: 1 });
    return items;
  };
  return {
    covers: (some) => some.length > 0 && some.every((path) => listFor(path) !== undefined),
    reader: {
      ...client,
      async call(endpoint, input, options) {
        const ask = () => client.call(endpoint, input, options);
        const path = thingPath(endpoint, input);
        if (path !== undefined && !paths) addThing(wanted, path, organization);
        const list = path === undefined ? undefined : listFor(path);
        if (path === undefined || list === undefined) return ask();
        const found = (await loadItems(list, ask, path))?.get(idIn(path));
        // The items of a trusted list are as the things themselves.
        return found === undefined ? ask() : (JSON.parse(found) as never);
      },
    },
  };
}

/** The items, if the list is to be believed: the first time, one of them is compared with the thing itself. */
function compareOnce(facts: List, items: Items, id: string, one: unknown): Items {
  const item = items?.get(id);
  if (!facts.isTrusted && item !== undefined) {
    facts.isTrusted = hashOf(JSON.parse(item)) === hashOf(one);
    facts.isUseless = !facts.isTrusted;
  }
  return facts.isTrusted ? items : undefined;
}

/** Ids of things, by their list. */
function thingsByList(paths: readonly string[], organization: string): Map<string, Set<string>> {
  const things = new Map<string, Set<string>>();
  for (const path of paths) addThing(things, path, organization);
  return things;
}

/** A list that has to be asked for several times, such as by status, is left out. */
function addThing(things: Map<string, Set<string>>, path: string, organization: string): void {
  const list = listAround(path, organization);
  const { endpoint } = (list !== undefined && listAt(list)) || {};
  if (list === undefined || !endpoint || queriesFor(endpoint).length > 1) return;
  things.set(list, (things.get(list) ?? new Set()).add(idIn(path)));
}

/** The path of a GET of one thing without a query. */
function thingPath(endpoint: AnyEndpoint, input: unknown): string | undefined {
  // The types of the endpoint are erased here.
  const { params, query = {} } = input as { params?: Record<string, string>; query?: object };
  if (endpoint.method !== "GET" || endpoint.items || !params || Object.keys(query).length > 0) return undefined;
  return pathOf(endpoint, params);
}

/** Undefined for a list of too many pages for so many things, or one that cannot be read. */
async function readItems(
  client: Reader,
  list: string,
  facts: List,
  things: number,
  isWanted: (key: string) => boolean,
): Promise<Items> {
  const { endpoint, params } = listAt(list) ?? {};
  if (!endpoint || !params) return undefined;
  const items = new Map<string, string>();
  const twice = new Set<string>();
  let read = 0;
  try {
    for await (const page of client.list(endpoint, { params }).pages()) {
      read += 1;
      const counted = read === 1 && page.items.length > 0 ? Math.ceil((page.count ?? 0) / page.items.length) : 0;
      facts.pages = Math.max(facts.pages, read, counted);
      if (facts.pages * THINGS_A_PAGE > things) return undefined;
      for (const item of page.items) {
        for (const key of keysOf(item)) {
          if (!isWanted(key)) continue;
          if (items.has(key)) twice.add(key);
          items.set(key, JSON.stringify(item));
        }
      }
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    facts.isUseless = true;
    return undefined;
  }
  for (const key of twice) items.delete(key);
  return items;
}

const keysOf = (item: unknown): Set<string> =>
  new Set(
    ID_PATHS.map((path) => getPath(item, path)).flatMap((id) =>
      typeof id === "string" || typeof id === "number" ? [String(id)] : [],
    ),
  );
