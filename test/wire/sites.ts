import {
  getSiteAdaptiveSchema,
  listSiteTemplateConditions,
  setSiteAdaptiveSchema,
} from "../../src/catalog/adaptive-schema.js";
import {
  createSite,
  deleteSite,
  getPublishedSite,
  getSite,
  listSites,
  publishSite,
  updateSite,
} from "../../src/catalog/sites.js";
import { section, site } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const org = { params: { organizationId: "o1" } };
const at = { params: { organizationId: "o1", siteId: "t1" } };
const sites = { count: 1, items: [site] };
const jsonSchema = {
  type: "object",
  properties: {
    isBeta: { type: "boolean" },
    unsigned: { type: "object", properties: {}, additionalProperties: { type: "boolean" } },
  },
  additionalProperties: false,
};
const schema = { object: "site-adaptive-schema", jsonSchema, updatedAt: "2024-05-01T10:00:00.000Z" };
const condition = { description: "Beta users", condition: "visitor.claims.isBeta" };
const profile = {
  object: "published-content-site",
  site,
  structure: { type: "sections", structure: [section] },
  customizations: {
    site: { title: "Docs", styling: { theme: "clean", tint: { color: { light: "#fff" } } } },
    siteSpaces: {},
  },
  scripts: [{ script: "https://x.example.com/a.js", contentSecurityPolicy: "", cookies: true }],
};

export const rows = [
  list(listSites, org, {}, "GET /v1/orgs/o1/sites?limit=1000", sites, [site]),
  list(
    listSites,
    { ...org, query: { space: "s1", title: "A b", published: false } },
    PAGED,
    "GET /v1/orgs/o1/sites?page=c%2F2%2B%3D&limit=25&space=s1&title=A+b&published=false",
    sites,
    [site],
  ),
  list(
    listSites,
    { ...org, query: { published: true } },
    {},
    "GET /v1/orgs/o1/sites?published=true&limit=1000",
    sites,
    [site],
  ),
  call(
    createSite,
    {
      ...org,
      body: { type: "basic", title: "Docs", visibility: "share-link", spaces: ["s1", "s2"], newSpace: true },
    },
    "POST /v1/orgs/o1/sites",
    201,
    site,
  ),
  call(createSite, { ...org, body: { newSpace: false } }, "POST /v1/orgs/o1/sites", 201, site),
  call(createSite, { ...org, body: { type: "deluxe" } }, "POST /v1/orgs/o1/sites", 201, site),
  call(getSite, at, "GET /v1/orgs/o1/sites/t1", 200, site),
  call(
    updateSite,
    {
      ...at,
      body: {
        title: "Docs",
        visibility: "visitor-auth",
        basename: "docs",
        adaptiveContent: { enabled: true },
        agentsContext: "excluded",
        defaultSiteSpace: "ss1",
        defaultSiteSection: "x1",
        proxy: "company.com/docs",
      },
    },
    "PATCH /v1/orgs/o1/sites/t1",
    200,
    site,
  ),
  call(
    updateSite,
    { ...at, body: { adaptiveContent: { enabled: false }, proxy: null } },
    "PATCH /v1/orgs/o1/sites/t1",
    200,
    site,
  ),
  call(updateSite, { ...at, body: { title: "D" } }, "PATCH /v1/orgs/o1/sites/t1", 200, site),
  call(deleteSite, at, "DELETE /v1/orgs/o1/sites/t1", 204),
  call(getSiteAdaptiveSchema, at, "GET /v1/orgs/o1/sites/t1/adaptive-schema", 200, schema),
  call(setSiteAdaptiveSchema, { ...at, body: { jsonSchema } }, "PUT /v1/orgs/o1/sites/t1/adaptive-schema", 200, schema),
  call(setSiteAdaptiveSchema, { ...at, body: {} }, "PUT /v1/orgs/o1/sites/t1/adaptive-schema", 200, schema),
  list(
    listSiteTemplateConditions,
    at,
    {},
    "GET /v1/orgs/o1/sites/t1/adaptive-schema/template-conditions",
    { items: [condition] },
    [condition],
  ),
  call(getPublishedSite, at, "GET /v1/orgs/o1/sites/t1/published", 200, profile),
  call(
    getPublishedSite,
    { ...at, query: { shareKey: "key1" } },
    "GET /v1/orgs/o1/sites/t1/published?shareKey=key1",
    200,
    profile,
  ),
  call(publishSite, at, "POST /v1/orgs/o1/sites/t1/publish", 200, { ...site, published: true }),
];
