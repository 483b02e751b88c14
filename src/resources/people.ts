/** The organization, and the people in it. */
import { defineResource } from "./resource.js";

const PERSON = ["user.id", "user.displayName", "user.email"] as const;

export const PEOPLE = {
  organization: defineResource(() => import("../catalog/organizations.js"), {
    name: "organization",
    param: "organizationId",
    within: [],
    path: "/v1/orgs",
    list: "listOrgs",
    get: "getOrg",
    fields: ["id", "title", "type", "hostname"],
  }),
  member: defineResource(() => import("../catalog/members.js"), {
    param: "userId",
    within: ["org"],
    path: "/v1/orgs/{organizationId}/members",
    list: "listMembers",
    get: "getMember",
    title: ["user.displayName", "user.email"],
    fields: [...PERSON, "role", "lastSeenAt", "disabled"],
  }),
  member_space: defineResource(() => import("../catalog/members.js"), {
    path: "/v1/orgs/{organizationId}/members/{userId}/spaces",
    list: "listMemberSpaces",
    fields: ["permission", "space.id", "space.title"],
  }),
  member_team: defineResource(() => import("../catalog/members.js"), {
    path: "/v1/orgs/{organizationId}/members/{userId}/teams",
    list: "listMemberTeams",
    fields: ["team.id", "team.title", "member.role"],
  }),
  team: defineResource(() => import("../catalog/teams.js"), {
    param: "teamId",
    within: ["org"],
    path: "/v1/orgs/{organizationId}/teams",
    list: "listTeams",
    get: "getTeam",
    fields: ["id", "title", "members", "spaces"],
  }),
  team_member: defineResource(() => import("../catalog/team-members.js"), {
    path: "/v1/orgs/{organizationId}/teams/{teamId}/members",
    list: "listTeamMembers",
    fields: [...PERSON.map((path) => `organization.${path}`), "organization.role", "team.role"],
  }),
  saml_provider: defineResource(() => import("../catalog/saml.js"), {
    name: "SAML provider",
    param: "samlProviderId",
    within: ["org"],
    path: "/v1/orgs/{organizationId}/saml",
    list: "listSamlProviders",
    get: "getSamlProvider",
    title: ["label"],
  }),
};
