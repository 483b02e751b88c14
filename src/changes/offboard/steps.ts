/** The steps that it takes for people to leave. */

import { updateChangeRequest } from "../../catalog/change-requests.js";
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { removeMember, updateMember } from "../../catalog/members.js";
import { removeTeamMember, setTeamMember } from "../../catalog/team-members.js";
import { Failure } from "../../errors.js";
import type { Footprint } from "./footprint.js";

export interface OffboardRequest {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: Record<string, unknown>;
}

export interface Leaving {
  organizationId: string;
  /** Who takes over teams that would be without an owner. */
  heir?: { id: string; name: string } | undefined;
  /** They stay as guests. */
  demote: boolean;
  archiveDrafts: boolean;
}

/** @throws Failure refused for a team that would be without an owner */
export function leavingSteps(
  people: readonly Footprint[],
  { organizationId, heir, demote, archiveDrafts }: Leaving,
): OffboardRequest[] {
  const leaving = new Set(people.map(({ user }) => user.id));
  if (heir && leaving.has(heir.id)) throw refused(`${heir.name} leaves, too, and cannot take over`);
  const wishes: OffboardRequest[] = [];
  const handed = new Set<string>();
  for (const person of people) {
    for (const { id, title, soleOwner } of person.teams) {
      if (!soleOwner || handed.has(id)) continue;
      if (!heir)
        throw refused(`team ${JSON.stringify(title)} would be without an owner`, "name who takes over: --heir <user>");
      handed.add(id);
      wishes.push({
        endpoint: setTeamMember,
        params: { organizationId, teamId: id, userId: heir.id },
        body: { role: "owner" },
      });
    }
  }
  for (const person of people) wishes.push(...stepsOf(person, { organizationId, demote, archiveDrafts }));
  return wishes;
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

const refused = (says: string, hint?: string): Failure =>
  new Failure("refused", `${says}; nothing was sent`, { outcome: "not_applied", hint });
