/**
 * A thing that an earlier restore, or somebody, made in place of a lost one has another id: it stands in for it, so that
 * a second restore finds nothing to do.
 */
import { listOrgCollections } from "../../catalog/collections.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { pathOf } from "../endpoints.js";
import type { World } from "../world.js";
import { whyIncomplete } from "./missing-things.js";
import { idOf, missingFrom, type Thing } from "./restore-context.js";

/** Ids of today by those of lost things: one by one, each with the first of today that the snapshot does not have. */
export function standInsFor(
  before: readonly Thing[],
  today: readonly Thing[],
  isAlike: (lost: Thing, other: Thing, ids: ReadonlyMap<string, string>) => boolean,
): Map<string, string> {
  const free = missingFrom(today, before);
  const ids = new Map<string, string>();
  for (const lost of missingFrom(before, today)) {
    const at = free.findIndex((other) => isAlike(lost, other, ids));
    const [found] = at < 0 ? [] : free.splice(at, 1);
    if (found) ids.set(idOf(lost), idOf(found));
  }
  return ids;
}

const titleOf = ({ title }: Thing): unknown => title ?? null;

export const isTitledAlike = (lost: Thing, other: Thing): boolean => titleOf(lost) === titleOf(other);

/** The snapshot, with the ids of today for collections that were lost and made anew, wherever they are named. */
export function withStandIns(past: World, now: World, organizationId: string): World {
  const [collections, spaces] = [listOrgCollections, listOrgSpaces].map((list) => pathOf(list, { organizationId }));
  let known: Promise<ReadonlyMap<string, string>> | undefined;
  const find = async (): Promise<ReadonlyMap<string, string>> => {
    const [before, today] = [await past.items(collections ?? ""), await now.items(collections ?? "")];
    // A hidden thing needs no other in its place.
    if (missingFrom(before, today).length > 0 && (await whyIncomplete(now, collections ?? "")) !== undefined)
      return new Map();
    const at = ({ parent }: Thing, ids?: ReadonlyMap<string, string>) =>
      typeof parent === "string" ? (ids?.get(parent) ?? parent) : null;
    const inPlace = standInsFor(
      fromRoot(before),
      fromRoot(today),
      (lost, other, ids) => isTitledAlike(lost, other) && at(lost, ids) === at(other),
    );
    // One that was moved, or made by a restore that was broken off before it was moved.
    const open = before.filter((one) => !inPlace.has(idOf(one)));
    const taken = new Set(inPlace.values());
    const rest = standInsFor(
      open,
      today.filter((one) => !taken.has(idOf(one))),
      isTitledAlike,
    );
    return new Map([...inPlace, ...rest]);
  };
  return {
    ...past,
    items: async (path) => {
      const items = await past.items(path);
      if (path !== collections && path !== spaces) return items;
      known ??= find();
      const ids = await known;
      const put = (id: unknown) => (typeof id === "string" ? (ids.get(id) ?? id) : id);
      return items.map((one) => ({
        ...one,
        id: put(one.id),
        ...(one.parent !== undefined && { parent: put(one.parent) }),
      }));
    },
  };
}

/** Parents before children. Collections with an unknown parent are left out. */
export function fromRoot(collections: readonly Thing[]): Thing[] {
  const inside = byLevel(collections);
  const found: Thing[] = [];
  const take = (level: string): void => {
    for (const one of inside.get(level) ?? []) {
      found.push(one);
      take(idOf(one));
    }
  };
  take("");
  return found;
}

/** The id of the parent collection; empty at the root. */
export const parentOf = ({ parent }: Thing): string => (typeof parent === "string" ? parent : "");

export function byLevel(things: readonly Thing[]): Map<string, Thing[]> {
  const levels = new Map<string, Thing[]>();
  for (const one of things) levels.set(parentOf(one), [...(levels.get(parentOf(one)) ?? []), one]);
  return levels;
}
