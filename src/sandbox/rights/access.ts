/** The spaces that an organization's members and teams may see; counted on demand, as spaces come and go. */
import { notFound } from "../lookup.js";
import { treeScopes } from "../positions.js";
import { isWhole } from "../store/sources.js";
import type { HandlerContext } from "../types.js";
import { grantScope, MEMBER_GRANT, makeLevels, type Role, TEAMS_OF } from "./levels.js";

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

/** Adds current `spaces` counts to members and teams of one organization. */
export function spaceCounter(context: HandlerContext, organization: string) {
  const { store, frozen, loaded } = context;
  // A service does not reveal the grants of teams, so its own counts are used.
  if (frozen) return { member: (member: StoredMember) => member, team: (team: StoredTeam) => team };
  let all: number | undefined;
  const everything = () => {
    all ??= treeScopes(context, organization).reduce((sum, scope) => sum + store.count("space", scope), 0);
    return all;
  };
  const granted = (teams: string, ...values: string[]) => {
    const rows = store.sql.all(`${GRANTED} given.scope IN (${teams})`, `deleted/${organization}`, ...values);
    return Number(rows[0]?.n);
  };
  const count = ({ id, role, disabled }: StoredMember) => {
    if (disabled) return 0;
    return role === null ? granted(TEAMS_OF, id, organization) : everything();
  };
  if (loaded) return { member: loadedCounter(context, organization, everything), team: (team: StoredTeam) => team };
  return {
    member: (member: StoredMember): StoredMember => ({ ...member, spaces: count(member) }),
    team: (team: StoredTeam): StoredTeam => ({ ...team, spaces: granted("?", team.id) }),
  };
}

/** Of members whose spaces were all read, the others as they were answered. */
function loadedCounter({ store }: HandlerContext, organization: string, everything: () => number) {
  return (member: StoredMember): StoredMember => {
    const { id, role, disabled } = member;
    const path = `orgs/${organization}/members`;
    if (!isWhole(store, `${path}/${id}/spaces`, "orgs/{organizationId}/members/{userId}/spaces")) return member;
    if (disabled) return { ...member, spaces: 0 };
    const told = (where: string) =>
      Number(store.sql.all(TOLD + where, grantScope(organization, id), `deleted/${organization}`)[0]?.n);
    const spaces = role === null ? told("IS NOT NULL") : everything() - told("IS NULL");
    return { ...member, spaces };
  };
}

/** Spaces of a member that are not deleted, where what was read is not what levels say. */
const TOLD = `SELECT count(*) AS n FROM objects told
  JOIN objects space ON space.kind = 'space' AND space.id = json_extract(told.json, '$.space')
  WHERE told.kind = '${MEMBER_GRANT}' AND told.scope = ? AND space.scope <> ?
  AND json_extract(told.json, '$.permission') `;

/** Spaces granted to teams and not deleted; a grant ends when the space leaves the organization. */
const GRANTED = `SELECT count(DISTINCT space.id) AS n FROM objects given
  JOIN objects space ON space.kind = 'space' AND space.id = json_extract(given.json, '$.space') AND space.scope <> ?
  WHERE given.kind = 'team-space' AND`;
interface Space {
  id: string;
  organization: string;
  createdAt: string;
  parent?: string;
  defaultLevel?: Role;
}

/** A member's level in each space of an organization, in the order of the spaces. */
export function findSpaces(
  context: HandlerContext,
  organization: string,
  member: StoredMember | undefined,
): { permission: Role; space: Space }[] {
  const levels = makeLevels(context, organization, member);
  if (levels.organization === undefined) return [];
  const spaces = treeScopes(context, organization).flatMap((scope) => context.store.all<Space>("space", scope));
  return spaces.flatMap((space) => {
    const permission = levels.space(space);
    return permission ? [{ permission, space }] : [];
  });
}

// Memberships of teams. Changes keep the counters on both sides up to date.

export type TeamRole = "owner" | "member";

export interface Membership {
  user: string;
  role: TeamRole;
  /** As answered by another service. */
  permissions?: Record<string, boolean>;
}

/** @throws ServiceError 404 */
export function findMember({ store }: HandlerContext, organization: string, user: string): StoredMember {
  const member = store.get<StoredMember>("member", `${organization}/${user}`);
  if (!member) throw notFound("member", user);
  return member;
}

function count({ store }: HandlerContext, organization: string, team: string, user: string, by: 1 | -1): void {
  store.update<StoredTeam>("team", team, (value) => ({ ...value, members: value.members + by }));
  store.update<StoredMember>("member", `${organization}/${user}`, (value) => ({ ...value, teams: value.teams + by }));
}

/** Adds a member to a team or changes the role in it; without a role, new members become `member`, others keep theirs. */
export function joinTeam(
  context: HandlerContext,
  organization: string,
  { team, user, role }: { team: string; user: string; role?: TeamRole | undefined },
): void {
  const key = `${team}/${user}`;
  const present = context.store.get<Membership>("team-membership", key);
  const membership: Membership = { user, role: role ?? present?.role ?? "member" };
  context.store.put("team-membership", key, team, membership);
  if (!present) count(context, organization, team, user, 1);
}

/** Does nothing if the user is not in the team. */
export function leaveTeam(context: HandlerContext, organization: string, team: string, user: string): void {
  if (context.store.remove("team-membership", `${team}/${user}`)) count(context, organization, team, user, -1);
}
