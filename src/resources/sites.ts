/** Sites and their structure, specifications and translations. */
import { defineResource } from "./resource.js";

export const SITES = {
  site: defineResource(() => import("../catalog/sites.js"), {
    param: "siteId",
    within: ["org"],
    path: "/v1/orgs/{organizationId}/sites",
    list: "listSites",
    get: "getSite",
    fields: ["id", "title", "visibility", "published", "siteSpaces", "urls.published"],
  }),
  section_group: defineResource(() => import("../catalog/section-groups.js"), {
    param: "siteSectionGroupId",
    within: ["org", "site"],
    path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups",
    list: "listSiteSectionGroups",
    fields: ["id", "title", "sections.id", "sections.title"],
  }),
  section: defineResource(() => import("../catalog/sections.js"), {
    param: "siteSectionId",
    within: ["org", "site"],
    path: "/v1/orgs/{organizationId}/sites/{siteId}/sections",
    list: "listSiteSections",
    fields: ["id", "title", "path", "default", "sectionGroup"],
  }),
  site_space: defineResource(() => import("../catalog/site-spaces.js"), {
    param: "siteSpaceId",
    within: ["org", "site"],
    path: "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces",
    list: "listSiteSpaces",
    title: ["title", "space.title"],
    fields: ["id", "title", "path", "section", "default", "space.id", "space.title"],
  }),
  share_link: defineResource(() => import("../catalog/share-links.js"), {
    param: "shareLinkId",
    within: ["org", "site"],
    path: "/v1/orgs/{organizationId}/sites/{siteId}/share-links",
    list: "listShareLinks",
    title: ["name"],
    fields: ["name", "active", "createdAt"],
  }),
  spec: defineResource(() => import("../catalog/openapi.js"), {
    name: "OpenAPI specification",
    param: "specSlug",
    within: ["org"],
    path: "/v1/orgs/{organizationId}/openapi",
    list: "listOpenapiSpecs",
    get: "getOpenapiSpec",
    id: "slug",
    title: ["slug"],
    fields: ["slug", "visibility", "processingState", "lastProcessedAt", "updatedAt"],
  }),
  spec_version: defineResource(() => import("../catalog/openapi.js"), {
    path: "/v1/orgs/{organizationId}/openapi/{specSlug}/versions",
    list: "listOpenapiVersions",
    fields: ["id", "createdAt"],
  }),
  translation: defineResource(() => import("../catalog/translations.js"), {
    param: "translationId",
    within: ["org"],
    path: "/v1/orgs/{organizationId}/translations",
    list: "listTranslations",
    get: "getTranslation",
    title: ["language"],
    fields: ["id", "status", "language", "source.space", "result.space", "updatedAt"],
  }),
};
