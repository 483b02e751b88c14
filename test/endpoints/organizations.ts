import { expect } from "vitest";
import { organization } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, ROLES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listOrgs: {
    request: "GET /v1/orgs",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "Organization", list: true },
    retry: "safe",
    about: "the path names nothing that an answer has",
  },
  getOrg: {
    request: "GET /v1/orgs/{organizationId}",
    assumedStatus: 200,
    response: { resource: "Organization", list: false },
    retry: "safe",
    about: { organizationId: "id" },
    errors: ["no matching resource"],
  },
  updateOrg: {
    request: "PATCH /v1/orgs/{organizationId}",
    body: [
      { name: "title", type: "string", required: "-" },
      { name: "emailDomains", type: "string[]", required: "-" },
      { name: "hostname", type: "string", required: "-" },
      {
        name: "defaultRole",
        type: "Role",
        required: "-",
        enum: ["admin", "create", "review", "edit", "comment", "read"],
        nullable: true,
      },
      { name: "defaultContent", type: "{type: site, site: string}", required: "-" },
      { name: "logo", type: "uri", required: "-" },
      { name: "sso", type: "boolean", required: "-" },
      { name: "ai", type: "boolean", required: "-" },
      { name: "inviteLinks", type: "boolean", required: "-" },
    ],
    assumedStatus: 200,
    response: { resource: "Organization", list: false },
    retry: "idempotent",
    proof: { get: "getOrg" },
    role: "admin",
    thing: "organization",
    about: { organizationId: "id" },
    errors: ["no matching resource", "invalid default content"],
  },
  deleteLinkInvite: {
    // No list/create/get for invites in the interface.
    request: "DELETE /v1/orgs/{organizationId}/link-invites/{inviteId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "invite link",
    about: { inviteId: "id" },
  },
  searchOrg: {
    request: "GET /v1/orgs/{organizationId}/search",
    query: [...PAGES, { name: "query", type: "string", alwaysSent: true }],
    assumedStatus: 200,
    response: { resource: "OrganizationSearchItem", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  listOrgsByEmailDomain: {
    // Not the list envelope.
    request: "GET /v1/email-domains/{emailDomain}/orgs",
    assumedStatus: 200,
    response: { resource: "inline", list: false, name: "OrganizationsByDomain" },
    retry: "safe",
    about: "the path names nothing that an answer has",
  },
  pingOrg: {
    // ServiceVisitorClaims is optional.
    request: "POST /v1/orgs/{organizationId}/ping",
    assumedStatus: 200,
    response: { resource: "inline", list: false, name: "PingResult" },
    retry: "safe",
    role: "guest",
    about: "the path names nothing that an answer has",
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  OrganizationSearchItem: "id title pages:SpaceSearchItem",
  Organization: `object=organization id title createdAt emailDomains hostname type useCase communityType?
    defaultRole defaultContent? sso ai inviteLinks plan billing urls trial? customHostname? blocked?
    internal_billingMigration? permissions`,
  PingResult: "serviceVisitorClaims",
};

export const commands = `
orgs list | | GET /v1/orgs
  orgs list
orgs view [org] | | GET O
  orgs view
orgs edit [org] | title email-domains hostname default-role default-site logo sso no-sso ai no-ai invite-links no-invite-links | PATCH O
  orgs edit --title Halden
orgs search <text> | | GET O/search
  orgs search battery
orgs for-domain <domain> | | GET /v1/email-domains/{emailDomain}/orgs
  orgs for-domain lindenhof.example
orgs ping [org] | | POST O/ping
  orgs ping
orgs delete-invite <invite> | yes confirm must-exist | DELETE O/link-invites/{inviteId}
  ! orgs delete-invite someInvite --yes
`;

const at = "/v1/orgs/o1";
const hit = { id: "s1", title: "Guides", pages: [{ id: "p1", title: "Home", sections: [] }] };

export const requests = [
  list("orgs list", "GET /v1/orgs?limit=1000", [organization]),
  list(`orgs list ${PAGED}`, "GET /v1/orgs?page=c%2F2%2B%3D&limit=25", [organization]),
  read("orgs view", `GET ${at}`, organization),
  write(
    "orgs edit --title Acme --email-domains example.com,example.org --hostname acme.example.com --default-role edit --default-site t1 --logo https://example.com/logo.png --sso --ai --invite-links --yes",
    `PATCH ${at}`,
    {
      title: "Acme",
      emailDomains: ["example.com", "example.org"],
      hostname: "acme.example.com",
      defaultRole: "edit",
      defaultContent: { type: "site", site: "t1" },
      logo: "https://example.com/logo.png",
      sso: true,
      ai: true,
      inviteLinks: true,
    },
    200,
    organization,
  ),
  write(
    'orgs edit o1 --email-domains "" --no-default-role --no-sso --no-ai --no-invite-links --yes',
    `PATCH ${at}`,
    { emailDomains: [], defaultRole: null, sso: false, ai: false, inviteLinks: false },
    200,
    organization,
  ),
  write("orgs edit o1 --title Acme", `PATCH ${at}`, { title: "Acme" }, 200, organization),
  ...ROLES.map((role) =>
    write(`orgs edit --default-role ${role} --yes`, `PATCH ${at}`, { defaultRole: role }, 200, organization),
  ),
  write("orgs delete-invite i1 --yes", `DELETE ${at}/link-invites/i1`, undefined, 204),
  list("orgs search battery", `GET ${at}/search?limit=1000&query=battery`, [hit]),
  list(`orgs search "rate limits" ${PAGED}`, `GET ${at}/search?page=c%2F2%2B%3D&limit=25&query=rate+limits`, [hit]),
  list("orgs for-domain example.com", "GET /v1/email-domains/example.com/orgs", [organization], {
    organizations: [organization],
  }),
  write("orgs ping", `POST ${at}/ping`, undefined, 200, { serviceVisitorClaims: "a.b.c" }),
  write("orgs ping", `POST ${at}/ping`, undefined, 200, {}),
];

const ORG = `/v1/orgs/${id.ORG}`;

export const successes: Successes = {
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
