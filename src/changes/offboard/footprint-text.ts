import { roleName } from "../../shared/roles.js";
import { count, folded } from "../../shared/wrap.js";
import type { Footprint } from "./footprint.js";

/** What somebody leaves behind, for people to read. `width` in columns. */
export function footprintLines(one: Footprint, width: number): string[] {
  const { user, role, teams, changeRequests, openComments, spaces, lastAdministrator, waysBack, unread } = one;
  const comments = openComments.reduce((sum, { comments: number }) => sum + number, 0);
  return [
    `${user.name || user.id} <${user.email}>, ${roleName(role) ?? "role unknown"}${lastAdministrator ? ", and no other administrator stays" : ""}`,
    ...listed(
      count(teams.length, "team"),
      teams.map(
        ({ title, role: teamRole, soleOwner }) => `${title}: ${soleOwner ? "owner, and no other stays" : teamRole}`,
      ),
    ),
    ...listed(
      count(changeRequests.length, "live change request"),
      changeRequests.map(
        ({ space, number, status, subject, own }) =>
          `#${number} of ${space}: ${subject || "no subject"} (${status}${own ? "" : ", begun by somebody else"})`,
      ),
    ),
    ...listed(
      count(comments, "open comment"),
      openComments.map(({ space, comments: number }) => `${space}: ${number}`),
    ),
    ...listed(
      `${count(spaces.length, "space")} reached`,
      spaces.map(({ title, level }) => `${title}: ${level}`),
    ),
    ...listed("Ways back in", waysBack.length > 0 ? waysBack : ["none that can be read"]),
    ...listed("Could not be read", unread),
  ].flatMap((line) => folded(/^ */.exec(line)?.[0] ?? "", line.trimStart(), width));
}

const MOST = 12;

const listed = (heading: string, lines: readonly string[]): string[] => {
  const more = lines.length > MOST ? [`    and ${lines.length - MOST} more`] : [];
  return lines.length === 0 ? [] : [`  ${heading}`, ...lines.slice(0, MOST).map((line) => `    ${line}`), ...more];
};
