/** Lists without things that other answers of the same walk name or count. */

import { COUNTS, type Count, permissionFor } from "../../shared/counts.js";
import { gapOf, type ListFacts } from "../../shared/list-gap.js";
import { getPath } from "../../shared/paths.js";
import type { Item, Params } from "../types.js";
import { nothingYet } from "./ask/ask.js";
import { type Reading, scopeName } from "./reading-plan.js";
import { put, type Target, targetsOf, timeOf, type Walking } from "./walk-context.js";

/** The readings that a reading's items name things of, by the field that does. */
function namedBy({ readings }: Pick<Walking, "readings">, { endpoint }: Reading): [field: string, list: Reading][] {
  return Object.entries<string>(endpoint.names ?? {}).flatMap(([field, path]) => {
    const list = readings.find((one) => one.endpoint.path === path);
    return list ? [[field, list] as [string, Reading]] : [];
  });
}

/**
 * Notes which things of other lists were named in an answer: without these lists, some of it cannot be found in the file.
 */
export function noteNamed(walking: Walking, reading: Reading, params: Params, items: readonly Item[]): void {
  for (const [field, list] of namedBy(walking, reading)) {
    const ids = new Set(items.map((item) => getPath(item, field)).filter((id) => typeof id === "string" && id !== ""));
    const scope = scopeName(list.endpoint, params);
    const named = walking.named.get(scope) ?? new Map();
    walking.named.set(scope, named.set(scopeName(reading.endpoint, params), ids));
  }
}

/** Notes the same of what was not read by this run: it was taken over, or is of one that was interrupted. */
function noteOlder(walking: Walking): void {
  for (const reading of walking.readings) {
    const [[, list] = []] = namedBy(walking, reading);
    if (!list) continue;
    for (const { params } of targetsOf(walking, reading)) {
      const isNoted = walking.named.get(scopeName(list.endpoint, params))?.has(scopeName(reading.endpoint, params));
      if (!isNoted) noteNamed(walking, reading, params, walking.file.items(reading.name, params));
    }
  }
}

/** The lists that name one of these things of another. */
export function listsThatName(walking: Walking, scope: string, things: readonly unknown[]): string[] {
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
      const counts = [...countsOf(reading, target), ...leastOf(walking, reading, target.params)];
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
function leastOf({ file, readings }: Walking, { endpoint }: Reading, params: Params): (Count & { value: number })[] {
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
  put(walking, reading, params, { read, startedAt: timeOf(walking) });
}
