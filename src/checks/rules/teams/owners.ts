/** Owners of teams, for the rules about them. */
import { listTeamMembers } from "../../../catalog/team-members.js";
import type { Facts } from "../../data-source.js";
import { requireKnown } from "../../not-evaluable.js";
import type { Subject } from "../../types.js";

/** Memberships of people who can sign in. A team that counts no members takes no request. */
export async function activeMembers(facts: Facts, { item, params }: Subject<"team">) {
  if (item.members === 0) return [];
  const memberships = await facts.list(listTeamMembers, params);
  return memberships.filter(({ organization }) => organization?.disabled !== true);
}

/** @throws Unknown for a membership without a role */
export const isOwner = ({ team }: { team?: { role?: string | null | undefined } | null | undefined }): boolean =>
  requireKnown(team?.role, "the roles in the team") === "owner";
