import { listTeamMembers, removeTeamMember, setTeamMember, updateTeamMembers } from "../../src/catalog/team-members.js";
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from "../../src/catalog/teams.js";
import { member, team } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const org = { params: { organizationId: "o1" } };
const at = { params: { organizationId: "o1", teamId: "g1" } };
const one = { params: { organizationId: "o1", teamId: "g1", userId: "u1" } };
const teams = { count: 1, items: [team] };
const membership = { organization: member, team: { role: "owner" }, permissions: { view: true } };
const memberships = { count: 1, items: [membership] };

export const rows = [
  list(listTeams, org, {}, "GET /v1/orgs/o1/teams?limit=1000", teams, [team]),
  list(
    listTeams,
    { ...org, query: { owner: "u1", title: "Wri" } },
    PAGED,
    "GET /v1/orgs/o1/teams?page=c%2F2%2B%3D&limit=25&owner=u1&title=Wri",
    teams,
    [team],
  ),
  call(createTeam, { ...org, body: { title: "W", members: ["u1", "u2"] } }, "PUT /v1/orgs/o1/teams", 201, team),
  call(createTeam, { ...org, body: { title: "w".repeat(64) } }, "PUT /v1/orgs/o1/teams", 201, team),
  call(getTeam, at, "GET /v1/orgs/o1/teams/g1", 200, team),
  call(updateTeam, { ...at, body: { title: "Authors" } }, "PATCH /v1/orgs/o1/teams/g1", 200, team),
  call(deleteTeam, at, "DELETE /v1/orgs/o1/teams/g1", 204),
  list(listTeamMembers, at, {}, "GET /v1/orgs/o1/teams/g1/members?limit=1000", memberships, [membership]),
  list(listTeamMembers, at, PAGED, "GET /v1/orgs/o1/teams/g1/members?page=c%2F2%2B%3D&limit=25", memberships, [
    membership,
  ]),
  call(
    updateTeamMembers,
    { ...at, body: { add: ["u1", "ada@example.com"], remove: ["u2"], memberships: { u3: { role: "owner" } } } },
    "PUT /v1/orgs/o1/teams/g1/members",
    204,
  ),
  call(updateTeamMembers, { ...at, body: { add: [] } }, "PUT /v1/orgs/o1/teams/g1/members", 204),
  call(
    updateTeamMembers,
    { ...at, body: { memberships: { "ada@example.com": { role: "member" } } } },
    "PUT /v1/orgs/o1/teams/g1/members",
    204,
  ),
  call(setTeamMember, { ...one, body: { role: "owner" } }, "PUT /v1/orgs/o1/teams/g1/members/u1", 204),
  call(setTeamMember, { ...one, body: {} }, "PUT /v1/orgs/o1/teams/g1/members/u1", 204),
  call(removeTeamMember, one, "DELETE /v1/orgs/o1/teams/g1/members/u1", 204),
];
