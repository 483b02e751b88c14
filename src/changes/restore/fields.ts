/** Restores fields of things that are both in the snapshot and in the service today. */
import { listOrgCollections } from "../../catalog/collections.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { listOrgSpaces } from "../../catalog/spaces.js";
import { PEOPLE } from "../../resources/people.js";
import type { Resource } from "../../resources/resource.js";
import { SITES } from "../../resources/sites.js";
import { SPACES } from "../../resources/spaces.js";
import { getPath } from "../../shared/paths.js";
import { hashOf } from "../../shared/values.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import { inheritedLevel, isNullable, memberOf } from "../make/inverse.js";
import type { World } from "../world.js";
import {
  findMissing,
  idOf,
  inApp,
  missingFrom,
  nameOf,
  type RestorablePart,
  type RestoreContext,
  type Thing,
  whyIncomplete,
} from "./restore-context.js";

// A thing that an earlier restore, or somebody, made in place of a lost one has another id: it stands in for it, so that
// a second restore finds nothing to do.

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

interface Rule {
  of: Resource;
  /** The endpoint that changes the fields. */
  update: string;
  /** Advice about a thing that is gone. */
  gone?: string;
}

const RULES: Readonly<Partial<Record<RestorablePart, Rule>>> = {
  organization: { of: PEOPLE.organization, update: "updateOrg" },
  members: { of: PEOPLE.member, update: "updateMember", gone: "only an invitation can restore them" },
  teams: { of: PEOPLE.team, update: "updateTeam" },
  collections: { of: SPACES.collection, update: "updateCollection" },
  spaces: {
    of: SPACES.space,
    update: "updateSpace",
    gone: "docs spaces restore restores a deleted space within 7 days",
  },
  specs: {
    of: SITES.spec,
    update: "updateOpenapiSpecVisibility",
    gone: "docs openapi create creates it again from its source, without its versions",
  },
};

/** @throws Failure of the reads */
export async function restoreFields(back: RestoreContext, part: RestorablePart): Promise<void> {
  const rule = RULES[part];
  if (!rule) return;
  const { past, now, left } = back;
  const { update, gone } = rule;
  const { list, get = "", param = "", id = "id" } = rule.of;
  const org = { organizationId: back.organization };
  if (part === "organization") {
    const path = pathOf(endpointNamed(get), org);
    const [before, today] = [await past.thing({ path }), await now.thing({ path })];
    if (before && today) await restoreThing(back, update, org, before, today);
    return;
  }
  const path = pathOf(endpointNamed(list), org);
  const kind = undoRuleOf(update).thing;
  const [before, today] = [await past.items(path), await now.items(path)];
  const byId = new Map(today.map((one) => [one[id], one]));
  for (const thing of before) {
    const other = byId.get(thing[id]);
    if (other) await restoreThing(back, update, { ...org, [param]: String(thing[id]) }, thing, other);
  }
  if (gone === undefined) return;
  for (const thing of await findMissing(back, path, kind, { before, today, id }))
    left.push(`${nameOf(kind, thing)} is gone: ${gone} (${inApp(back.app)})`);
}

async function restoreThing(
  back: RestoreContext,
  update: string,
  params: Readonly<Record<string, string>>,
  before: Thing,
  today: Thing,
): Promise<void> {
  const endpoint = endpointNamed(update);
  const body: Record<string, unknown> = {};
  for (const [name, rule] of membersOf(update, endpoint)) {
    const [was, is] = [before, today].map((one) => memberOf(getPath(one, rule.at ?? name) ?? null, rule));
    if (hashOf(was) === hashOf(is)) continue;
    if (name === "defaultLevel" && (await isInherited(back, before, today))) continue;
    if (was !== null || isNullable(endpoint, name)) body[name] = was;
    else
      back.left.push(
        `${nameOf(undoRuleOf(update).thing, today)}: ${name} was empty; only the app can clear it (${inApp(back.app, today)})`,
      );
  }
  if (Object.keys(body).length > 0) await back.planner.add({ endpoint, params, body });
}

/** True if a level was and is inherited: then it comes back with the place, and must not be set. */
const isInherited = async (
  { past, now, organization }: RestoreContext,
  before: Thing,
  today: Thing,
): Promise<boolean> =>
  before.defaultLevel === (await inheritedLevel(past, organization, before)) &&
  today.defaultLevel === (await inheritedLevel(now, organization, today));

/** The members of the body that correspond to fields of the answer. */
function membersOf(update: string, endpoint: AnyEndpoint) {
  const { reads } = undoRuleOf(update);
  const rules = reads?.as === "fields" ? (reads.members ?? {}) : {};
  const names: string[] = Object.keys(endpoint.body?.().shape ?? {});
  return names
    .map((name) => [name, rules[name] ?? {}] as const)
    .filter(([, { of, swap, opaque }]) => !of && !opaque && swap === undefined);
}
