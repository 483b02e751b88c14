/** Reads the early lists once more at the end of the walk, and has read again whatever came, went or changed. */
import { isDeepStrictEqual } from "node:util";
import { withoutKeys } from "../../shared/keys.js";
import { COUNTS, type Count, gapOf, type ListFacts, permissionFor } from "../../shared/list-gap.js";
import { getPath } from "../../shared/paths.js";
import type { Item, Params } from "../types.js";
import { nothingYet } from "./ask/ask.js";
import { askList } from "./ask/list.js";
import { type Reading, scopeName } from "./reading-plan.js";
import { put, SPACES, scopeOfThing, type Target, targetsOf, timeOf, type Walking } from "./walk-context.js";

// Decides what of an earlier snapshot is still up to date, judging by what the lists above it say now.

/** Members of a space that change whenever something in it does. */
const SPACE_SIGNS = ["revision", "changeRequests", "changeRequestsOpen", "changeRequestsDraft", "comments"];
const CHANGE_SIGNS = ["revision", "status", "updatedAt", "comments"];

/** By the name of a list: the members of its items that show whether something in the thing has changed. */
export const SIGNS: Readonly<Record<string, readonly string[]>> = {
  listOrgSpaces: SPACE_SIGNS,
  listChangeRequests: CHANGE_SIGNS,
};

/** A listed thing as it is now and as it was, along with the thing above it. */
export interface ItemVersions {
  now: Item;
  before: Item | undefined;
  above?: ItemVersions | undefined;
}

const isSame = ({ now, before }: ItemVersions, members: readonly string[]): boolean =>
  before !== undefined && members.every((member) => now[member] === before[member]);

/** Keys in addresses may have been left out before. */
const hasSameAddresses = ({ now, before }: ItemVersions): boolean =>
  [now, withoutKeys(now)].some(({ urls }) => isDeepStrictEqual(urls, before?.urls));

const hasRevision = ({ now }: ItemVersions): boolean => typeof now.revision === "string";

/**
 * By the name of the reading. The counters only count what is open, so a list with open items is read again. A comment made
 * and resolved between two walks, or edited while nothing is open, goes unnoticed: `--full` finds it.
 */
export const TAKEN_OVER: Readonly<Record<string, (thing: ItemVersions) => boolean>> = {
  // A content has the addresses at which it is published, which change with the path on a site.
  getSpaceContent: (space) => hasRevision(space) && isSame(space, ["revision"]) && hasSameAddresses(space),
  listChangeRequests: (space) =>
    isSame(space, SPACE_SIGNS) && space.now.changeRequestsOpen === 0 && space.now.changeRequestsDraft === 0,
  listSpaceComments: (space) => isSame(space, SPACE_SIGNS) && space.now.comments === 0,
  getChangeRequestContent: (change) =>
    hasRevision(change) &&
    isSame(change, ["revision"]) &&
    change.above !== undefined &&
    isSame(change.above, ["revision"]),
  listChangeRequestComments: (change) => isSame(change, CHANGE_SIGNS) && change.now.comments === 0,
  listChangeRequestCommentReplies: ({ above }) =>
    above !== undefined && isSame(above, CHANGE_SIGNS) && above.now.comments === 0,
  // A version never changes.
  getOpenapiVersionContent: ({ before }) => before !== undefined,
};

/** By the name of a list: the parts of its things to read again if these changed while they were read, with the members that show it. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  listOrgSpaces: {
    content: ["revision"],
    "change-requests": ["changeRequests", "changeRequestsOpen", "changeRequestsDraft"],
    comments: ["comments"],
  },
  listTeams: { members: ["members"] },
};

// Lists without things that other answers of the same walk name or count.

/** The readings that a reading's items name things of, by the field that does. */
function namedBy(readings: readonly Reading[], { endpoint }: Reading): [field: string, list: Reading][] {
  return Object.entries<string>(endpoint.names ?? {}).flatMap(([field, path]) => {
    const list = readings.find((one) => one.endpoint.path === path);
    return list ? [[field, list]] : [];
  });
}

/**
 * Notes which things of other lists were named in an answer: without these lists, some of it cannot be found in the file.
 */
export function noteNamed(walking: Walking, reading: Reading, params: Params, items: readonly Item[]): void {
  for (const [field, list] of namedBy(walking.readings, reading)) {
    const ids = new Set(items.map((item) => getPath(item, field)).filter((id) => typeof id === "string" && id !== ""));
    const scope = scopeName(list.endpoint, params);
    const named = walking.named.get(scope) ?? new Map();
    walking.named.set(scope, named.set(scopeName(reading.endpoint, params), ids));
  }
}

/** Notes the same of what was not read by this run: it was taken over, or is of one that was interrupted. */
function noteOlder(walking: Walking): void {
  for (const reading of walking.readings) {
    const [[, list] = []] = namedBy(walking.readings, reading);
    if (!list) continue;
    for (const { params } of targetsOf(walking, reading)) {
      const isNoted = walking.named.get(scopeName(list.endpoint, params))?.has(scopeName(reading.endpoint, params));
      if (!isNoted) noteNamed(walking, reading, params, walking.file.items(reading.name, params));
    }
  }
}

/** The lists that name one of these things of another. */
function listsThatName(walking: Walking, scope: string, things: readonly unknown[]): string[] {
  noteOlder(walking);
  return [...(walking.named.get(scope) ?? [])].flatMap(([list, ids]) =>
    things.some((id) => ids.has(id)) ? [list] : [],
  );
}

/** Marks them as partial, and adds what is known from before. */
export function markContradicted(walking: Walking): void {
  const { file, readings, asked } = walking;
  noteOlder(walking);
  const [own] = file.items("getOrg", { organizationId: asked.organization });
  for (const reading of readings.filter(({ endpoint }) => endpoint.items !== undefined)) {
    const needed = permissionFor(`/v1/${scopeName(reading.endpoint, {})}`);
    // Of what the token may not see, nothing can be expected.
    if (needed !== undefined && getPath(own, `permissions.${needed}`) === false) continue;
    for (const target of targetsOf(walking, reading)) {
      const scope = scopeName(reading.endpoint, target.params);
      const counts = [...countsOf(reading, target), ...findLeast(walking, reading, target.params)];
      const names = walking.named.get(scope);
      if ((!names && counts.length === 0) || file.stateOf(scope) !== "complete") continue;
      const items = file.items(reading.name, target.params);
      const reason = contradiction(items, names, counts);
      if (reason !== undefined) markPartial(walking, reading, target.params, reason);
    }
  }
}

/** Counters of the thing that a list belongs to, with what they count. */
function countsOf({ endpoint }: Reading, { item }: Target): (Count & { value: number })[] {
  const { object } = item ?? {};
  if (item === undefined || typeof object !== "string" || !Object.hasOwn(COUNTS, object)) return [];
  const list = endpoint.path.split("/").at(-1);
  // Their number as a whole was compared when they were read.
  if (list === "change-requests") return [];
  return (COUNTS[object]?.counts ?? []).flatMap((count) => {
    const value = item[count.field];
    return count.list === list && typeof value === "number" ? [{ ...count, value }] : [];
  });
}

/** At least one, where people are in something that the list of the organization has to have, too. */
function findLeast({ file, readings }: Walking, { endpoint }: Reading, params: Params): (Count & { value: number })[] {
  return Object.values(COUNTS).flatMap(({ noun, counts }) => {
    const least = counts.find((count) => count.least && count.list === endpoint.path);
    const source = least && readings.find((one) => one.endpoint.path === `/v1/orgs/{organizationId}/${noun}`);
    const isProven = source && file.items(source.name, params).some((item) => Number(item[least.field]) > 0);
    return isProven ? [{ ...least, value: 1 }] : [];
  });
}

function contradiction(
  items: readonly Item[],
  names: ReadonlyMap<string, ReadonlySet<unknown>> | undefined,
  counts: readonly (Count & { value: number })[],
): string | undefined {
  const listed = new Set(items.map(({ id }) => id));
  const wanted = new Set([...(names?.values() ?? [])].flatMap((ids) => [...ids]));
  const facts: ListFacts = { listed: items.length, unlisted: [...wanted].filter((id) => !listed.has(id)).map(String) };
  const all = counts.map(({ value, status, except }) => {
    const counted = items.filter((one) => (except === undefined ? one.status === status : one.status !== except));
    return { counts: value, listed: status === undefined ? items.length : counted.length };
  });
  for (const owner of [undefined, ...all]) {
    const gap = gapOf({ ...facts, owner });
    if (gap !== undefined) return gap;
  }
  return undefined;
}

function markPartial(walking: Walking, reading: Reading, params: Params, reason: string): void {
  const read = { ...nothingYet(), state: "partial" as const, requests: 1, reason };
  put(walking, reading, params, { read, startedAt: timeOf(walking.now) });
}

const AGAIN = [SPACES, "listMembers", "listTeams"];

/**
 * Forgets what has to be read again; in the `last` round it is marked unsettled instead.
 * @returns whether anything changed
 */
export async function forgetChangedLists(walking: Walking, last: boolean): Promise<boolean> {
  let any = false;
  for (const reading of walking.readings.filter(({ name }) => AGAIN.includes(name))) {
    if (await hasMoved(walking, reading, last)) any = true;
  }
  const { file, gone } = walking;
  for (const { scope, list } of gone.splice(0)) {
    any = true;
    if (last) continue;
    file.forget(scope);
    if (!AGAIN.some((name) => list === scopeOf(walking, name))) file.forget(list);
  }
  return any;
}

const scopeOf = ({ readings, asked }: Walking, name: string): string | undefined => {
  const reading = readings.find((one) => one.name === name);
  return reading && scopeName(reading.endpoint, { organizationId: asked.organization });
};

async function hasMoved(walking: Walking, reading: Reading, last: boolean): Promise<boolean> {
  const { file, asked, asking, used } = walking;
  const params = { organizationId: asked.organization };
  // If every part of every space was taken over, nothing could have changed while it was read.
  if (reading.name === SPACES && !used.has(SPACES)) return false;
  const scope = scopeName(reading.endpoint, params);
  if (file.stateOf(scope) !== "complete") return false;
  const startedAt = timeOf(walking.now);
  const before = new Map(file.items(reading.name, params).map((item) => [item.id, item]));
  const read = await askList(asking, reading, params);
  const found = new Set(read.items.map(({ id }) => id));
  // A list that was cut does not say what is gone.
  const went = read.state === "complete" ? [...before.keys()].filter((id) => !found.has(id)) : [];
  const came = read.items.filter(({ id }) => !before.has(id));
  const parts = read.items.flatMap((item) => makeParts(reading, params, item, before.get(item.id)));
  if (read.state === "complete" && went.length + came.length + parts.length === 0) {
    file.again(scope, read.requests);
    return false;
  }
  const state =
    last && went.length + came.length > 0
      ? { state: "unsettled" as const, reason: "it kept changing while it was read" }
      : {};
  const outdated = went.map((id) => scopeOfThing(reading, params, String(id)));
  if (!last && went.length > 0) outdated.push(...listsThatName(walking, scope, went));
  if (!last) outdated.push(...parts.map(({ thing, part }) => `${thing}/${part}`));
  // Before the list is stored: wherever the process ends, nothing that is older than its list counts as complete.
  const marked = last ? parts.filter((part) => mark(walking, part)) : [];
  const isListed = read.state === "complete";
  put(walking, reading, params, { read: { ...read, ...state }, startedAt, isListed, outdated });
  for (const { id, part, revision } of marked) {
    if (part === "content" && typeof revision === "string") file.revise(id, revision);
  }
  return true;
}

interface Part {
  id: string;
  /** The path above all scopes of the thing. */
  thing: string;
  part: string;
  /** The revision of the content that was read. */
  revision: unknown;
}

function makeParts(reading: Reading, params: Params, now: Item, before: Item | undefined): Part[] {
  if (!before) return [];
  const id = String(now.id);
  return Object.entries(PARTS[reading.name] ?? {}).flatMap(([part, members]) =>
    members.every((member) => now[member] === before[member])
      ? []
      : [{ id, thing: scopeOfThing(reading, params, id), part, revision: before.revision }],
  );
}

/** A part that changed every time it was read stays as it was read last. False if it was not read. */
function mark(walking: Walking, { thing, part }: Part): boolean {
  const { file } = walking;
  const scope = `${thing}/${part}`;
  const state = file.stateOf(scope);
  if (state === undefined) return false;
  // A refused reading has its own reason.
  if (state !== "complete") return true;
  const reason = "what it belongs to kept changing while it was read";
  file.note([{ scope, state: "unsettled", reason, endedAt: timeOf(walking.now), requests: 0 }]);
  return true;
}
