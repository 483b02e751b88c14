/** Determines who loses which memberships through the steps of a plan. */
import { checkAnsweredId } from "../../shared/ids.js";
import { getPath } from "../../shared/paths.js";
import { isSameName } from "../../shared/text/names.js";
import { isObject } from "../../shared/values.js";
import type { Step } from "../types.js";
import type { World } from "../world.js";

export interface Membership {
  kind: "organization" | "team";
  id: string;
  title: string;
}

export interface Removals {
  group: Membership;
  /** Members now. */
  size: number;
  /** True if the plan deletes the team: it needs no owner then. */
  isDeleted: boolean;
  /** Ids of administrators or owners who can sign in: a disabled one can manage nothing. */
  heads: Set<string>;
  headsAfter: Set<string>;
  /** Ids of those whose role the service does not say. */
  unsaid: Set<string>;
  /** Ids of those among them who may lose the role of a head. */
  unsaidHeads: Set<string>;
  /** Ids of those who leave. */
  gone: Set<string>;
  /** Ids of those whose membership changes in any way. */
  touched: Set<string>;
  /** Those who are touched, where only they were read. */
  people?: ReadonlyMap<string, Person>;
}

/** The effect of a step on a person in a group; role null: the person leaves. */
interface Effect {
  group: string;
  /** Id or email. */
  user: string;
  role: string | null;
}

interface Person {
  id: string;
  isDisabled: boolean;
  /** In the organization without a role. */
  isGuest: boolean;
}

/** Steps about people: they rename nothing. */
export const PEOPLE = new Set([
  "updateMember",
  "removeMember",
  "setTeamMember",
  "removeTeamMember",
  "updateTeamMembers",
]);

export const changesMemberships = ({ endpoint }: { endpoint: string }): boolean =>
  PEOPLE.has(endpoint) || endpoint === "deleteTeam";

/** Each group whose members the steps change, as it is now and as it will be. Teams that the plan creates do not count. */
export async function readMemberships(steps: readonly Step[], world: World): Promise<Removals[]> {
  const concerned = steps.filter(changesMemberships);
  const groups = new Map<string, Removals>();
  const few = fewInOrganization(concerned);
  for (const step of concerned) {
    const paths = await readPaths(step, world);
    for (const path of paths) {
      const group = groups.get(path) ?? (await groupOfFew(path, few, world)) ?? (await groupAt(path, world));
      groups.set(path, { ...group, isDeleted: group.isDeleted || step.endpoint === "deleteTeam" });
    }
    for (const effect of await findEffects(step, world)) {
      const found = groups.get(effect.group);
      if (!found) continue;
      const person = found.people?.get(effect.user);
      project(found, effect, person ?? (await readPerson(effect, world)));
    }
  }
  return [...groups.values()];
}

function project(
  { group, gone, touched, headsAfter, unsaid, unsaidHeads }: Removals,
  { role }: Effect,
  { id, ...person }: Person,
): void {
  touched.add(id);
  // A guest has no membership to lose.
  const isLost = role === null || (role === GUEST && group.kind === "organization" && !person.isGuest);
  if (isLost) gone.add(id);
  else if (role !== GUEST) gone.delete(id);
  if (isHead(role) && !person.isDisabled) headsAfter.add(id);
  else headsAfter.delete(id);
  if (!isHead(role) && unsaid.has(id)) unsaidHeads.add(id);
}

const membersPath = (organization: unknown): string => `/v1/orgs/${organization}/members`;
const teamPath = (organization: unknown, team: unknown): string => `/v1/orgs/${organization}/teams/${team}/members`;

/** The lists of members that a step changes. Leaving the organization means leaving its teams, too. */
async function readPaths({ endpoint, params }: Step, world: World): Promise<string[]> {
  const { organizationId, teamId, userId } = params;
  if (endpoint === "updateMember") return [membersPath(organizationId)];
  if (endpoint !== "removeMember") return typeof teamId === "string" ? [teamPath(organizationId, teamId)] : [];
  return [membersPath(organizationId), ...(await readTeams(organizationId, userId, world))];
}

async function readTeams(organization: unknown, user: unknown, world: World): Promise<string[]> {
  const teams = await world.whole(`/v1/orgs/${organization}/members/${user}/teams`);
  return teams.map((one) => teamPath(organization, checkAnsweredId("team", getPath(one, "team.id"))));
}

async function findEffects({ endpoint, params, body = {} }: Step, world: World): Promise<Effect[]> {
  const { organizationId, teamId, userId } = params;
  const [org, team, user] = [membersPath(organizationId), teamPath(organizationId, teamId), String(userId)];
  switch (endpoint) {
    case "updateMember":
      return body.role === undefined ? [] : [{ group: org, user, role: roleOf(body.role) }];
    case "removeMember": {
      const teams = await readTeams(organizationId, user, world);
      return [org, ...teams].map((group) => ({ group, user, role: null }));
    }
    case "setTeamMember":
      return [{ group: team, user, role: roleOf(body.role ?? "member") }];
    case "removeTeamMember":
      return [{ group: team, user, role: null }];
    case "deleteTeam": {
      const members = typeof teamId === "string" ? await world.whole(team) : [];
      return members.map((one) => ({ group: team, user: String(getPath(one, "organization.id")), role: null }));
    }
    default:
      return bulkEffects(team, body);
  }
}

const GUEST = "guest";

/** A guest has no role. */
const roleOf = (role: unknown): string => (typeof role === "string" ? role : GUEST);

const isHead = (role: unknown): boolean => role === "admin" || role === "owner";

function bulkEffects(group: string, { remove, memberships }: Readonly<Record<string, unknown>>): Effect[] {
  const roles = isObject(memberships) ? Object.entries(memberships) : [];
  return [
    ...roles.map(([user, one]) => ({ group, user, role: roleOf(getPath(one, "role")) })),
    ...(Array.isArray(remove) ? remove : []).map((user) => ({ group, user: String(user), role: null })),
  ];
}

/** Fewer people than this are asked for one by one, and not the whole organization. */
const MANY = 20;

/** Ids of the people whose place in the organization the steps change; empty if they are many, or named otherwise. */
function fewInOrganization(steps: readonly Step[]): ReadonlySet<string> {
  const users = steps
    .filter(({ endpoint }) => endpoint === "updateMember" || endpoint === "removeMember")
    .map(({ params }) => params.userId);
  const ids = new Set(users.filter((user) => typeof user === "string"));
  return ids.size < MANY ? ids : new Set();
}

/**
 * The organization, if few of its people are touched: how many it has as the service counts, its administrators, and
 * the few. Undefined for a team, and if the service does not count.
 */
async function groupOfFew(path: string, users: ReadonlySet<string>, world: World): Promise<Removals | undefined> {
  if (path.includes("/teams/") || users.size === 0) return undefined;
  const [size, admins] = await Promise.all([world.counted(path), world.matching(path, { role: "admin" })]);
  if (!size || !admins) return undefined;
  const few = await Promise.all([...users].map((user) => world.thing({ path: `${path}/${encodeURIComponent(user)}` })));
  const found = few.flatMap((one) => (one && users.has(String(one.id)) ? [one] : []));
  // Somebody is no member, or is shown under another id: the list decides.
  if (found.length < users.size) return undefined;
  const others = admins.filter(({ id }) => !users.has(String(id)));
  const group = await readRemovals(path, [...others, ...found], world);
  return { ...group, size, people: new Map(found.map((one) => [String(one.id), personIn(one)])) };
}

async function groupAt(path: string, world: World): Promise<Removals> {
  // Before the list: a team counts its members, and an empty list of them is not believed then.
  await world.thing({ path: path.slice(0, -"/members".length) });
  return readRemovals(path, await world.whole(path), world);
}

async function readRemovals(path: string, items: readonly Record<string, unknown>[], world: World): Promise<Removals> {
  const isTeam = path.includes("/teams/");
  const around = path.slice(0, -"/members".length);
  const thing = await world.thing({ path: around });
  const id = around.slice(around.lastIndexOf("/") + 1);
  const rolePath = isTeam ? "team.role" : "role";
  const heads = items
    .filter((one) => isHead(getPath(one, rolePath)))
    .map(personIn)
    .filter(({ isDisabled }) => !isDisabled)
    .map((one) => one.id);
  const title = typeof thing?.title === "string" ? thing.title : id;
  return {
    group: { kind: isTeam ? "team" : "organization", id, title },
    size: items.length,
    isDeleted: false,
    heads: new Set(heads),
    headsAfter: new Set(heads),
    unsaid: new Set(items.filter((one) => getPath(one, rolePath) === undefined).map((one) => personIn(one).id)),
    unsaidHeads: new Set(),
    gone: new Set(),
    touched: new Set(),
  };
}

/** An item of a team holds the member of the organization. */
const memberIn = (item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  isObject(item.organization) ? item.organization : item;

function personIn(item: Readonly<Record<string, unknown>>): Person {
  const { id, disabled, role } = memberIn(item);
  return { id: String(id), isDisabled: disabled === true, isGuest: role === null };
}

/** Looks a new member of a team up in the organization where it matters: by address, and as an owner. */
async function readPerson({ group, user, role }: Effect, world: World): Promise<Person> {
  const isTheirs = isUser(user);
  const known = (await world.whole(group)).find(isTheirs);
  if (known) return personIn(known);
  const organization = `${group.split("/", 4).join("/")}/members`;
  const isAddress = user.includes("@");
  const found = isAddress
    ? (await world.whole(organization)).find(isTheirs)
    : isHead(role) && group !== organization
      ? await world.thing({ path: `${organization}/${user}` })
      : undefined;
  return found ? personIn(found) : { id: user, isDisabled: false, isGuest: false };
}

/** People are named by id or by email, in any case. */
function isUser(user: string): (item: Readonly<Record<string, unknown>>) => boolean {
  return (item) => {
    const known = getPath(memberIn(item), "user.email");
    return user.includes("@") ? typeof known === "string" && isSameName(known, user) : memberIn(item).id === user;
  };
}
