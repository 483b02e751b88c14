import {
  deleteLinkInvite,
  getOrg,
  listOrgs,
  listOrgsByEmailDomain,
  pingOrg,
  searchOrg,
  updateOrg,
} from "../../src/catalog/organizations.js";
import { organization } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const at = { params: { organizationId: "o1" } };
const organizations = { count: 1, items: [organization] };
const hit = { id: "s1", title: "Guides", pages: [{ id: "p1", title: "Home", sections: [] }] };
const hits = { count: 1, items: [hit] };

export const rows = [
  list(listOrgs, {}, {}, "GET /v1/orgs?limit=1000", organizations, [organization]),
  list(listOrgs, {}, PAGED, "GET /v1/orgs?page=c%2F2%2B%3D&limit=25", organizations, [organization]),
  call(getOrg, at, "GET /v1/orgs/o1", 200, organization),
  call(
    updateOrg,
    {
      ...at,
      body: {
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
    },
    "PATCH /v1/orgs/o1",
    200,
    organization,
  ),
  call(
    updateOrg,
    { ...at, body: { emailDomains: [], defaultRole: null, sso: false, ai: false, inviteLinks: false } },
    "PATCH /v1/orgs/o1",
    200,
    organization,
  ),
  call(updateOrg, { ...at, body: { title: "A" } }, "PATCH /v1/orgs/o1", 200, organization),
  call(
    deleteLinkInvite,
    { params: { organizationId: "o1", inviteId: "i1" } },
    "DELETE /v1/orgs/o1/link-invites/i1",
    204,
  ),
  list(searchOrg, at, {}, "GET /v1/orgs/o1/search?limit=1000", hits, [hit]),
  list(
    searchOrg,
    { ...at, query: { query: "rate limits" } },
    PAGED,
    "GET /v1/orgs/o1/search?page=c%2F2%2B%3D&limit=25&query=rate+limits",
    hits,
    [hit],
  ),
  list(
    listOrgsByEmailDomain,
    { params: { emailDomain: "example.com" } },
    {},
    "GET /v1/email-domains/example.com/orgs",
    { organizations: [organization] },
    [organization],
  ),
  call(pingOrg, at, "POST /v1/orgs/o1/ping", 200, { serviceVisitorClaims: "a.b.c" }),
  call(pingOrg, at, "POST /v1/orgs/o1/ping", 200, {}),
];
