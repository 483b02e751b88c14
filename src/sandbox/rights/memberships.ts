/** Memberships of teams. Changes keep the counters on both sides up to date. */

import { notFound } from "../lookup.js";
import type { HandlerContext } from "../types.js";
import type { StoredMember, StoredTeam } from "./access.js";

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
