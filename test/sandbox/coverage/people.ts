import { expect } from "vitest";
import * as id from "./ids.js";
import type { Successes } from "./row.js";

const ORG = `/v1/orgs/${id.ORG}`;
const TEAMS = `${ORG}/teams`;
const MEMBERS = `${ORG}/members`;
const team = { object: "team", id: id.DOCUMENTATION, title: "Documentation", members: 5, spaces: 3 };

export const teams: Successes = {
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
    answer: { ...team, permissions: { admin: true, view: true } },
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

export const organizations: Successes = {
  listOrgs: {
    send: "GET /v1/orgs",
    status: 200,
    answer: { count: 2, items: [{ object: "organization", id: id.ORG, title: "Halden Robotics" }, { id: id.ORCHARD }] },
  },
  getOrg: {
    send: `GET ${ORG}`,
    status: 200,
    answer: {
      object: "organization",
      id: id.ORG,
      emailDomains: ["halden-robotics.example"],
      defaultRole: "read",
      defaultContent: { type: "site", site: id.SITE },
      sso: false,
      ai: true,
      inviteLinks: true,
      permissions: { view: true, admin: true },
    },
  },
  updateOrg: {
    send: `PATCH ${ORG}`,
    body: {
      title: "Halden",
      emailDomains: ["halden.example"],
      hostname: "halden",
      defaultRole: null,
      defaultContent: { type: "site", site: id.FIELD_SITE },
      logo: "https://halden.example/logo.svg",
      sso: true,
      ai: false,
      inviteLinks: false,
    },
    status: 200,
    answer: {
      id: id.ORG,
      title: "Halden",
      emailDomains: ["halden.example"],
      hostname: "halden",
      defaultRole: null,
      defaultContent: { type: "site", site: id.FIELD_SITE },
      urls: { logo: "https://halden.example/logo.svg" },
      sso: true,
      ai: false,
      inviteLinks: false,
    },
  },
  deleteLinkInvite: { send: `DELETE ${ORG}/link-invites/i3xKq8`, status: 204 },
  searchOrg: {
    send: `GET ${ORG}/search?query=adhesive`,
    status: 200,
    answer: {
      count: expect.any(Number),
      items: expect.arrayContaining([
        expect.objectContaining({ id: id.GUIDE, pages: [expect.objectContaining({ id: id.CHARGING })] }),
      ]),
    },
  },
  listOrgsByEmailDomain: {
    send: "GET /v1/email-domains/lindenhof.example/orgs",
    status: 200,
    answer: { organizations: [{ object: "organization", id: id.ORCHARD }] },
  },
  pingOrg: { send: `POST ${ORG}/ping`, status: 200, answer: {} },
};

export const members: Successes = {
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
      { send: `GET ${TEAMS}/${id.DOCUMENTATION}`, status: 200, answer: { members: 4 } },
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
    answer: { count: 1, items: [{ team, member: { role: "member" } }] },
  },
};
