import { roleName } from "../../shared/roles.js";
import type { Evidence, Fact } from "../types.js";
import type { Footprint } from "./footprint.js";

/** Describes what somebody leaves behind, for people to read and for the plan that is made of it. */
export function footprintEvidence(one: Footprint): Evidence {
  const { user, role, teams, changeRequests, openComments, spaces, lastAdministrator, waysBack, unread } = one;
  // Of a list that could not be read, nobody knows that it is empty.
  const fact = (name: string, values: string[]): Fact => ({
    name,
    values: values.length === 0 && unread.length > 0 ? ["none that could be read"] : values,
  });
  const roleText = `${roleName(role) ?? "not known"}${lastAdministrator ? ", and no other administrator remains" : ""}`;
  return {
    about: `${user.name || user.id} <${user.email}> (${user.id})`,
    facts: [
      { name: "role", values: [roleText] },
      fact(
        "teams",
        teams.map(
          ({ title, role: teamRole, soleOwner }) =>
            `${title}: ${soleOwner ? "owner, and no other owner remains" : teamRole}`,
        ),
      ),
      fact(
        "open and draft change requests",
        changeRequests.map(
          ({ space, number, status, subject, own }) =>
            `#${number} of ${space}: ${subject || "no subject"} (${status}${own ? "" : ", created by somebody else"})`,
        ),
      ),
      fact(
        "open comments",
        openComments.map(({ space, comments: number }) => `${space}: ${number}`),
      ),
      fact(
        "spaces reached",
        spaces.map(({ title, level }) => `${title}: ${level}`),
      ),
      { name: "access that would remain", values: waysBack.length > 0 ? waysBack : ["none that can be read"] },
      ...(unread.length > 0 ? [{ name: "could not be read", values: unread }] : []),
    ],
  };
}
