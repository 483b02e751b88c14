import * as z from "zod/mini";
import { endpoint } from "./endpoint.js";
import { open, page, shareKey } from "./shared.js";
import { PublishedSiteProfile, Site } from "./site.js";

export { PublishedSiteProfile, Site } from "./site.js";

const SITE_TYPES = ["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"] as const;
const SITE_VISIBILITIES = ["public", "unlisted", "share-link", "visitor-auth"] as const;
const AGENTS_CONTEXTS = ["excluded", "included"] as const;
/** A host with a path, without a scheme: `company.com/docs`. */
const PROXY = /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/;

/** `published`: true, false, or absent for all sites. */
export const listSites = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites",
  summary: "List the sites of an organization",
  query: () =>
    z.object({
      ...page(),
      space: z.optional(z.string()),
      title: z.optional(z.string()),
      published: z.optional(z.boolean()),
    }),
  response: Site,
  items: "items",
  paginated: true,
  retry: "safe",
});

export const getSite = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}",
  summary: "Get a site",
  response: Site,
  retry: "safe",
});

/** `newSpace` creates a space for the site. */
export const createSite = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites",
  summary: "Create a site",
  body: () =>
    z.object({
      type: z.optional(open(SITE_TYPES, "basic")),
      title: z.optional(z.string()),
      visibility: z.optional(z.enum(SITE_VISIBILITIES)),
      spaces: z.optional(z.array(z.string())),
      newSpace: z.optional(z.boolean()),
    }),
  response: Site,
  status: 201,
  retry: "unsafe",
  verify: { get: getSite, made: "siteId" },
});

/** `proxy`: null removes it. */
export const updateSite = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/sites/{siteId}",
  summary: "Change fields of a site",
  body: () =>
    z.object({
      title: z.optional(z.string()),
      visibility: z.optional(z.enum(SITE_VISIBILITIES)),
      basename: z.optional(z.string()),
      adaptiveContent: z.optional(z.object({ enabled: z.boolean() })),
      agentsContext: z.optional(z.enum(AGENTS_CONTEXTS)),
      defaultSiteSpace: z.optional(z.string()),
      defaultSiteSection: z.optional(z.string()),
      proxy: z.optional(z.nullable(z.string().check(z.regex(PROXY)))),
    }),
  response: Site,
  retry: "idempotent",
  verify: { get: getSite },
});

export const deleteSite = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/sites/{siteId}",
  summary: "Delete a site",
  retry: "idempotent",
});

export const getPublishedSite = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/published",
  summary: "Get what visitors of a published site see",
  query: () => z.object({ shareKey: shareKey() }),
  response: PublishedSiteProfile,
  retry: "safe",
  about: { siteId: "site.id" },
});

export const publishSite = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/publish",
  summary: "Publish a site",
  response: Site,
  verify: { get: getSite, proof: { field: "published", is: true } },
  retry: "verify",
  about: { siteId: "id" },
});
