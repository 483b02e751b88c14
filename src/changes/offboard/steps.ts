/** The steps that it takes for people to leave. */

import { updateChangeRequest } from "../../catalog/change-requests.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { removeMember, updateMember } from "../../catalog/members.js";
import { removeTeamMember, setTeamMember } from "../../catalog/team-members.js";
import { Failure } from "../../errors.js";
import type { GuardResult } from "../types.js";
import type { Footprint } from "./footprint.js";

interface OffboardRequest {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: Record<string, unknown>;
}

interface Leaving {
  organizationId: string;
  /** The member who takes over teams that would be without an owner. */
  heir?: { id: string; name: string } | undefined;
  /** They stay as guests. */
  demote: boolean;
  archiveDrafts: boolean;
}

/** @throws Failure refused for an heir who leaves, too */
export function offboardRequests(
  people: readonly Footprint[],
  { organizationId, heir, demote, archiveDrafts }: Leaving,
): OffboardRequest[] {
  const leaving = new Set(people.map(({ user }) => user.id));
  if (heir && leaving.has(heir.id))
    throw refuseOffboarding(`${heir.name} is being offboarded, too, and cannot take over`);
  const requests: OffboardRequest[] = [];
  for (const teamId of heir ? ownedAlone(people).keys() : []) {
    const params = { organizationId, teamId, userId: heir?.id ?? "" };
    requests.push({ endpoint: setTeamMember, params, body: { role: "owner" } });
  }
  for (const person of people) requests.push(...stepsOf(person, { organizationId, demote, archiveDrafts }));
  return requests;
}

/** Titles by id of the teams that nobody else owns who stays. */
const ownedAlone = (people: readonly Footprint[]): Map<string, string> =>
  new Map(
    people.flatMap(({ teams }) => teams.filter(({ soleOwner }) => soleOwner)).map(({ id, title }) => [id, title]),
  );

/** How teams keep an owner, where none is named yet. */
export const NAME_HEIR = "name a successor: --heir USER";

/** Teams that nobody takes over, as far as no other guard names them: one whose only owner was disabled had none already. */
export function orphanGuards(people: readonly Footprint[], guards: readonly GuardResult[]): GuardResult[] {
  const teams = [...ownedAlone(people).values()].map((title) => `team ${JSON.stringify(title)}`);
  return teams
    .filter((team) => !guards.some(({ broken, says }) => broken && says.startsWith(`${team} `)))
    .map((team) => ({
      rail: "never the last owner",
      says: `${team} would be without an owner`,
      broken: true,
      way: NAME_HEIR,
    }));
}

function stepsOf(
  person: Footprint,
  { organizationId, demote, archiveDrafts }: Omit<Leaving, "heir">,
): OffboardRequest[] {
  const userId = person.user.id;
  const drafts = archiveDrafts ? person.changeRequests.filter(({ status, own }) => own && status === "draft") : [];
  const last: OffboardRequest = demote
    ? {
        endpoint: updateMember,
        params: { organizationId, userId },
        body: { role: null },
      }
    : {
        endpoint: removeMember,
        params: { organizationId, userId },
      };
  return [
    ...drafts.map(
      ({ spaceId, id }): OffboardRequest => ({
        endpoint: updateChangeRequest,
        params: { spaceId, changeRequestId: id },
        body: { status: "archived" },
      }),
    ),
    ...person.teams.map(
      ({ id }): OffboardRequest => ({
        endpoint: removeTeamMember,
        params: { organizationId, teamId: id, userId },
      }),
    ),
    last,
  ];
}

const refuseOffboarding = (says: string): Failure =>
  new Failure("refused", `${says}; nothing was sent`, { outcome: "not_applied" });
