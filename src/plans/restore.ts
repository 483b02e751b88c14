/** Settings and structure of a snapshot against today: steps that bring back what differs. Nothing is removed or made anew. */

import type { AnyEndpoint } from "../catalog/endpoint.js";
import { getPath } from "../facts/paths.js";
import { hashOf } from "../facts/values.js";
import { named, pathOf } from "./endpoints.js";

import { isNullable, memberOf } from "./make/inverse.js";
import type { Planner } from "./make/planner.js";
import { rowOf } from "./matrix/index.js";
import type { World } from "./world.js";

export const RESTORED = ["organization", "members", "teams", "spaces", "collections", "sites", "specs"] as const;
export type Restored = (typeof RESTORED)[number];

interface Rule {
  part: Restored;
  /** The endpoint whose fields are brought back. */
  update: string;
  /** The list that the things are in. Absent: there is one, at `get`. */
  list?: string;
  get?: string;
  /** Parameter that names the thing, and the member that it is. */
  param?: string;
  id?: string;
  /** For each site. */
  inSites?: true;
}

const RULES: readonly Rule[] = [
  { part: "organization", update: "updateOrg", get: "getOrg" },
  { part: "members", update: "updateMember", list: "listMembers", param: "userId" },
  { part: "teams", update: "updateTeam", list: "listTeams", param: "teamId" },
  { part: "collections", update: "updateCollection", list: "listOrgCollections", param: "collectionId" },
  { part: "spaces", update: "updateSpace", list: "listOrgSpaces", param: "spaceId" },
  { part: "sites", update: "updateSite", list: "listSites", param: "siteId" },
  { part: "sites", update: "setSiteAdaptiveSchema", get: "getSiteAdaptiveSchema", inSites: true },
  { part: "sites", update: "updateSiteSection", list: "listSiteSections", param: "siteSectionId", inSites: true },
  {
    part: "sites",
    update: "updateSiteSectionGroup",
    list: "listSiteSectionGroups",
    param: "siteSectionGroupId",
    inSites: true,
  },
  { part: "sites", update: "updateSiteSpace", list: "listSiteSpaces", param: "siteSpaceId", inSites: true },
  {
    part: "specs",
    update: "updateOpenapiSpecVisibility",
    list: "listOpenapiSpecs",
    param: "specSlug",
    id: "slug",
  },
];

export interface RestoreSetup {
  planner: Planner;
  organization: string;
  /** What the snapshot holds, and what is there now. */
  past: World;
  now: World;
  only: readonly Restored[];
}

/** Adds the steps. Answers what cannot be brought back, in words. @throws Failure of the reads */
export async function restoreSettings(setup: RestoreSetup): Promise<string[]> {
  const left: string[] = [];
  const org = { organizationId: setup.organization };
  const sites = await setup.past.items(pathOf(named("listSites"), org));
  for (const rule of RULES) {
    if (!setup.only.includes(rule.part)) continue;
    const around = rule.inSites ? sites.map(({ id }) => ({ ...org, siteId: String(id) })) : [org];
    for (const params of around) left.push(...(await restoreRule(rule, params, setup)));
  }
  return left;
}

type Params = Readonly<Record<string, string>>;

async function restoreRule(
  { update, list, get, param, id = "id" }: Rule,
  around: Params,
  setup: RestoreSetup,
): Promise<string[]> {
  const { past, now } = setup;
  if (list === undefined || param === undefined) {
    const path = pathOf(named(get ?? ""), around);
    const [before, today] = [await past.thing({ path }), await now.thing({ path })];
    return before && today ? restoreThing(update, around, before, today, setup) : [];
  }
  const path = pathOf(named(list), around);
  const today = new Map((await now.items(path)).map((one) => [one[id], one]));
  const left: string[] = [];
  for (const thing of await past.items(path)) {
    const other = today.get(thing[id]);
    if (other)
      left.push(...(await restoreThing(update, { ...around, [param]: String(thing[id]) }, thing, other, setup)));
    else left.push(`${nameOf(update, thing)} is not there today: it is not made anew`);
  }
  return left;
}

const nameOf = (update: string, thing: object): string =>
  `${rowOf(update).thing} ${JSON.stringify(getPath(thing, "title") ?? getPath(thing, "user.displayName") ?? getPath(thing, "id"))}`;

async function restoreThing(
  update: string,
  params: Params,
  before: object,
  today: object,
  { planner }: RestoreSetup,
): Promise<string[]> {
  const endpoint = named(update);
  const left: string[] = [];
  const body: Record<string, unknown> = {};
  for (const [name, rule] of membersOf(update, endpoint)) {
    const [was, is] = [before, today].map((one) => memberOf(getPath(one, rule.at ?? name) ?? null, rule));
    if (hashOf(was) === hashOf(is)) continue;
    if (was === null && !isNullable(endpoint, name))
      left.push(`${nameOf(update, today)}: ${name} was empty, and cannot be emptied`);
    else body[name] = was;
  }
  if (Object.keys(body).length > 0) await planner.add({ endpoint, params, body });
  return left;
}

/** Members of the body that are fields of what is read. */
function membersOf(update: string, endpoint: AnyEndpoint) {
  const { sees } = rowOf(update);
  const rules = sees?.as === "fields" ? (sees.members ?? {}) : {};
  const names: string[] = Object.keys(endpoint.body?.().shape ?? {});
  return names
    .map((name) => [name, rules[name] ?? {}] as const)
    .filter(([, { of, swap, opaque }]) => !of && !opaque && swap === undefined);
}
