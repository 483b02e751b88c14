/** Who leaves what, as far as the requests of a plan say it. */
import { count } from "../../shared/wrap.js";
import type { Step } from "../types.js";

/** One line for each team and the organization; the numbers of their members are read when the plan is applied. */
export function removalLines(steps: readonly Step[], nameTeam = (id: string): string => `team ${id}`): string[] {
  const groups = new Map<string, number>();
  const lines: string[] = [];
  const add = (group: string, people: number): void => {
    if (people > 0) groups.set(group, (groups.get(group) ?? 0) + people);
  };
  for (const { endpoint, params, body = {} } of steps) {
    const { organizationId, teamId } = params;
    const [organization, team] = [`organization ${String(organizationId)}`, nameTeam(String(teamId))];
    if (endpoint === "removeMember") add(organization, 1);
    if (endpoint === "updateMember" && body.role === null) add(`${organization} (as guests)`, 1);
    if (endpoint === "removeTeamMember") add(team, 1);
    if (endpoint === "updateTeamMembers") add(team, Array.isArray(body.remove) ? body.remove.length : 0);
    if (endpoint === "deleteTeam") lines.push(`${team} is deleted, with all its memberships`);
  }
  return [...[...groups].map(([group, people]) => `${group} loses ${count(people, "member")}`), ...lines];
}
