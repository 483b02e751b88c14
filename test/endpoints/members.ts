import { member, space, team } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, ROLES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listMembers: {
    request: "GET /v1/orgs/{organizationId}/members",
    query: [
      ...PAGES,
      { name: "order", type: "enum", knownValues: ["asc", "desc"], default: "desc" },
      { name: "role", type: "Role", enum: ["admin", "create", "review", "edit", "comment", "read"] },
      { name: "search", type: "string" },
      { name: "sort", type: "enum", knownValues: ["joinedAt", "lastSeenAt"], default: "joinedAt" },
    ],
    assumedStatus: 200,
    response: { resource: "Member", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  getMember: {
    request: "GET /v1/orgs/{organizationId}/members/{userId}",
    assumedStatus: 200,
    response: { resource: "Member", list: false },
    retry: "safe",
    about: { userId: "id,user.id" },
  },
  removeMember: {
    // 204 also when the member was absent.
    request: "DELETE /v1/orgs/{organizationId}/members/{userId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "member",
    about: { userId: "id,user.id" },
  },
  updateMember: {
    request: "PATCH /v1/orgs/{organizationId}/members/{userId}",
    body: [
      {
        name: "role",
        type: "Role",
        required: "-",
        enum: ["admin", "create", "review", "edit", "comment", "read"],
        nullable: true,
        alwaysSent: true,
      },
    ],
    assumedStatus: 200,
    response: { resource: "Member", list: false },
    retry: "idempotent",
    proof: { get: "getMember" },
    role: "admin",
    thing: "member",
    about: { userId: "id,user.id" },
  },
  setMemberSso: {
    request: "POST /v1/orgs/{organizationId}/members/{userId}/sso",
    assumedStatus: 200,
    response: { resource: "Member", list: false },
    retry: "verify",
    proof: { get: "getMember", field: "sso", is: true },
    role: "admin",
    thing: "member",
    about: { userId: "id,user.id" },
  },
  listMemberSpaces: {
    request: "GET /v1/orgs/{organizationId}/members/{userId}/spaces",
    query: [...PAGES, { name: "order", type: "enum", knownValues: ["asc", "desc"], default: "desc" }],
    assumedStatus: 200,
    response: { resource: "MemberSpace", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  listMemberTeams: {
    request: "GET /v1/orgs/{organizationId}/members/{userId}/teams",
    query: [...PAGES, { name: "title", type: "string" }],
    assumedStatus: 200,
    response: { resource: "MemberTeam", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  User: "object=user id displayName email photoURL? urls",
  Member: "object=member id role user:User disabled joinedAt lastSeenAt? sso spaces teams",
  MemberSpace: "permission space:Space",
  MemberTeam: "team:Team member",
};

export const commands = `
members list | role search sort order | GET O/members
  members list
members view <user> | | GET O/members/{userId}
  members view u4ZZnH5G9tKzy5NnAxaX
members edit <user> | role yes | PATCH O/members/{userId}
  members edit u4ZZnH5G9tKzy5NnAxaX --role read
members remove <user> | yes confirm must-exist | DELETE O/members/{userId}
  ! members remove u4ZZnH5G9tKzy5NnAxaX --yes
members sso <user> | | POST O/members/{userId}/sso
  members sso u4ZZnH5G9tKzy5NnAxaX
members spaces <user> | order | GET O/members/{userId}/spaces
  members spaces u4ZZnH5G9tKzy5NnAxaX
members teams <user> | title | GET O/members/{userId}/teams
  members teams u4ZZnH5G9tKzy5NnAxaX
members offboard <user> | heir demote archive-drafts receipt max-removals plan yes confirm |
`;

const all = "/v1/orgs/o1/members";
const ofSpace = { permission: "edit", space };
const ofTeam = { team, member: { role: "owner" } };

export const requests = [
  list("members list", `GET ${all}?limit=1000`, [member]),
  list(
    `members list --order asc --role admin --search ada@ --sort lastSeenAt ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&order=asc&role=admin&search=ada%40&sort=lastSeenAt`,
    [member],
  ),
  ...ROLES.map((role) => list(`members list --role ${role}`, `GET ${all}?limit=1000&role=${role}`, [member])),
  read("members view u1", `GET ${all}/u1`, member),
  ...ROLES.map((role) => write(`members edit u1 --role ${role} --yes`, `PATCH ${all}/u1`, { role }, 200, member)),
  write("members edit u1 --no-role --yes", `PATCH ${all}/u1`, { role: null }, 200, member),
  write("members remove u1 --yes", `DELETE ${all}/u1`, undefined, 204),
  write("members sso u1", `POST ${all}/u1/sso`, undefined, 200, { ...member, sso: true }),
  list("members spaces u1", `GET ${all}/u1/spaces?limit=1000`, [ofSpace]),
  list(`members spaces u1 --order asc ${PAGED}`, `GET ${all}/u1/spaces?page=c%2F2%2B%3D&limit=25&order=asc`, [ofSpace]),
  list("members teams u1", `GET ${all}/u1/teams?limit=1000`, [ofTeam]),
  list(`members teams u1 --title wri ${PAGED}`, `GET ${all}/u1/teams?page=c%2F2%2B%3D&limit=25&title=wri`, [ofTeam]),
];

const ORG = `/v1/orgs/${id.ORG}`;
const MEMBERS = `${ORG}/members`;

export const successes: Successes = {
  listMembers: {
    send: `GET ${MEMBERS}?order=asc&role=admin`,
    status: 200,
    answer: {
      count: 2,
      items: [
        { object: "member", id: id.INGRID, role: "admin", user: { object: "user", displayName: "Ingrid Solheim" } },
        { id: id.MATEO },
      ],
    },
  },
  getMember: {
    send: `GET ${MEMBERS}/${id.CASEY}`,
    status: 200,
    answer: { object: "member", id: id.CASEY, role: null, disabled: false, sso: false, spaces: 3, teams: 1 },
  },
  removeMember: {
    send: `DELETE ${MEMBERS}/${id.JONAS}`,
    status: 204,
    after: [
      { send: `GET ${MEMBERS}/${id.JONAS}`, status: 404 },
      { send: `GET ${ORG}/teams/${id.DOCUMENTATION}`, status: 200, answer: { members: 4 } },
    ],
  },
  updateMember: {
    send: `PATCH ${MEMBERS}/${id.JONAS}`,
    body: { role: null },
    status: 200,
    answer: { object: "member", id: id.JONAS, role: null },
  },
  setMemberSso: {
    send: `POST ${MEMBERS}/${id.JONAS}/sso`,
    status: 200,
    answer: { object: "member", id: id.JONAS, sso: true },
  },
  listMemberSpaces: {
    send: `GET ${MEMBERS}/${id.CASEY}/spaces?order=asc`,
    status: 200,
    answer: {
      count: 3,
      items: [
        { permission: "edit", space: { object: "space", id: id.GUIDE } },
        { permission: "edit", space: { id: id.HARBOR } },
        { permission: "edit", space: { id: id.GERMAN } },
      ],
    },
  },
  listMemberTeams: {
    send: `GET ${MEMBERS}/${id.JONAS}/teams?title=docu`,
    status: 200,
    answer: {
      count: 1,
      items: [
        {
          team: { object: "team", id: id.DOCUMENTATION, title: "Documentation", members: 5, spaces: 3 },
          member: { role: "member" },
        },
      ],
    },
  },
};
