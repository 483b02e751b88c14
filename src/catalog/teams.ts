import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { num, Permissions, page, text } from "./shared.js";

/** Contract, "Team and team membership". `members` and `spaces` are numbers. */
export const Team = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    title: text(),
    members: num(),
    spaces: num(),
    createdAt: text(),
    permissions: Permissions(),
  }),
);

const TeamTitle = once(() => z.string().check(z.minLength(1), z.maxLength(64)));

export const listTeams = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/teams",
  summary: "List the teams of an organization",
  query: () => z.object({ ...page(), owner: z.optional(z.string()), title: z.optional(z.string()) }),
  response: Team,
  paginated: true,
});

export const getTeam = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/teams/{teamId}",
  summary: "Get a team",
  response: Team,
});

/** PUT on the collection: every call creates another team, so it is never sent twice. */
export const createTeam = endpoint({
  method: "PUT",
  path: "/v1/orgs/{organizationId}/teams",
  summary: "Create a team",
  body: () => z.object({ title: TeamTitle(), members: z.optional(z.array(z.string())) }),
  response: Team,
  status: 201,
  retry: "unsafe",
  verify: { get: getTeam, made: "teamId" },
});

export const updateTeam = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/teams/{teamId}",
  summary: "Rename a team",
  body: () => z.object({ title: TeamTitle() }),
  response: Team,
  retry: "idempotent",
  verify: { get: getTeam },
});

export const deleteTeam = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/teams/{teamId}",
  summary: "Delete a team",
  retry: "idempotent",
});
