/** Absence is a fact only to those who see everything that could be there. */
import { getOrg } from "../catalog/organizations.js";
import type { Facts } from "./data-source.js";
import { Unknown } from "./not-evaluable.js";
import type { SubjectKind } from "./subjects.js";
import type { Need } from "./types.js";

/** The request of `requireWholeView`. */
export const VIEW: Need = { endpoint: getOrg, when: "the list has no such items" };

/** Permissions with which lists are whole without `admin`. */
const LISTED: Readonly<Partial<Record<SubjectKind, "listMembers" | "listTeams">>> = {
  member: "listMembers",
  team: "listTeams",
};

/**
 * @throws Unknown unless the token sees all spaces, collections and sites of the organization; of members and teams: all of them
 */
export async function requireWholeView(facts: Facts, of: SubjectKind = "space"): Promise<void> {
  const { permissions } = await facts.one(getOrg, { organizationId: facts.organization });
  const missing = LISTED[of] ?? "admin";
  if (permissions?.admin === true || permissions?.[missing] === true) return;
  throw new Unknown(`this token may not see everything in the organization (permission ${missing} is missing)`);
}
