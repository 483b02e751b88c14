/** Who is in which team. Counters of both sides follow every change. */

import { absent } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import type { StoredMember, StoredTeam } from "./access.js";

export type TeamRole = "owner" | "member";

export interface Membership {
  user: string;
  role: TeamRole;
  /** As another service answered them. */
  permissions?: Record<string, boolean>;
}

/** @throws ServiceError 404 */
export function findMember({ store }: HandlerContext, organization: string, user: string): StoredMember {
  const member = store.get<StoredMember>("member", `${organization}/${user}`);
  if (!member) throw absent("member", user);
  return member;
}

/** @throws ServiceError 404 */
export function findTeam({ store }: HandlerContext, organization: string, id: string): StoredTeam {
  const team = store.scopeOf("team", id) === organization ? store.get<StoredTeam>("team", id) : undefined;
  if (!team) throw absent("team", id);
  return team;
}

function count({ store }: HandlerContext, organization: string, team: string, user: string, by: 1 | -1): void {
  store.update<StoredTeam>("team", team, (value) => ({ ...value, members: value.members + by }));
  store.update<StoredMember>("member", `${organization}/${user}`, (value) => ({ ...value, teams: value.teams + by }));
}

/** Add a member to a team, or change the role in it; without a role a new one is `member`, a present one stays. */
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

/** Nothing happens to a user who is not in the team. */
export function leaveTeam(context: HandlerContext, organization: string, team: string, user: string): void {
  if (context.store.remove("team-membership", `${team}/${user}`)) count(context, organization, team, user, -1);
}
