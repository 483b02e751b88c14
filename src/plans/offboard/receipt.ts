/** Checks the result of an offboarding for its receipt. */
import { getMember } from "../../catalog/members.js";
import { listTeamMembers } from "../../catalog/team-members.js";
import { Failure } from "../../errors.js";
import { getPath } from "../../facts/paths.js";
import { all, type Reader } from "../site/read.js";
import type { Footprint } from "./footprint.js";

export interface Check {
  what: string;
  holds: boolean;
}

/** Checks that everybody who left is gone, and that every team has an owner. @throws Failure of the requests */
export async function verify(
  { api, organizationId }: { api: Reader; organizationId: string },
  people: readonly Footprint[],
  demote: boolean,
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { user, teams } of people) {
    const who = user.email || user.id;
    const role = await roleOf(api, organizationId, user.id);
    checks.push(
      demote
        ? { what: `${who} is a guest`, holds: role === null }
        : { what: `${who} is not a member`, holds: role === undefined },
    );
    for (const { id, title } of teams) {
      const inTeam = await all(api, listTeamMembers, { params: { organizationId, teamId: id } });
      const isOut = !inTeam.some((one) => getPath(one, "organization.id") === user.id);
      const hasOwner = inTeam.length === 0 || inTeam.some((one) => getPath(one, "team.role") === "owner");
      checks.push({ what: `${who} is not in team ${JSON.stringify(title)}`, holds: isOut });
      checks.push({ what: `team ${JSON.stringify(title)} has an owner`, holds: hasOwner });
    }
  }
  return checks;
}

/** Undefined: not a member; null: a guest. */
async function roleOf(api: Reader, organizationId: string, userId: string): Promise<string | null | undefined> {
  try {
    return (await api.call(getMember, { params: { organizationId, userId } })).role ?? null;
  } catch (error) {
    if (error instanceof Failure && error.kind === "not-found") return undefined;
    throw error;
  }
}
