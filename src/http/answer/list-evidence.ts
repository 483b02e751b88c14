/**
 * Proofs about a list from other answers: a thing counts it, or names something in it. A team of four whose list has three
 * members was not read whole.
 */
import { describes } from "../../catalog/about.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import {
  COUNTS,
  gapOf,
  ID_PATHS,
  type ListFacts,
  permissionFor,
  SHOWN_STATUS,
  SHOWS_ALL,
} from "../../shared/list-gap.js";
import { expandTemplate, getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { LISTS } from "../defaults.js";
import type { ListCall } from "../request.js";
import type { Page } from "../types.js";

/** The cursors of one listing. */
export interface Trail {
  /** Records a cursor; false if it was seen before. */
  visit(cursor: string): boolean;
  has(cursor: string): boolean;
}

/** R24: a repeated cursor would make a listing run forever. */
export function createTrail(): Trail {
  const seen = new Set<string>();
  const keyOf = (cursor: string) => (cursor.length <= 64 ? `=${cursor}` : digest(cursor));
  return {
    visit: (cursor) => seen.size < seen.add(keyOf(cursor)).size,
    has: (cursor) => seen.has(keyOf(cursor)),
  };
}

function digest(cursor: string): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(cursor).digest("base64");
}

/**
 * R27: detects objects repeated on a later page because the list changed in between. Repeats come soon and a list may
 * have millions of items, so only the last 10,000 ids are remembered.
 */
export interface Ids {
  /** Records the ids; returns how many of them were already remembered. */
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

/** The id of a parsed item. */
export function idOf(item: unknown): string | undefined {
  const isNamed = typeof item === "object" && item !== null && "id" in item && typeof item.id === "string";
  return isNamed ? String(item.id) : undefined;
}

type Params = Readonly<Record<string, string>>;

/** Knowledge from the answers to a client, until it changes something. */
export interface ListEvidence {
  /** Call before each request of an endpoint. */
  forgetAt(request: { method: string }): void;
  /** Notes what an answered thing counts and names. */
  note(endpoint: AnyEndpoint, params: Params | undefined, thing: unknown): void;
  /** Begins a list. */
  read(asked: ListCall): ListReading;
}

export interface ListReading {
  /** Notes the items of a page. */
  add(page: Page<unknown>): void;
  /** Notes an item of another thing, which is left out. */
  leaveOut(why: string): void;
  /** At the end of the list, or after an item was left out: why it cannot be whole; undefined if nothing says so. */
  gap(): string | undefined;
}

/** Counts and names in the answers, by the path of the list that they are about. */
interface Known {
  counts: Recent<number>;
  /** Of some of its items only: with a status. */
  counted: Recent<StatusCount>;
  names: Recent<Set<string>>;
  /** The caller's permissions, by organization. */
  permissions: Recent<Record<string, unknown>>;
}

interface StatusCount {
  count: number;
  /** Items with this status are not counted. */
  except: string | undefined;
}

/** @param now milliseconds; for how long something counts as known */
export function createListEvidence(now: () => number): ListEvidence {
  const known: Known = {
    counts: createRecent(now),
    counted: createRecent(now),
    names: createRecent(now),
    permissions: createRecent(now),
  };
  return {
    forgetAt({ method }) {
      if (method !== "GET") for (const each of Object.values(known)) each.clear();
    },
    note(endpoint, params = {}, thing) {
      if (!isObject(thing)) return;
      noteCounts(known, params.organizationId, thing);
      noteNames(known, endpoint, params, thing);
    },
    read: (asked) => createReading(known, asked),
  };
}

function noteCounts(known: Known, organization: string | undefined, thing: Record<string, unknown>): void {
  const { object, id } = thing;
  if (typeof object !== "string" || typeof id !== "string") return;
  if (object === "organization" && isObject(thing.permissions)) known.permissions.set(id, thing.permissions);
  if (!Object.hasOwn(COUNTS, object)) return;
  const { noun = "", counts = [] } = COUNTS[object] ?? {};
  for (const { field, list, status, except, least } of counts) {
    const count = thing[field];
    if (typeof count !== "number") continue;
    const below = `${noun}/${id}/${list}`;
    if (status !== undefined) known.counted.set(`${below}?${status}`, { count, except });
    else if (!least) known.counts.set(below, count);
    else if (count > 0 && organization !== undefined)
      known.counts.set(
        expandTemplate(list, () => organization),
        1,
      );
  }
}

function noteNames(known: Known, { names, path }: AnyEndpoint, params: Params, thing: Record<string, unknown>): void {
  for (const [field, list] of Object.entries<string>(names ?? {})) {
    const id = getPath(thing, field);
    if (typeof id !== "string" || id === "" || list === path) continue;
    const at = expandTemplate(list, (name) => params[name] ?? String(thing[OWNER[name] ?? ""] ?? ""));
    known.names.update(at, (ids = new Set()) => ids.add(id));
  }
}

/** The field that names what the path of a single thing does not. */
const OWNER: Readonly<Record<string, string>> = { organizationId: "organization" };

/** The requested part of a list. */
interface Asked {
  /** The path with its parameters, as they are. */
  path: string;
  /** Its beginning is not read. */
  isLate: boolean;
  /** A filter may leave items out. */
  isNarrowed: boolean;
  /** The status that all items have. */
  status: string | undefined;
  /** The token may see less than is counted and named. */
  isPartlyHidden: boolean;
}

function askedFor({ permissions }: Known, { endpoint, input, options }: ListCall): Asked {
  const { params = {} } = input;
  const path = expandTemplate(endpoint.path, (name) => params[name] ?? "");
  const { status, ...query } = { ...input.query, ...options.extra?.query };
  const needed = permissionFor(path);
  const own = params.organizationId === undefined ? undefined : permissions.get(params.organizationId);
  return {
    path,
    isLate: options.page !== undefined,
    isNarrowed: Object.entries(query).some(([name, value]) => value !== undefined && !SHOWS_ALL.has(name)),
    status:
      status === ALL
        ? undefined
        : String(status ?? SHOWN_STATUS[endpoint.path.split("/").at(-1) ?? ""] ?? "") || undefined,
    isPartlyHidden: needed !== undefined && own?.[needed] === false,
  };
}

/** A filter that leaves nothing out. */
const ALL = "all";

/** How many of its items a thing counts, and which ones it does not; undefined: nothing counts what was asked for. */
function countOf({ counts, counted }: Known, { path, isNarrowed, isPartlyHidden, status }: Asked) {
  if (isNarrowed || isPartlyHidden) return undefined;
  const below = path.split("/").slice(-3).join("/");
  const all = status === undefined ? (counts.get(path) ?? counts.get(below)) : undefined;
  if (all !== undefined) return { count: all, except: undefined };
  const some = counted.get(`${below}?${status ?? "open"}`);
  if (status !== undefined) return some && { count: some.count, except: undefined };
  return some?.except === undefined ? undefined : some;
}

/** Counts items with ids, each once, and those without. */
function countDistinct(endpoint: AnyEndpoint) {
  const keys = ID_PATHS.map((path) => ({ path, items: 0 }));
  const texts = createIds();
  let [items, repeated] = [0, 0];
  return {
    add(item: unknown): void {
      items += 1;
      const key = keys.find((one) => one.items > 0) ?? keys.find(({ path }) => hasKey(item, path));
      if (key && hasKey(item, key.path)) key.items += 1;
      // Without an id, only the whole text tells an item from others.
      if (idOf(item) === undefined) repeated += texts.note([JSON.stringify(item)]);
    },
    /** Items without an id that were listed before. */
    repeated: () => repeated,
    withoutId: () => items - (keys.find((one) => one.items > 0)?.items ?? (describes(endpoint, ID_PATHS) ? 0 : items)),
  };
}

/** Ids of things that other answers name, where the list has to have them all. */
function wantedOf({ names }: Known, asked: Asked): Set<string> {
  const isHidden = asked.isLate || asked.isNarrowed || asked.isPartlyHidden || asked.status !== undefined;
  return new Set(isHidden ? [] : names.all(asked.path).flatMap((ids) => [...ids]));
}

function createReading(known: Known, { endpoint, ...call }: ListCall): ListReading {
  const asked = askedFor(known, { endpoint, ...call });
  const { alone: isAlone, listedBefore: before } = call.options;
  const least = endpoint.least && !asked.isNarrowed ? { count: 1, except: undefined } : undefined;
  const owner = least ?? (isAlone ? undefined : countOf(known, asked));
  const unlisted = isAlone ? new Set<string>() : wantedOf(known, asked);
  const found = { listed: before ?? 0, counted: 0, except: 0, withStatus: 0, statistics: 0 };
  const distinct = countDistinct(endpoint);
  let foreign: ListFacts["foreign"];
  const addItem = (item: unknown): void => {
    distinct.add(item);
    if (unlisted.size > 0) unlisted.delete(idOf(item) ?? "");
    if (owner?.except === undefined && !endpoint.stats) return;
    const status = getPath(item, "status");
    if (status === owner?.except) found.except += 1;
    // Without a status, it may be the one that is counted.
    if (status === endpoint.stats?.status || typeof status !== "string") found.withStatus += 1;
  };
  const statisticsOf = ({ what }: { what: string }) => ({
    counts: found.statistics,
    listed: found.withStatus,
    what,
  });
  return {
    add(page) {
      found.listed += page.items.length - (page.repeated ?? 0);
      found.counted = Math.max(found.counted, page.count ?? 0);
      const counted = endpoint.stats && getPath(page.stats, endpoint.stats.field);
      if (typeof counted === "number") found.statistics = Math.max(found.statistics, counted);
      for (const item of page.items) addItem(item);
    },
    leaveOut(why) {
      foreign = { items: (foreign?.items ?? 0) + 1, why: foreign?.why ?? why };
    },
    gap() {
      if (asked.isLate && before === undefined) return gapOf({ listed: 0, foreign });
      const listed = found.listed - distinct.repeated();
      // The earlier pages have not shown its status.
      const isKnown = !asked.isLate || owner?.except === undefined;
      return gapOf({
        ...{ listed, counted: found.counted, withoutId: distinct.withoutId(), unlisted: [...unlisted], foreign },
        owner: owner && isKnown ? { counts: owner.count, listed: listed - found.except } : undefined,
        statistics: endpoint.stats && !asked.isLate ? statisticsOf(endpoint.stats) : undefined,
      });
    },
  };
}

function hasKey(item: unknown, path: string): boolean {
  const key = getPath(item, path);
  return (typeof key === "string" && key !== "") || typeof key === "number";
}

/** A list may have any number of items: at least so many of the last facts are kept, and at most twice as many. */
const LAST = 10_000;

/** For how long a fact is one, in milliseconds, and at most twice as long: others change things, too. */
const FRESH = 300_000;

interface Recent<T> {
  get(key: string): T | undefined;
  /** Returns its known values, the newest first. */
  all(key: string): T[];
  set(key: string, value: T): void;
  update(key: string, change: (value: T | undefined) => T): void;
  clear(): void;
}

/** Two maps: to take the oldest out of one, over and over, takes longer the more it has. */
function createRecent<T>(now: () => number): Recent<T> {
  let [newer, older] = [new Map<string, T>(), new Map<string, T>()];
  let [changes, since] = [0, now()];
  const turn = (): void => {
    const age = now() - since;
    if (changes < LAST && age < FRESH) return;
    older = age < 2 * FRESH ? newer : new Map();
    newer = new Map();
    [changes, since] = [0, now()];
  };
  const recent: Recent<T> = {
    get: (key) => recent.all(key)[0],
    all(key) {
      turn();
      return [newer.get(key), older.get(key)].filter((value) => value !== undefined);
    },
    set: (key, value) => recent.update(key, () => value),
    update(key, change) {
      newer.set(key, change(newer.get(key)));
      changes += 1;
      turn();
    },
    clear() {
      newer.clear();
      older.clear();
    },
  };
  return recent;
}
