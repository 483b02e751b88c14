import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { Member, open, order, page, Role, text } from "./shared.js";
import { Space } from "./spaces.js";
import { Team } from "./teams.js";

/** A space of a member, with the member's permission in it. */
export const MemberSpace = once(() => z.looseObject({ permission: text(), space: z.nullish(Space()) }));
/** A team of a member, with the member's role in it. */
export const MemberTeam = once(() =>
  z.looseObject({ team: z.nullish(Team()), member: z.nullish(z.looseObject({ role: text() })) }),
);

const MEMBER_SORTS = ["joinedAt", "lastSeenAt"] as const;

/** Sorting by `lastSeenAt` lists only active members. */
export const listMembers = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/members",
  summary: "List the members of an organization",
  query: () =>
    z.object({
      ...page(),
      order: order(),
      role: z.optional(Role()),
      search: z.optional(z.string()),
      sort: z.optional(open(MEMBER_SORTS, "joinedAt")),
    }),
  response: Member,
  paginated: true,
  least: true,
});

export const getMember = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/members/{userId}",
  summary: "Get a member",
  response: Member,
});

export const updateMember = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/members/{userId}",
  summary: "Change the role of a member",
  body: () => z.object({ role: z.optional(z.nullable(Role())) }),
  response: Member,
  retry: "idempotent",
  verify: { get: getMember },
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/members/{userId}",
  summary: "Remove a member from an organization",
  retry: "idempotent",
});

export const setMemberSso = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/members/{userId}/sso",
  summary: "Make a member sign in with single sign-on",
  response: Member,
  retry: "verify",
  verify: { get: getMember, proof: { field: "sso", is: true } },
  about: { userId: "id" },
});

export const listMemberSpaces = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/members/{userId}/spaces",
  summary: "List the spaces of a member",
  query: () => z.object({ ...page(), order: order() }),
  response: MemberSpace,
  paginated: true,
});

export const listMemberTeams = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/members/{userId}/teams",
  summary: "List the teams of a member",
  query: () => z.object({ ...page(), title: z.optional(z.string()) }),
  response: MemberTeam,
  paginated: true,
});
