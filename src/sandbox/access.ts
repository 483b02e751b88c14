/** Which spaces members and teams of an organization may see; counted when asked, as spaces come and go. */
import { allows, type Role, roleIn } from "./permissions.js";
import { treeScopes } from "./positions.js";
import { ServiceError } from "./service-error.js";
import type { HandlerContext } from "./types.js";

export interface StoredMember {
  object: "member";
  id: string;
  role: Role | null;
  user: { displayName: string; email: string };
  disabled: boolean;
  joinedAt: string;
  lastSeenAt?: string;
  sso: boolean;
  spaces: number;
  teams: number;
}

export interface StoredTeam {
  object: "team";
  id: string;
  title: string;
  members: number;
  spaces: number;
  createdAt: string;
}

/** A space that a team was given, beside what its members may see anyway. */
interface TeamSpace {
  space: string;
  permission: Role;
}

/** @throws ServiceError 403 for callers who do not administrate the organization */
export function refuseOthersThanAdmins(context: HandlerContext, organization: string): void {
  if (!allows(roleIn(context, organization), "admin")) {
    throw new ServiceError(403, "only an admin of the organization may do this");
  }
}

/** Ids of the teams that a member is in. */
export function teamsOf({ store }: HandlerContext, organization: string, user: string): string[] {
  return store
    .ids("team", organization)
    .filter((team) => store.scopeOf("team-membership", `${team}/${user}`) !== undefined);
}

/** Members and teams of one organization with `spaces` as it is now. */
export function spaceCounter(context: HandlerContext, organization: string) {
  const { store } = context;
  const spaces = new Set(treeScopes(context, organization).flatMap((scope) => store.ids("space", scope)));
  const granted = (team: string) =>
    store
      .all<TeamSpace>("team-space", team)
      .map(({ space }) => space)
      .filter((space) => spaces.has(space));
  const count = (member: StoredMember) => {
    if (member.disabled) return 0;
    if (member.role !== null) return spaces.size;
    return new Set(teamsOf(context, organization, member.id).flatMap(granted)).size;
  };
  return {
    member: (member: StoredMember): StoredMember => ({ ...member, spaces: count(member) }),
    team: (team: StoredTeam): StoredTeam => ({ ...team, spaces: granted(team.id).length }),
  };
}

interface Space {
  id: string;
  createdAt: string;
  defaultLevel?: Role;
}

/**
 * What a member may do in each space: admins everything, others the default level of the space (or of the nearest
 * collection that has one, or else their own role), and whatever their teams were given.
 */
export function spacesOf(
  context: HandlerContext,
  organization: string,
  member: StoredMember,
): { permission: Role; space: Space }[] {
  if (member.disabled) return [];
  const { store } = context;
  const grants = teamsOf(context, organization, member.id).flatMap((team) => store.all<TeamSpace>("team-space", team));
  const found: { permission: Role; space: Space }[] = [];
  const visit = (scope: string, inherited: Role | null) => {
    for (const space of store.all<Space>("space", scope)) {
      const level = member.role === "admin" ? "admin" : (space.defaultLevel ?? inherited);
      const levels = grants.filter((grant) => grant.space === space.id).map(({ permission }) => permission);
      if (member.role !== null && level !== null) levels.push(level);
      const permission = levels.reduce<Role | null>((best, one) => (best && allows(best, one) ? best : one), null);
      if (permission) found.push({ permission, space });
    }
    for (const { id, defaultLevel } of store.all<{ id: string; defaultLevel?: Role }>("collection", scope)) {
      visit(id, defaultLevel ?? inherited);
    }
  };
  visit(organization, member.role);
  return found;
}
