import { member, team } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listTeams: {
    request: "GET /v1/orgs/{organizationId}/teams",
    query: [...PAGES, { name: "owner", type: "string" }, { name: "title", type: "string" }],
    status: 200,
    response: { resource: "Team", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createTeam: {
    // PUT on the collection creates; answers 201.
    request: "PUT /v1/orgs/{organizationId}/teams",
    body: [
      { name: "title", type: "string", required: "Y", minLength: 1, maxLength: 64 },
      { name: "members", type: "string[]", required: "N" },
    ],
    status: 201,
    response: { resource: "Team", list: false },
    retry: "unsafe",
    proof: { get: "getTeam", made: true },
    role: "admin",
    thing: "team",
    about: "the thing is new, and has no field for what it belongs to",
  },
  getTeam: {
    request: "GET /v1/orgs/{organizationId}/teams/{teamId}",
    status: 200,
    response: { resource: "Team", list: false },
    retry: "safe",
    about: { teamId: "id" },
  },
  deleteTeam: {
    request: "DELETE /v1/orgs/{organizationId}/teams/{teamId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "team",
    about: { teamId: "id" },
  },
  updateTeam: {
    request: "PATCH /v1/orgs/{organizationId}/teams/{teamId}",
    body: [{ name: "title", type: "string", required: "Y", minLength: 1, maxLength: 64 }],
    status: 200,
    response: { resource: "Team", list: false },
    retry: "idempotent",
    proof: { get: "getTeam" },
    role: "admin",
    thing: "team",
    about: { teamId: "id" },
  },
  listTeamMembers: {
    request: "GET /v1/orgs/{organizationId}/teams/{teamId}/members",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "TeamMembership", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  updateTeamMembers: {
    // User in both add and remove is removed.
    // 204, no body, although it is a PUT.
    request: "PUT /v1/orgs/{organizationId}/teams/{teamId}/members",
    body: [
      { name: "add", type: "string[]", required: "-" },
      { name: "remove", type: "string[]", required: "-" },
      { name: "memberships", type: "map user to {role: TeamRole}", required: "-" },
    ],
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "team",
    about: "the answer has no body, and the path ends with no id",
  },
  setTeamMember: {
    // Adds or updates the member.
    request: "PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}",
    body: [{ name: "role", type: "TeamRole", required: "-", enum: ["owner", "member"] }],
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    proof: { get: "listTeamMembers" },
    role: "admin",
    thing: "team member",
    about: { userId: "id,user.id" },
  },
  removeTeamMember: {
    request: "DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "team member",
    about: { userId: "id,user.id" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  Team: "object=team id title members spaces createdAt permissions",
  TeamMembership: "organization:Member team permissions",
};

export const commands = `
teams list | owner title | GET O/teams
  teams list
teams view <team> | | GET O/teams/{teamId}
  teams view t3QuiTd9yR8G95e1tUaj
teams create | title members | PUT O/teams
  teams create --title New
teams edit <team> | title | PATCH O/teams/{teamId}
  teams edit t3QuiTd9yR8G95e1tUaj --title New
teams delete <team> | yes confirm must-exist | DELETE O/teams/{teamId}
  ! teams delete t3QuiTd9yR8G95e1tUaj --yes
teams sync <file> | prune adopt max-removals skip-unknown touch-me plan yes confirm |
team-members list <team> | | GET O/teams/{teamId}/members
  team-members list t3aVFS211n5tKAH88D12
team-members edit <team> | add remove role | PUT O/teams/{teamId}/members
  ! team-members edit t3aVFS211n5tKAH88D12 --add u4ZZnH5G9tKzy5NnAxaX
team-members set <team> <user> | role | PUT O/teams/{teamId}/members/{userId}
  ! team-members set t3aVFS211n5tKAH88D12 u4ZZnH5G9tKzy5NnAxaX
team-members remove <team> <user> | yes confirm must-exist | DELETE O/teams/{teamId}/members/{userId}
  ! team-members remove t3aVFS211n5tKAH88D12 u5s6yviydT27vWkB4r3J --yes
`;

const all = "/v1/orgs/o1/teams";
const members = "/v1/orgs/o1/teams/g1/members";
const LONG = "w".repeat(64);

export const requests = [
  list("teams list", `GET ${all}?limit=1000`, [team]),
  list(`teams list --owner u1 --title Wri ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25&owner=u1&title=Wri`, [team]),
  write("teams create --title W --members u1,u2", `PUT ${all}`, { title: "W", members: ["u1", "u2"] }, 201, team),
  write(`teams create --title ${LONG}`, `PUT ${all}`, { title: LONG }, 201, team),
  read("teams view g1", `GET ${all}/g1`, team),
  write("teams edit g1 --title Authors", `PATCH ${all}/g1`, { title: "Authors" }, 200, team),
  write("teams delete g1 --yes", `DELETE ${all}/g1`, undefined, 204),
  list("team-members list g1", `GET ${members}?limit=1000`, [member]),
  list(`team-members list g1 ${PAGED}`, `GET ${members}?page=c%2F2%2B%3D&limit=25`, [member]),
  write(
    "team-members edit g1 --add u1,ada@example.com --remove u2 --role u3=owner",
    `PUT ${members}`,
    { add: ["u1", "ada@example.com"], remove: ["u2"], memberships: { u3: { role: "owner" } } },
    204,
  ),
  write("team-members edit g1 --add u1", `PUT ${members}`, { add: ["u1"] }, 204),
  write(
    "team-members edit g1 --role ada@example.com=member",
    `PUT ${members}`,
    { memberships: { "ada@example.com": { role: "member" } } },
    204,
  ),
  write("team-members set g1 u1 --role owner", `PUT ${members}/u1`, { role: "owner" }, 204),
  write("team-members set g1 u1 --role member", `PUT ${members}/u1`, { role: "member" }, 204),
  write("team-members set g1 u1", `PUT ${members}/u1`, {}, 204),
  write("team-members remove g1 u1 --yes", `DELETE ${members}/u1`, undefined, 204),
];

const ORG = `/v1/orgs/${id.ORG}`;
const TEAMS = `${ORG}/teams`;
const MEMBERS = `${ORG}/members`;
const documentation = { object: "team", id: id.DOCUMENTATION, title: "Documentation", members: 5, spaces: 3 };

export const successes: Successes = {
  listTeams: {
    send: `GET ${TEAMS}?title=FI`,
    status: 200,
    answer: {
      count: 2,
      items: [
        { object: "team", id: id.FIELD_SERVICE },
        { id: id.FIRMWARE, members: 3 },
      ],
    },
  },
  createTeam: {
    send: `PUT ${TEAMS}`,
    body: { title: "Trade fair", members: [id.SAM, id.GRACE] },
    status: 201,
    answer: { object: "team", title: "Trade fair", members: 2, spaces: 0, createdAt: "2026-01-15T10:00:00.000Z" },
    after: [{ send: `GET ${TEAMS}`, status: 200, answer: { count: 5 } }],
  },
  getTeam: {
    send: `GET ${TEAMS}/${id.DOCUMENTATION}`,
    status: 200,
    answer: { ...documentation, permissions: { admin: true, view: true } },
  },
  deleteTeam: {
    send: `DELETE ${TEAMS}/${id.DOCUMENTATION}`,
    status: 204,
    after: [
      { send: `GET ${TEAMS}/${id.DOCUMENTATION}`, status: 404 },
      { send: `GET ${MEMBERS}/${id.JONAS}`, status: 200, answer: { teams: 1 } },
    ],
  },
  updateTeam: {
    send: `PATCH ${TEAMS}/${id.SUPPORT}`,
    body: { title: "Help desk" },
    status: 200,
    answer: { object: "team", id: id.SUPPORT, title: "Help desk", members: 2 },
  },
  listTeamMembers: {
    send: `GET ${TEAMS}/${id.SUPPORT}/members`,
    status: 200,
    answer: {
      count: 2,
      items: [
        { organization: { object: "member", id: id.GRACE }, team: { role: "owner" }, permissions: { view: true } },
        { team: { role: "member" } },
      ],
    },
  },
  updateTeamMembers: {
    send: `PUT ${TEAMS}/${id.SUPPORT}/members`,
    body: {
      add: [id.SAM, "tomasz.nowak@halden-robotics.example"],
      remove: [id.GRACE, id.SAM],
      memberships: { [id.TOMASZ]: { role: "owner" } },
    },
    status: 204,
    after: [
      {
        send: `GET ${TEAMS}/${id.SUPPORT}/members`,
        status: 200,
        answer: {
          count: 2,
          items: [{ team: { role: "member" } }, { organization: { id: id.TOMASZ }, team: { role: "owner" } }],
        },
      },
    ],
  },
  setTeamMember: {
    send: `PUT ${TEAMS}/${id.SUPPORT}/members/${id.SAM}`,
    body: { role: "owner" },
    status: 204,
    after: [{ send: `GET ${TEAMS}/${id.SUPPORT}`, status: 200, answer: { members: 3 } }],
  },
  removeTeamMember: {
    send: `DELETE ${TEAMS}/${id.SUPPORT}/members/${id.GRACE}`,
    status: 204,
    after: [{ send: `GET ${TEAMS}/${id.SUPPORT}`, status: 200, answer: { members: 1 } }],
  },
};
