/** Restores fields of things that are both in the snapshot and in the service today. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { getPath } from "../../facts/paths.js";
import { hashOf } from "../../facts/values.js";
import { named, pathOf } from "../endpoints.js";
import { isNullable, memberOf } from "../make/inverse.js";
import { rowOf } from "../matrix/index.js";
import type { World } from "../world.js";
import { type Back, idOf, inApp, nameOf, type Restored, type Thing } from "./setup.js";

interface Rule {
  /** The endpoint that changes the fields. */
  update: string;
  /** The list of the things; absent: there is a single one, at `get`. */
  list?: string;
  get?: string;
  /** The path parameter that names a thing, and the member with its value (default `id`). */
  param?: string;
  id?: string;
  /** What to do about a thing that is gone. */
  gone?: string;
}

const RULES: Readonly<Partial<Record<Restored, Rule>>> = {
  organization: { update: "updateOrg", get: "getOrg" },
  members: {
    update: "updateMember",
    list: "listMembers",
    param: "userId",
    gone: "only an invitation brings them back",
  },
  teams: { update: "updateTeam", list: "listTeams", param: "teamId" },
  collections: { update: "updateCollection", list: "listOrgCollections", param: "collectionId" },
  spaces: {
    update: "updateSpace",
    list: "listOrgSpaces",
    param: "spaceId",
    gone: "docs spaces restore brings back a deleted space, but only within 7 days",
  },
  specs: {
    update: "updateOpenapiSpecVisibility",
    list: "listOpenapiSpecs",
    param: "specSlug",
    id: "slug",
    gone: "docs openapi create creates it again from its source, without its versions",
  },
};

/** @throws Failure of the reads */
export async function restoreFields(back: Back, part: Restored): Promise<void> {
  const rule = RULES[part];
  if (!rule) return;
  const { past, now, left } = back;
  const { update, list, get, param, id = "id", gone } = rule;
  const org = { organizationId: back.organization };
  if (list === undefined || param === undefined) {
    const path = pathOf(named(get ?? ""), org);
    const [before, today] = [await past.thing({ path }), await now.thing({ path })];
    if (before && today) await restoreThing(back, update, org, before, today);
    return;
  }
  const path = pathOf(named(list), org);
  const today = new Map((await now.items(path)).map((one) => [one[id], one]));
  for (const thing of await past.items(path)) {
    const other = today.get(thing[id]);
    if (other) await restoreThing(back, update, { ...org, [param]: String(thing[id]) }, thing, other);
    else if (gone !== undefined) left.push(`${nameOf(rowOf(update).thing, thing)} is gone: ${gone} (${inApp(back)})`);
  }
}

async function restoreThing(
  back: Back,
  update: string,
  params: Readonly<Record<string, string>>,
  before: Thing,
  today: Thing,
): Promise<void> {
  const endpoint = named(update);
  const body: Record<string, unknown> = {};
  for (const [name, rule] of membersOf(update, endpoint)) {
    const [was, is] = [before, today].map((one) => memberOf(getPath(one, rule.at ?? name) ?? null, rule));
    if (hashOf(was) === hashOf(is)) continue;
    if (name === "defaultLevel" && (await isInherited(back, before, today))) continue;
    if (was !== null || isNullable(endpoint, name)) body[name] = was;
    else
      back.left.push(
        `${nameOf(rowOf(update).thing, today)}: ${name} was empty; only the app can empty it (${inApp(back, today)})`,
      );
  }
  if (Object.keys(body).length > 0) await back.planner.add({ endpoint, params, body });
}

/** Whether a level was and is inherited: then it comes back with the place, and must not be set. */
const isInherited = async ({ past, now, organization }: Back, before: Thing, today: Thing): Promise<boolean> =>
  before.defaultLevel === (await levelAround(past, organization, before)) &&
  today.defaultLevel === (await levelAround(now, organization, today));

/** The level that a thing inherits: that of its collection, or of the organization. */
export async function levelAround(world: World, organizationId: string, { parent }: Thing): Promise<unknown> {
  const org = { organizationId };
  if (typeof parent !== "string") return (await world.thing({ path: pathOf(named("getOrg"), org) }))?.defaultRole;
  const all = await world.items(pathOf(named("listOrgCollections"), org));
  return all.find((one) => idOf(one) === parent)?.defaultLevel;
}

/** The members of the body that correspond to fields of the answer. */
function membersOf(update: string, endpoint: AnyEndpoint) {
  const { sees } = rowOf(update);
  const rules = sees?.as === "fields" ? (sees.members ?? {}) : {};
  const names: string[] = Object.keys(endpoint.body?.().shape ?? {});
  return names
    .map((name) => [name, rules[name] ?? {}] as const)
    .filter(([, { of, swap, opaque }]) => !of && !opaque && swap === undefined);
}
