/** Plans steps that bring back settings and structure of a snapshot, and lists what cannot be brought back. */
import { createAbsence } from "../../absence/absence.js";
import { listMembers } from "../../catalog/members.js";
import { listTeamMembers, updateTeamMembers } from "../../catalog/team-members.js";
import { createTeam, listTeams } from "../../catalog/teams.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { getPath } from "../../shared/paths.js";
import { hashOf } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";
import { endpointNamed, pathOf } from "../endpoints.js";
import type { Planner } from "../make/planner.js";
import { referenceTo } from "../types.js";
import { createWorld, type World } from "../world.js";
import { isTitledAlike, restoreFields, standInsFor, withStandIns } from "./fields.js";
import {
  findMissing,
  idOf,
  inApp,
  missingFrom,
  nameOf,
  noteNew,
  RESTORABLE_PARTS,
  type RestorablePart,
  type RestoreContext,
  stillThere,
  type Thing,
  unlessUnclear,
} from "./restore-context.js";
import { restoreSites } from "./restore-sites.js";
import { readTree, restoreTree, type Tree } from "./tree.js";

// Restores teams with their members, and names members who joined since.

/** @throws Failure of the reads */
async function restoreTeams(back: RestoreContext): Promise<void> {
  await restoreFields(back, "teams");
  const { past } = back;
  const org = { organizationId: back.organization };
  const list = pathOf(listTeams, org);
  const [before, today] = [await past.items(list), await back.now.items(list)];
  const lost = await findMissing(back, list, "team", { before, today });
  const ids = standInsFor(lost, missingFrom(today, before), isTitledAlike);
  const unclear = new Set(missingFrom(missingFrom(before, today), lost).map(idOf));
  for (const team of before) {
    if (unclear.has(idOf(team))) continue;
    const now = today.find((one) => idOf(one) === (ids.get(idOf(team)) ?? idOf(team)));
    await unlessUnclear(back, nameOf("team", team), () => restoreOne(back, team, now));
  }
  const taken = new Set(ids.values());
  const others = today.filter((one) => !taken.has(idOf(one)));
  await noteNew(back, list, "team", { before, today: others });
}

/** @param now the team, or what stands in for it; absent: it is gone */
async function restoreOne(back: RestoreContext, team: Thing, now: Thing | undefined): Promise<void> {
  const org = { organizationId: back.organization };
  const wanted = await rolesIn(back.past, { ...org, teamId: idOf(team) });
  // Members of the team are in the organization, even if the list of its members lacks them.
  const inTeam = now ? await rolesIn(back.now, { ...org, teamId: idOf(now) }) : new Map<string, string>();
  const others = [...wanted.keys()].filter((user) => !inTeam.has(user));
  const there = await stillThere(back, pathOf(listMembers, org), nameOf("team", team), others);
  for (const user of others) if (!there.has(user)) wanted.delete(user);
  if (now) await restoreTeam(back, { ...team, id: idOf(now) }, wanted);
  else await remake(back, team, wanted);
  if (!now || idOf(now) !== idOf(team)) leaveSpaces(back, team, Number(now?.spaces ?? 0));
}

async function rolesIn(world: World, params: { organizationId: string; teamId: string }) {
  const items = await world.complete(pathOf(listTeamMembers, params));
  return new Map(
    items.map((one) => [String(getPath(one, "organization.id")), String(getPath(one, "team.role") ?? "member")]),
  );
}

type Roles = ReadonlyMap<string, string>;

const memberships = (roles: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...roles].map(([user, role]) => [user, { role }]));

async function restoreTeam(back: RestoreContext, team: Thing, past: Roles): Promise<void> {
  const params = { organizationId: back.organization, teamId: idOf(team) };
  const now = await rolesIn(back.now, params);
  const owners = [...now].filter(([, role]) => role === "owner");
  const keeps = owners.length > 0 && ![...past.values()].includes("owner");
  // A guard forbids a team without owners, even if it had none then.
  if (keeps) back.left.push(`${nameOf("team", team)} had no owner: it keeps its present owners`);
  const wanted: Roles = keeps ? new Map([...past, ...owners]) : past;
  const add = [...wanted.keys()].filter((user) => !now.has(user));
  const others = [...now.keys()].filter((user) => !wanted.has(user)).length;
  const roles = [...wanted].filter(([user, role]) => role !== (now.get(user) ?? "member"));
  if (others > 0) {
    const some = others === 1 ? "1 person is new and stays" : `${others} people are new and stay`;
    back.left.push(`${nameOf("team", team)}: ${some}`);
  }
  const body = {
    ...(add.length > 0 && { add }),
    ...(roles.length > 0 && { memberships: memberships(roles) }),
  };
  if (Object.keys(body).length > 0) await back.planner.add({ endpoint: updateTeamMembers, params, body });
}

/** Creates the team again, with those of its people who are still members of the organization. */
async function remake(back: RestoreContext, team: Thing, wanted: Roles): Promise<void> {
  const org = { organizationId: back.organization };
  const made = await back.planner.add({ endpoint: createTeam, params: org, body: { title: team.title } });
  const roles = [...wanted].filter(([, role]) => role !== "member");
  const body = { add: [...wanted.keys()], ...(roles.length > 0 && { memberships: memberships(roles) }) };
  const params = { ...org, teamId: referenceTo(made.id) };
  if (wanted.size > 0) await back.planner.add({ endpoint: updateTeamMembers, params, body });
}

/** The spaces of a team that was lost: it has fewer now. */
function leaveSpaces({ left, ...back }: RestoreContext, team: Thing, now: number): void {
  const spaces = Number(team.spaces ?? 0);
  if (spaces <= now) return;
  left.push(
    `${nameOf("team", team)} had ${count(spaces, "space")}: which ones cannot be read; assign them ${inApp(back.app)}`,
  );
}

/** Restores roles, and names members who joined since. @throws Failure of the reads */
async function restoreMembers(back: RestoreContext): Promise<void> {
  await restoreFields(back, "members");
  const { past, now, organization } = back;
  const path = pathOf(listMembers, { organizationId: organization });
  await noteNew(back, path, "member", { before: await past.items(path), today: await now.items(path) });
}

export { RESTORABLE_PARTS };

interface RestoreOptions {
  planner: Planner;
  organization: string;
  /** Readers of the snapshot and of the service. */
  past: Reader;
  now: Reader;
  only: readonly RestorablePart[];
}

/** `tree` is read by the first part that needs it, and changed by the steps of each. */
type Restore = (back: RestoreContext, tree: () => Promise<Tree>) => Promise<void>;

/** In this order, as teams need members, sites need spaces, and levels depend on places. */
const PARTS: readonly [part: RestorablePart, restore: Restore][] = [
  ["organization", (back) => restoreFields(back, "organization")],
  ["members", restoreMembers],
  ["teams", restoreTeams],
  ["collections", async (back, tree) => restoreTree(back, "collections", await tree())],
  ["spaces", async (back, tree) => restoreTree(back, "spaces", await tree())],
  ["sites", restoreSites],
  ["specs", (back) => restoreFields(back, "specs")],
];

/** Adds the steps. Returns what cannot be brought back and what could not be determined, one line each. @throws Failure of the reads of the service */
export async function restoreSettings({ planner, organization, only, ...readers }: RestoreOptions) {
  const worldOf = (reader: Reader) => createWorld(reader, createAbsence(reader, organization));
  const now = worldOf(readers.now);
  const past = withStandIns(worldOf(readers.past), now, organization);
  const org = await now.thing({ path: `/v1/orgs/${encodeURIComponent(organization)}` });
  const app = getPath(org, "urls.app");
  const left: string[] = [];
  const unclear: string[] = [];
  const back: RestoreContext = {
    planner,
    organization,
    past,
    now,
    readers,
    only,
    left,
    unclear,
    app: typeof app === "string" ? app : "",
  };
  let read: Promise<Tree> | undefined;
  const tree = (): Promise<Tree> => {
    read ??= readTree(back);
    return read;
  };
  for (const [part, restore] of PARTS) {
    if (only.includes(part)) await skipIfNotInSnapshot(part, back, () => restore(back, tree));
  }
  for (const part of only) await skipIfNotInSnapshot(part, back, () => listUnchangeable(back, part));
  return { left: [...new Set(left)], unclear: [...new Set(unclear)] };
}

/** Notes parts that are not in the snapshot; nothing of them is changed. */
async function skipIfNotInSnapshot(
  part: RestorablePart,
  { left }: RestoreContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "not-in-snapshot") throw error;
    left.push(`${part}: ${error.message}`);
  }
}

/** Differences that no request can change: they are listed with the address of the thing in the app. */
interface Unchangeable {
  part: RestorablePart;
  list: string;
  thing: string;
  fields: readonly string[];
  /** Also lists what is gone and what is new; for other kinds that is done elsewhere. */
  whole?: true;
}

const UNCHANGEABLE: readonly Unchangeable[] = [
  { part: "members", list: "listMembers", thing: "member", fields: ["disabled", "sso"] },
  {
    part: "spaces",
    list: "listOrgSpaces",
    thing: "space",
    fields: ["visibility", "visitorAuth.backend", "gitSync.url", "gitSync.repoName"],
  },
  { part: "sites", list: "listSites", thing: "site", fields: ["type", "hostname"] },
  { part: "specs", list: "listOpenapiSpecs", thing: "specification", fields: ["sourceURL"] },
  {
    part: "organization",
    list: "listSamlProviders",
    thing: "SAML provider",
    fields: ["label", "ssoURL", "entityID", "certificate", "defaultTeam.id", "defaultRole", "status"],
    whole: true,
  },
];

/** @throws Failure of the reads */
async function listUnchangeable(back: RestoreContext, part: RestorablePart): Promise<void> {
  for (const row of UNCHANGEABLE) if (row.part === part) await listDifferences(back, row);
}

async function listDifferences(back: RestoreContext, { list, thing, fields, whole }: Unchangeable): Promise<void> {
  const path = pathOf(endpointNamed(list), { organizationId: back.organization });
  const [before, today] = [await back.past.items(path), await back.now.items(path)];
  for (const one of before) {
    const other = today.find((each) => idOf(each) === idOf(one));
    for (const field of other ? fields : []) {
      const [was, is] = [getPath(one, field) ?? null, getPath(other, field) ?? null];
      if (hashOf(was) === hashOf(is)) continue;
      // A certificate says nothing to readers of a list.
      const values = field === "certificate" ? "another one" : `${JSON.stringify(was)} and is ${JSON.stringify(is)}`;
      const words = `${field} was ${values}`.slice(0, 500);
      back.left.push(`${nameOf(thing, one)}: ${words}, which no request can change (${inApp(back.app, other)})`);
    }
  }
  if (!whole) return;
  for (const one of await findMissing(back, path, thing, { before, today }))
    back.left.push(`${nameOf(thing, one)} is gone: a new one would have other addresses (${inApp(back.app)})`);
  await noteNew(back, path, thing, { before, today }, (name) => `${name} is new: it stays (${inApp(back.app)})`);
}
