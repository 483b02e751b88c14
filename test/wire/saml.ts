import { provider } from "./answers.js";
import { list, PAGED, ROLES, read, write } from "./helper.js";

const all = "/v1/orgs/o1/saml";
const login = { id: "a1", label: "Okta", startURL: "https://login.example.com" };

export const rows = [
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
