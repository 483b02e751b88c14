/** Finds out who loses which memberships through the steps of a plan. */
import { getPath } from "../../facts/paths.js";
import { isObject } from "../../facts/values.js";
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
  /** Ids of administrators or owners. */
  heads: Set<string>;
  headsAfter: Set<string>;
  /** Ids of those who leave. */
  gone: Set<string>;
  /** Ids of those whose membership changes in any way. */
  touched: Set<string>;
}

/** What a step does to a person in a group; role null: the person leaves. */
interface Effect {
  group: string;
  user: string;
  role: string | null;
}

const PEOPLE = new Set(["updateMember", "removeMember", "setTeamMember", "removeTeamMember", "updateTeamMembers"]);

/** Each group whose members the steps change, as it is now and as it will be. Teams that the plan creates do not count. */
export async function membershipsOf(steps: readonly Step[], world: World): Promise<Removals[]> {
  const concerned = steps.filter(({ endpoint }) => PEOPLE.has(endpoint));
  const groups = new Map<string, Removals>();
  for (const step of concerned) {
    for (const path of await pathsOf(step, world)) {
      if (!groups.has(path)) groups.set(path, await groupAt(path, world));
    }
    for (const { group, user, role } of await effectsOf(step, world)) {
      const found = groups.get(group);
      if (!found) continue;
      const id = await idIn(group, user, world);
      found.touched.add(id);
      if (role === null) found.gone.add(id);
      else found.gone.delete(id);
      if (role === "admin" || role === "owner") found.headsAfter.add(id);
      else found.headsAfter.delete(id);
    }
  }
  return [...groups.values()];
}

const membersPath = (organization: unknown): string => `/v1/orgs/${organization}/members`;
const teamPath = (organization: unknown, team: unknown): string => `/v1/orgs/${organization}/teams/${team}/members`;

/** The lists of members that a step changes. Leaving the organization means leaving its teams, too. */
async function pathsOf({ endpoint, params }: Step, world: World): Promise<string[]> {
  const { organizationId, teamId, userId } = params;
  if (endpoint === "updateMember") return [membersPath(organizationId)];
  if (endpoint !== "removeMember") return typeof teamId === "string" ? [teamPath(organizationId, teamId)] : [];
  return [membersPath(organizationId), ...(await teamsOf(organizationId, userId, world))];
}

async function teamsOf(organization: unknown, user: unknown, world: World): Promise<string[]> {
  const teams = await world.items(`/v1/orgs/${organization}/members/${user}/teams`);
  return teams.map((one) => teamPath(organization, getPath(one, "team.id")));
}

async function effectsOf({ endpoint, params, body = {} }: Step, world: World): Promise<Effect[]> {
  const { organizationId, teamId, userId } = params;
  const [org, team, user] = [membersPath(organizationId), teamPath(organizationId, teamId), String(userId)];
  switch (endpoint) {
    case "updateMember":
      return body.role === undefined ? [] : [{ group: org, user, role: roleOf(body.role) }];
    case "removeMember": {
      const teams = await teamsOf(organizationId, user, world);
      return [org, ...teams].map((group) => ({ group, user, role: null }));
    }
    case "setTeamMember":
      return [{ group: team, user, role: roleOf(body.role ?? "member") }];
    case "removeTeamMember":
      return [{ group: team, user, role: null }];
    default:
      return bulkEffects(team, body);
  }
}

/** A guest has no role. */
const roleOf = (role: unknown): string => (typeof role === "string" ? role : "guest");

function bulkEffects(group: string, { remove, memberships }: Readonly<Record<string, unknown>>): Effect[] {
  const roles = isObject(memberships) ? Object.entries(memberships) : [];
  return [
    ...roles.map(([user, one]) => ({ group, user, role: roleOf(getPath(one, "role")) })),
    ...(Array.isArray(remove) ? remove : []).map((user) => ({ group, user: String(user), role: null })),
  ];
}

async function groupAt(path: string, world: World): Promise<Removals> {
  const items = await world.items(path);
  const isTeam = path.includes("/teams/");
  const around = path.slice(0, -"/members".length);
  const thing = await world.thing({ path: around });
  const id = around.slice(around.lastIndexOf("/") + 1);
  const heads = items
    .filter((one) => getPath(one, isTeam ? "team.role" : "role") === (isTeam ? "owner" : "admin"))
    .map((one) => String(getPath(one, isTeam ? "organization.id" : "id")));
  const title = typeof thing?.title === "string" ? thing.title : id;
  return {
    group: { kind: isTeam ? "team" : "organization", id, title },
    size: items.length,
    heads: new Set(heads),
    headsAfter: new Set(heads),
    gone: new Set(),
    touched: new Set(),
  };
}

/** People are named by id or by e-mail address. */
async function idIn(path: string, user: string, world: World): Promise<string> {
  if (!user.includes("@")) return user;
  const isTeam = path.includes("/teams/");
  const email = user.toLowerCase();
  const found = (await world.items(path)).find((one) => {
    const known = getPath(one, isTeam ? "organization.user.email" : "user.email");
    return typeof known === "string" && known.toLowerCase() === email;
  });
  return String((found && getPath(found, isTeam ? "organization.id" : "id")) ?? user);
}
