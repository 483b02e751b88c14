import {
  createSamlProvider,
  deleteSamlProvider,
  getSamlProvider,
  listSamlProviders,
  listSsoLogins,
  updateSamlProvider,
} from "../../src/catalog/saml.js";
import { provider } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const org = { params: { organizationId: "o1" } };
const at = { params: { organizationId: "o1", samlProviderId: "sp1" } };
const providers = { count: 1, items: [provider] };
const login = { id: "sp1", label: "Okta", startURL: "https://login.example.com" };

export const rows = [
  list(listSamlProviders, org, {}, "GET /v1/orgs/o1/saml?limit=1000", providers, [provider]),
  list(listSamlProviders, org, PAGED, "GET /v1/orgs/o1/saml?page=c%2F2%2B%3D&limit=25", providers, [provider]),
  call(
    createSamlProvider,
    {
      ...org,
      body: {
        label: "Okta",
        entityID: "urn:okta",
        certificate: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
        ssoURL: "https://login.example.com/sso",
        defaultTeam: "g1",
        defaultRole: "read",
      },
    },
    "POST /v1/orgs/o1/saml",
    201,
    provider,
  ),
  call(createSamlProvider, { ...org, body: { defaultRole: null } }, "POST /v1/orgs/o1/saml", 201, provider),
  call(createSamlProvider, { ...org, body: { label: "Okta" } }, "POST /v1/orgs/o1/saml", 201, provider),
  call(getSamlProvider, at, "GET /v1/orgs/o1/saml/sp1", 200, provider),
  call(
    updateSamlProvider,
    {
      ...at,
      body: {
        label: "Okta 2",
        entityID: "urn:okta:2",
        certificate: "MIIC",
        ssoURL: "https://login.example.com/sso2",
        defaultTeam: "g2",
        defaultRole: "create",
      },
    },
    "PATCH /v1/orgs/o1/saml/sp1",
    200,
    provider,
  ),
  call(updateSamlProvider, { ...at, body: { defaultRole: null } }, "PATCH /v1/orgs/o1/saml/sp1", 200, provider),
  call(updateSamlProvider, { ...at, body: { label: "Okta" } }, "PATCH /v1/orgs/o1/saml/sp1", 200, provider),
  call(deleteSamlProvider, at, "DELETE /v1/orgs/o1/saml/sp1", 204),
  list(listSsoLogins, org, {}, "GET /v1/orgs/o1/sso", { items: [login] }, [login]),
];
