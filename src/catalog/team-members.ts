import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { Member, Permissions, page, TeamRole, text } from "./shared.js";

/** Contract, "Team membership item". It has no id of its own: `organization` is the Member. */
export const TeamMembership = once(() =>
  z.looseObject({
    organization: z.nullish(Member()),
    team: z.nullish(z.looseObject({ role: text() })),
    permissions: Permissions(),
  }),
);

export const listTeamMembers = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/teams/{teamId}/members",
  summary: "List the members of a team",
  query: () => z.object(page()),
  response: TeamMembership,
  paginated: true,
  names: { "organization.id": "/v1/orgs/{organizationId}/members" },
});

/** `add` and `remove` take user ids or emails; a user in both is removed. */
export const updateTeamMembers = endpoint({
  method: "PUT",
  path: "/v1/orgs/{organizationId}/teams/{teamId}/members",
  summary: "Add, remove and change several members of a team",
  body: () =>
    z.object({
      add: z.optional(z.array(z.string())),
      remove: z.optional(z.array(z.string())),
      memberships: z.optional(z.record(z.string(), z.object({ role: TeamRole() }))),
    }),
  retry: "idempotent",
});

export const setTeamMember = endpoint({
  method: "PUT",
  path: "/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}",
  summary: "Add a member to a team, or change the member's role in it",
  body: () => z.object({ role: z.optional(TeamRole()) }),
  retry: "idempotent",
  shownAs: { role: "team.role" },
  verify: { get: listTeamMembers, item: "userId" },
});

export const removeTeamMember = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}",
  summary: "Remove a member from a team",
  retry: "idempotent",
});
