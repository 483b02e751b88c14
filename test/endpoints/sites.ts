import { expect } from "vitest";
import { section, site } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listSites: {
    request: "GET /v1/orgs/{organizationId}/sites",
    query: [
      ...PAGES,
      { name: "space", type: "string" },
      { name: "title", type: "string" },
      { name: "published", type: "boolean" },
    ],
    assumedStatus: 200,
    response: { resource: "Site", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createSite: {
    request: "POST /v1/orgs/{organizationId}/sites",
    body: [
      {
        name: "type",
        type: "enum",
        required: "-",
        knownValues: ["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"],
        default: "basic",
      },
      { name: "title", type: "string", required: "-", alwaysSent: true },
      { name: "visibility", type: "enum", required: "-", enum: ["public", "unlisted", "share-link", "visitor-auth"] },
      { name: "spaces", type: "string[]", required: "-" },
      { name: "newSpace", type: "boolean", required: "-" },
    ],
    assumedStatus: 201,
    response: { resource: "Site", list: false },
    retry: "unsafe",
    proof: { get: "getSite", made: true },
    role: "admin",
    thing: "site",
    about: "the thing is new, and has no field for what it belongs to",
  },
  getSite: {
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}",
    assumedStatus: 200,
    response: { resource: "Site", list: false },
    retry: "safe",
    about: { siteId: "id" },
    errors: ["no matching resource"],
  },
  deleteSite: {
    request: "DELETE /v1/orgs/{organizationId}/sites/{siteId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "site",
    about: { siteId: "id" },
  },
  updateSite: {
    request: "PATCH /v1/orgs/{organizationId}/sites/{siteId}",
    body: [
      { name: "title", type: "string", required: "-" },
      { name: "visibility", type: "enum", required: "-", enum: ["public", "unlisted", "share-link", "visitor-auth"] },
      { name: "basename", type: "string", required: "-" },
      { name: "adaptiveContent", type: "{enabled: boolean}", required: "-" },
      { name: "agentsContext", type: "enum", required: "-", enum: ["excluded", "included"] },
      { name: "defaultSiteSpace", type: "string", required: "-" },
      { name: "defaultSiteSection", type: "string", required: "-" },
      {
        name: "proxy",
        type: "string",
        required: "-",
        pattern: "^([\\w-]+\\.)*[\\w-]+\\.[a-zA-Z]{2,}(\\/[\\w-]+)+$",
        nullable: true,
      },
    ],
    assumedStatus: 200,
    response: { resource: "Site", list: false },
    retry: "idempotent",
    proof: { get: "getSite" },
    role: "admin",
    thing: "site",
    about: { siteId: "id" },
  },
  getSiteAdaptiveSchema: {
    // Error condition: no visitor attributes schema found for the site.
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema",
    assumedStatus: 200,
    response: { resource: "SiteAdaptiveSchema", list: false },
    retry: "safe",
    about: "the answer has no field for the site",
    errors: ["unexpected error", "no visitor schema"],
  },
  setSiteAdaptiveSchema: {
    request: "PUT /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema",
    body: [{ name: "jsonSchema", type: "JSON Schema object", required: "-", alwaysSent: true }],
    assumedStatus: 200,
    response: { resource: "SiteAdaptiveSchema", list: false },
    retry: "idempotent",
    proof: { get: "getSiteAdaptiveSchema" },
    role: "admin",
    thing: "visitor schema",
    about: "the answer has no field for the site",
    errors: ["bad request", "unexpected error"],
  },
  listSiteTemplateConditions: {
    // Not paginated, no next/count.
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}/adaptive-schema/template-conditions",
    assumedStatus: 200,
    response: { resource: "inline", list: false, name: "TemplateConditions" },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  getPublishedSite: {
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}/published",
    query: [{ name: "shareKey", type: "string" }],
    assumedStatus: 200,
    response: { resource: "PublishedSiteProfile", list: false },
    retry: "safe",
    about: { siteId: "site.id" },
    errors: ["no matching resource"],
  },
  publishSite: {
    // Un-publishing is not in the interface.
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/publish",
    assumedStatus: 200,
    response: { resource: "Site", list: false },
    retry: "verify",
    proof: { get: "getSite", field: "published", is: true },
    role: "admin",
    thing: "site",
    about: { siteId: "id" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  Site: `object=site id title type icon? hostname? basename proxy? visibility published siteSpaces createdAt
    adaptiveContent ads agentsContext features urls:SiteUrls`,
  SiteAdaptiveSchema: "object=site-adaptive-schema jsonSchema updatedAt",
  TemplateCondition: "description condition",
  PublishedSiteProfile: "object=published-content-site site:Site structure customizations scripts",
  // An announcement that is off is left out.
  Customization: `title styling:Styling internationalization favicon:Favicon header:Header footer:Footer
    announcement?:Announcement themes pdf feedback advancedCustomization pagination trademark ai git pageActions
    externalLinks privacyPolicy:SocialPreview socialPreview:SocialPreview insights`,
};

export const commands = `
sites list | containing-space title published no-published | GET O/sites
  sites list
sites view [site] | | GET T
  sites view
sites create | type title visibility spaces new-space | POST O/sites
  sites create --title New
sites edit [site] | title visibility basename adaptive-content no-adaptive-content agents-context default-site-space default-site-section proxy no-proxy | PATCH T
  sites edit --title New
sites delete <site> | yes confirm must-exist | DELETE T
  ! sites delete s37xwST38AhXPnB2Pj9h --yes
sites publish [site] | yes | POST T/publish
  sites publish --yes
sites check [site] | older-than config report fail-on export-root max-warnings |
sites published [site] | share-key | GET T/published
  sites published
sites export [site] | file all |
sites plan <file> | prune adopt plan exit-code |
sites apply <file> | prune adopt yes confirm |
adaptive-schema view | | GET T/adaptive-schema
  adaptive-schema view
adaptive-schema set | file | PUT T/adaptive-schema
  adaptive-schema set --file schema.json
adaptive-schema conditions | | GET T/adaptive-schema/template-conditions
  adaptive-schema conditions
`;

const all = "/v1/orgs/o1/sites";
const at = "/v1/orgs/o1/sites/t1";
/** What the file that is named on the command line holds. */
const jsonSchema = { type: "object", properties: { isBeta: { type: "boolean" } }, additionalProperties: false };
const schema = { object: "site-adaptive-schema", jsonSchema, updatedAt: "2024-05-01T10:00:00.000Z" };
const condition = { description: "Beta users", condition: "visitor.claims.isBeta" };
const published = {
  object: "published-content-site",
  site,
  structure: { type: "sections", structure: [section] },
  customizations: {
    site: { title: "Docs", styling: { theme: "clean", tint: { color: { light: "#fff" } } } },
    siteSpaces: {},
  },
  scripts: [{ script: "https://x.example.com/a.js", contentSecurityPolicy: "", cookies: true }],
};

export const requests = [
  list("sites list", `GET ${all}?limit=1000`, [site]),
  list(
    `sites list --containing-space s1 --title "A b" --no-published ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&space=s1&title=A+b&published=false`,
    [site],
  ),
  list("sites list --published", `GET ${all}?published=true&limit=1000`, [site]),
  write(
    "sites create --title Docs --type basic --visibility share-link --spaces s1,s2 --new-space",
    `POST ${all}`,
    { type: "basic", title: "Docs", visibility: "share-link", spaces: ["s1", "s2"], newSpace: true },
    201,
    site,
  ),
  write("sites create --title Docs --no-new-space", `POST ${all}`, { title: "Docs", newSpace: false }, 201, site),
  write("sites create --title Docs --type deluxe", `POST ${all}`, { title: "Docs", type: "deluxe" }, 201, site),
  ...["public", "unlisted", "share-link", "visitor-auth"].flatMap((visibility) => [
    write(
      `sites create --title Docs --visibility ${visibility}`,
      `POST ${all}`,
      { title: "Docs", visibility },
      201,
      site,
    ),
    write(`sites edit t1 --visibility ${visibility}`, `PATCH ${at}`, { visibility }, 200, site),
  ]),
  read("sites view", `GET ${at}`, site),
  write(
    "sites edit --title Docs --visibility visitor-auth --basename docs --adaptive-content --agents-context excluded --default-site-space n1 --default-site-section x1 --proxy company.com/docs",
    `PATCH ${at}`,
    {
      title: "Docs",
      visibility: "visitor-auth",
      basename: "docs",
      adaptiveContent: { enabled: true },
      agentsContext: "excluded",
      defaultSiteSpace: "n1",
      defaultSiteSection: "x1",
      proxy: "company.com/docs",
    },
    200,
    site,
  ),
  write(
    "sites edit t1 --no-adaptive-content --no-proxy --agents-context included",
    `PATCH ${at}`,
    { adaptiveContent: { enabled: false }, proxy: null, agentsContext: "included" },
    200,
    site,
  ),
  write("sites edit t1 --title Docs", `PATCH ${at}`, { title: "Docs" }, 200, site),
  write("sites delete t1 --yes", `DELETE ${at}`, undefined, 204),
  read("adaptive-schema view", `GET ${at}/adaptive-schema`, schema),
  write("adaptive-schema set --file schema.json", `PUT ${at}/adaptive-schema`, { jsonSchema }, 200, schema),
  list("adaptive-schema conditions", `GET ${at}/adaptive-schema/template-conditions`, [condition], {
    items: [condition],
  }),
  read("sites published", `GET ${at}/published`, published),
  read("sites published --share-key key1", `GET ${at}/published?shareKey=key1`, published),
  write("sites publish --yes", `POST ${at}/publish`, undefined, 200, { ...site, published: true }),
];

const SITES = `/v1/orgs/${id.ORG}/sites`;
const SITE = `${SITES}/${id.SITE}`;
const FIELD = `${SITES}/${id.FIELD_SITE}`;
const dealerSchema = {
  type: "object",
  properties: {
    isDealer: { type: "boolean", description: "Sells our carts" },
    unsigned: {
      type: "object",
      properties: { beta: { type: "boolean", description: "Tries things out" } },
      additionalProperties: { type: "boolean" },
    },
  },
  additionalProperties: false,
};

export const successes: Successes = {
  listSites: {
    send: `GET ${SITES}?published=false`,
    status: 200,
    answer: { count: 1, items: [{ object: "site", id: id.FIELD_SITE, published: false, visibility: "share-link" }] },
  },
  createSite: {
    send: `POST ${SITES}`,
    body: { title: "Harbor", visibility: "unlisted", spaces: [id.HARBOR, id.API], newSpace: true },
    status: 201,
    answer: { object: "site", title: "Harbor", type: "basic", visibility: "unlisted", published: false, siteSpaces: 3 },
  },
  getSite: {
    send: `GET ${SITE}`,
    status: 200,
    answer: {
      object: "site",
      id: id.SITE,
      title: "Halden Docs",
      type: "basic",
      hostname: "docs.halden-robotics.example",
      basename: "docs",
      published: true,
      siteSpaces: 5,
      adaptiveContent: { enabled: true },
      ads: { status: "disabled", submittable: false },
      agentsContext: "included",
      features: [],
      urls: { published: "https://docs.halden-robotics.example/" },
    },
  },
  deleteSite: {
    send: `DELETE ${SITE}`,
    status: 204,
    after: [
      { send: `GET ${SITE}`, status: 404 },
      { send: `GET /v1/spaces/${id.GUIDE}`, status: 200, answer: { id: id.GUIDE } },
    ],
  },
  updateSite: {
    send: `PATCH ${SITE}`,
    body: {
      title: "Halden",
      visibility: "visitor-auth",
      basename: "halden",
      adaptiveContent: { enabled: false },
      agentsContext: "excluded",
      defaultSiteSection: id.S_FLEET,
      defaultSiteSpace: id.W_HARBOR,
      proxy: "halden.example/docs",
    },
    status: 200,
    answer: {
      title: "Halden",
      visibility: "visitor-auth",
      basename: "halden",
      adaptiveContent: { enabled: false },
      agentsContext: "excluded",
      proxy: { origin: "halden.example/docs", target: expect.any(String) },
    },
    after: [
      {
        send: `GET ${SITE}/sections`,
        status: 200,
        answer: {
          items: [
            { id: id.S_ROBOTS, default: false },
            { id: id.S_FLEET, default: true },
            { id: id.S_DEVELOPERS, default: false },
          ],
        },
      },
    ],
  },
  getSiteAdaptiveSchema: {
    send: `GET ${SITE}/adaptive-schema`,
    status: 200,
    answer: {
      object: "site-adaptive-schema",
      jsonSchema: { type: "object", properties: { isPartner: { type: "boolean" } }, additionalProperties: false },
      updatedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT10:00:00\.000Z$/),
    },
  },
  setSiteAdaptiveSchema: {
    send: `PUT ${FIELD}/adaptive-schema`,
    body: { jsonSchema: dealerSchema },
    status: 200,
    answer: { object: "site-adaptive-schema", jsonSchema: dealerSchema, updatedAt: "2026-01-15T10:00:00.000Z" },
    after: [
      {
        send: `GET ${FIELD}/adaptive-schema/template-conditions`,
        status: 200,
        answer: {
          items: [
            { description: "Sells our carts", condition: "visitor.claims.isDealer" },
            { description: "Tries things out", condition: "visitor.claims.unsigned.beta" },
          ],
        },
      },
    ],
  },
  listSiteTemplateConditions: {
    send: `GET ${SITE}/adaptive-schema/template-conditions`,
    status: 200,
    answer: {
      items: [
        { description: "Sells our carts", condition: "visitor.claims.isPartner" },
        { description: "Has more than ten carts", condition: "visitor.claims.hasFleet" },
        { description: "Wants to see what comes next", condition: "visitor.claims.unsigned.preview" },
      ],
    },
  },
  getPublishedSite: {
    send: `GET ${SITE}/published`,
    status: 200,
    answer: {
      object: "published-content-site",
      site: { object: "site", id: id.SITE },
      structure: {
        type: "sections",
        structure: [{ object: "site-section", id: id.S_ROBOTS }, { id: id.S_FLEET }, { id: id.S_DEVELOPERS }],
      },
      customizations: { site: { title: "Halden Docs" }, siteSpaces: { [id.W_GUIDE]: { title: "Halden Docs" } } },
      scripts: [],
    },
  },
  publishSite: {
    send: `POST ${FIELD}/publish`,
    status: 200,
    answer: { object: "site", id: id.FIELD_SITE, published: true },
    after: [{ send: `GET ${FIELD}/published`, status: 200, answer: { site: { published: true } } }],
  },
};
