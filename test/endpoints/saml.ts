import { expect } from "vitest";
import { CERTIFICATE } from "../helpers/certificate.js";
import { provider } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, ROLES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listSamlProviders: {
    request: "GET /v1/orgs/{organizationId}/saml",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "SamlProvider", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createSamlProvider: {
    request: "POST /v1/orgs/{organizationId}/saml",
    body: [
      { name: "label", type: "string", required: "-", alwaysSent: true },
      { name: "entityID", type: "string", required: "-" },
      { name: "certificate", type: "string", required: "-" },
      { name: "ssoURL", type: "string", required: "-" },
      { name: "defaultTeam", type: "string", required: "-" },
      {
        name: "defaultRole",
        type: "Role",
        required: "-",
        enum: ["admin", "create", "review", "edit", "comment", "read"],
        nullable: true,
      },
    ],
    assumedStatus: 201,
    response: { resource: "SamlProvider", list: false },
    retry: "unsafe",
    proof: { get: "getSamlProvider", made: true },
    role: "admin",
    thing: "SAML provider",
    about: "the thing is new, and has no field for what it belongs to",
  },
  getSamlProvider: {
    request: "GET /v1/orgs/{organizationId}/saml/{samlProviderId}",
    assumedStatus: 200,
    response: { resource: "SamlProvider", list: false },
    retry: "safe",
    about: { samlProviderId: "id" },
    errors: ["no matching resource"],
  },
  deleteSamlProvider: {
    request: "DELETE /v1/orgs/{organizationId}/saml/{samlProviderId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "SAML provider",
    about: { samlProviderId: "id" },
  },
  updateSamlProvider: {
    request: "PATCH /v1/orgs/{organizationId}/saml/{samlProviderId}",
    body: [
      { name: "label", type: "string", required: "-" },
      { name: "entityID", type: "string", required: "-" },
      { name: "certificate", type: "string", required: "-" },
      { name: "ssoURL", type: "string", required: "-" },
      { name: "defaultTeam", type: "string", required: "-" },
      {
        name: "defaultRole",
        type: "Role",
        required: "-",
        enum: ["admin", "create", "review", "edit", "comment", "read"],
        nullable: true,
      },
    ],
    assumedStatus: 200,
    response: { resource: "SamlProvider", list: false },
    retry: "idempotent",
    proof: { get: "getSamlProvider" },
    role: "admin",
    thing: "SAML provider",
    about: { samlProviderId: "id" },
    errors: ["no matching resource"],
  },
  listSsoLogins: {
    // Not paginated, no next/count.
    request: "GET /v1/orgs/{organizationId}/sso",
    assumedStatus: 200,
    response: { resource: "inline", list: false, name: "SsoLogins" },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  SamlProvider: `object=saml-provider id label ssoURL? entityID? certificate? defaultTeam?:Team defaultRole
    createdAt status service urls`,
  SsoLogin: "id label startURL",
};

export const commands = `
saml list | | GET O/saml
  saml list
saml view <provider> | | GET O/saml/{samlProviderId}
  saml view maSb3364sqMD95UzH113
saml create | label entity-id certificate-file sso-url default-team default-role | POST O/saml
  saml create --label New
saml edit <provider> | label entity-id certificate-file sso-url default-team default-role | PATCH O/saml/{samlProviderId}
  saml edit maSb3364sqMD95UzH113 --label New
saml delete <provider> | yes confirm must-exist | DELETE O/saml/{samlProviderId}
  ! saml delete maSb3364sqMD95UzH113 --yes
saml logins | | GET O/sso
  saml logins
`;

const all = "/v1/orgs/o1/saml";
const login = { id: "a1", label: "Okta", startURL: "https://login.example.com" };

export const requests = [
  list("saml list", `GET ${all}?limit=1000`, [provider]),
  list(`saml list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [provider]),
  write(
    "saml create --label Okta --entity-id urn:okta --certificate-file okta.pem --sso-url https://login.example.com/sso --default-team g1 --default-role read",
    `POST ${all}`,
    {
      label: "Okta",
      entityID: "urn:okta",
      certificate: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
      ssoURL: "https://login.example.com/sso",
      defaultTeam: "g1",
      defaultRole: "read",
    },
    201,
    provider,
  ),
  write(
    "saml create --label Okta --no-default-role",
    `POST ${all}`,
    { label: "Okta", defaultRole: null },
    201,
    provider,
  ),
  write("saml create --label Okta", `POST ${all}`, { label: "Okta" }, 201, provider),
  read("saml view a1", `GET ${all}/a1`, provider),
  write(
    'saml edit a1 --label "Okta 2" --entity-id urn:okta:2 --certificate MIIC --sso-url https://login.example.com/sso2 --default-team g2 --default-role create',
    `PATCH ${all}/a1`,
    {
      label: "Okta 2",
      entityID: "urn:okta:2",
      certificate: "MIIC",
      ssoURL: "https://login.example.com/sso2",
      defaultTeam: "g2",
      defaultRole: "create",
    },
    200,
    { ...provider, defaultTeam: { object: "team", id: "g2" } },
  ),
  ...ROLES.flatMap((role) => [
    write(
      `saml create --label Okta --default-role ${role}`,
      `POST ${all}`,
      { label: "Okta", defaultRole: role },
      201,
      provider,
    ),
    write(`saml edit a1 --default-role ${role}`, `PATCH ${all}/a1`, { defaultRole: role }, 200, provider),
  ]),
  write("saml edit a1 --no-default-role", `PATCH ${all}/a1`, { defaultRole: null }, 200, provider),
  write("saml edit a1 --label Okta", `PATCH ${all}/a1`, { label: "Okta" }, 200, provider),
  write("saml delete a1 --yes", `DELETE ${all}/a1`, undefined, 204),
  list("saml logins", "GET /v1/orgs/o1/sso", [login], { items: [login] }),
];

const ORG = `/v1/orgs/${id.ORG}`;

export const successes: Successes = {
  listSamlProviders: {
    send: `GET ${ORG}/saml`,
    status: 200,
    answer: {
      count: 2,
      items: [
        { object: "saml-provider", id: id.SAML, label: "Halden account", status: "active" },
        { object: "saml-provider", label: "Former account", status: "expired" },
      ],
    },
  },
  createSamlProvider: {
    send: `POST ${ORG}/saml`,
    body: {
      label: "Partners",
      entityID: "https://id.partner.example",
      certificate: CERTIFICATE,
      ssoURL: "https://id.partner.example/sso",
      defaultTeam: id.SUPPORT,
      defaultRole: null,
    },
    status: 201,
    answer: {
      object: "saml-provider",
      label: "Partners",
      entityID: "https://id.partner.example",
      ssoURL: "https://id.partner.example/sso",
      defaultTeam: { object: "team", id: id.SUPPORT, title: "Customer support" },
      defaultRole: null,
      createdAt: "2026-01-15T10:00:00.000Z",
      service: { acsURL: expect.stringMatching(/\/acs$/), startURL: expect.stringMatching(/\/start$/) },
    },
  },
  getSamlProvider: {
    send: `GET ${ORG}/saml/${id.SAML}`,
    status: 200,
    answer: {
      id: id.SAML,
      ssoURL: "https://login.halden-robotics.example/saml/docs",
      entityID: "https://login.halden-robotics.example/saml",
    },
  },
  deleteSamlProvider: {
    send: `DELETE ${ORG}/saml/${id.SAML}`,
    status: 204,
    after: [{ send: `GET ${ORG}/sso`, status: 200, answer: { items: [] } }],
  },
  updateSamlProvider: {
    send: `PATCH ${ORG}/saml/${id.SAML}`,
    body: { label: "Sign in", defaultTeam: id.FIRMWARE, defaultRole: "edit" },
    status: 200,
    answer: {
      id: id.SAML,
      label: "Sign in",
      defaultTeam: { id: id.FIRMWARE },
      defaultRole: "edit",
      ssoURL: "https://login.halden-robotics.example/saml/docs",
    },
  },
  listSsoLogins: {
    send: `GET ${ORG}/sso`,
    status: 200,
    answer: {
      items: [
        {
          id: id.SAML,
          label: "Halden account",
          startURL: `https://docs.sandbox.invalid/saml/${id.SAML}/start`,
        },
      ],
    },
  },
};
