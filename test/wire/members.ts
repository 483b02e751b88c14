import {
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  removeMember,
  setMemberSso,
  updateMember,
} from "../../src/catalog/members.js";
import { member, space, team } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const org = { params: { organizationId: "o1" } };
const at = { params: { organizationId: "o1", userId: "u1" } };
const members = { count: 1, items: [member] };
const ofSpace = { permission: "edit", space };
const ofTeam = { team, member: { role: "owner" } };

export const rows = [
  list(listMembers, org, {}, "GET /v1/orgs/o1/members?limit=1000", members, [member]),
  list(
    listMembers,
    { ...org, query: { order: "asc", role: "admin", search: "ada@", sort: "lastSeenAt" } },
    PAGED,
    "GET /v1/orgs/o1/members?page=c%2F2%2B%3D&limit=25&order=asc&role=admin&search=ada%40&sort=lastSeenAt",
    members,
    [member],
  ),
  call(getMember, at, "GET /v1/orgs/o1/members/u1", 200, member),
  call(updateMember, { ...at, body: { role: "review" } }, "PATCH /v1/orgs/o1/members/u1", 200, member),
  call(updateMember, { ...at, body: { role: null } }, "PATCH /v1/orgs/o1/members/u1", 200, member),
  call(updateMember, { ...at, body: {} }, "PATCH /v1/orgs/o1/members/u1", 200, member),
  call(removeMember, at, "DELETE /v1/orgs/o1/members/u1", 204),
  call(setMemberSso, at, "POST /v1/orgs/o1/members/u1/sso", 200, { ...member, sso: true }),
  list(listMemberSpaces, at, {}, "GET /v1/orgs/o1/members/u1/spaces?limit=1000", { count: 1, items: [ofSpace] }, [
    ofSpace,
  ]),
  list(
    listMemberSpaces,
    { ...at, query: { order: "asc" } },
    PAGED,
    "GET /v1/orgs/o1/members/u1/spaces?page=c%2F2%2B%3D&limit=25&order=asc",
    { count: 1, items: [ofSpace] },
    [ofSpace],
  ),
  list(listMemberTeams, at, {}, "GET /v1/orgs/o1/members/u1/teams?limit=1000", { count: 1, items: [ofTeam] }, [ofTeam]),
  list(
    listMemberTeams,
    { ...at, query: { title: "wri" } },
    PAGED,
    "GET /v1/orgs/o1/members/u1/teams?page=c%2F2%2B%3D&limit=25&title=wri",
    { count: 1, items: [ofTeam] },
    [ofTeam],
  ),
];
