import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { bool, Condition, Icon, many, page, position, shareKey, text, Urls } from "./shared.js";
import { SiteSpace } from "./site-spaces.js";

/** Contract, "SiteSection". `siteSpaces` is an array here (a number on the site). */
export const SiteSection = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    title: text(),
    description: text(),
    default: bool(),
    path: text(),
    condition: text(),
    sectionGroup: text(),
    siteSpaces: many(SiteSpace()),
    urls: Urls(),
    icon: text(),
  }),
);

const Title = once(() => z.string().check(z.minLength(2), z.maxLength(128)));

export const listSiteSections = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/sections",
  summary: "List the sections of a site",
  query: () => z.object({ ...page(), shareKey: shareKey() }),
  response: SiteSection,
  paginated: true,
  names: { sectionGroup: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups" },
});

export const createSiteSection = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/sections",
  summary: "Create a section from a space",
  body: () =>
    z.object({ spaceId: z.string(), title: z.optional(z.nullable(Title())), icon: z.optional(z.nullable(Icon())) }),
  response: SiteSection,
  status: 201,
  retry: "unsafe",
  verify: { get: listSiteSections, item: "siteSectionId", made: "siteSectionId" },
});

/** `condition`: null removes it. Unlike on creation, the title cannot be null. */
export const updateSiteSection = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
  summary: "Change fields of a section",
  body: () =>
    z.object({
      title: z.optional(Title()),
      path: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
      defaultSiteSpace: z.optional(z.string()),
      condition: z.optional(z.nullable(Condition())),
      icon: z.optional(z.nullable(Icon())),
      description: z.optional(z.nullable(z.string().check(z.maxLength(256)))),
    }),
  response: SiteSection,
  retry: "idempotent",
  verify: { get: listSiteSections, item: "siteSectionId" },
});

export const deleteSiteSection = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
  summary: "Delete a section",
  retry: "idempotent",
});

export const moveSiteSection = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move",
  summary: "Move a section before or after another",
  body: () => z.object({ position: z.optional(position("site-section", "siteSection")) }),
  response: SiteSection,
  deprecated: true,
  retry: "verify",
  about: { siteSectionId: "id" },
});
