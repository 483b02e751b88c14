import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { bool, Condition, flag, page, position, shareKey, text, Urls } from "./shared.js";
import { Space } from "./spaces.js";

/** Contract, "SiteSpace": a space linked to a site. */
export const SiteSpace = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    path: text(),
    section: text(),
    space: z.nullish(Space()),
    title: text(),
    default: bool(),
    condition: text(),
    hasAdvancedCustomizationFeature: bool(),
    urls: Urls(),
  }),
);

/** `default`: true lists only the default site space, false the others, absent all. */
export const listSiteSpaces = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces",
  summary: "List the spaces of a site",
  query: () => z.object({ ...page(), shareKey: shareKey(), default: z.optional(flag()) }),
  response: SiteSpace,
  paginated: true,
  names: { section: "/v1/orgs/{organizationId}/sites/{siteId}/sections" },
});

/** Without `sectionId` it goes into the default section, or to the root of a site without sections. */
export const addSiteSpace = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces",
  summary: "Add a space to a site",
  body: () => z.object({ spaceId: z.optional(z.string()), sectionId: z.optional(z.string()) }),
  response: SiteSpace,
  status: 201,
  retry: "unsafe",
  shownAs: { spaceId: "space.id", sectionId: "section" },
  verify: { get: listSiteSpaces, item: "siteSpaceId", made: "siteSpaceId" },
});

/** `condition`: null removes it. */
export const updateSiteSpace = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
  summary: "Change fields of a site space",
  body: () =>
    z.object({
      path: z.optional(z.string()),
      condition: z.optional(z.nullable(Condition())),
      spaceId: z.optional(z.string()),
    }),
  response: SiteSpace,
  retry: "idempotent",
  shownAs: { spaceId: "space.id" },
  verify: { get: listSiteSpaces, item: "siteSpaceId" },
});

export const deleteSiteSpace = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
  summary: "Remove a space from a site",
  retry: "idempotent",
});

export const moveSiteSpace = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move",
  summary: "Move a site space before or after another",
  body: () => z.object({ position: z.optional(position("site-space", "siteSpace")) }),
  response: SiteSpace,
  retry: "verify",
  about: { siteSpaceId: "id" },
});
