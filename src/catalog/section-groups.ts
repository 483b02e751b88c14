import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { SiteSection } from "./sections.js";
import { Icon, many, page, position, text } from "./shared.js";

/** Contract, "SiteSectionGroup". */
export const SiteSectionGroup = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    title: text(),
    sections: many(SiteSection()),
    icon: text(),
  }),
);

export const listSiteSectionGroups = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups",
  summary: "List the section groups of a site",
  query: () => z.object(page()),
  response: SiteSectionGroup,
  paginated: true,
});

export const createSiteSectionGroup = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups",
  summary: "Create a section group",
  body: () =>
    z.object({ title: z.optional(z.string()), icon: z.optional(Icon()), sections: z.optional(z.array(z.string())) }),
  response: SiteSectionGroup,
  status: 201,
  retry: "unsafe",
  verify: { get: listSiteSectionGroups, item: "siteSectionGroupId", made: "siteSectionGroupId" },
});

export const updateSiteSectionGroup = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
  summary: "Change fields of a section group",
  body: () => z.object({ title: z.optional(z.string()), icon: z.optional(Icon()) }),
  response: SiteSectionGroup,
  retry: "idempotent",
  verify: { get: listSiteSectionGroups, item: "siteSectionGroupId" },
});

export const deleteSiteSectionGroup = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
  summary: "Delete a section group",
  retry: "idempotent",
});

export const addSectionToGroup = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections",
  summary: "Add a section to a section group",
  body: () => z.object({ sectionId: z.optional(z.string()) }),
  response: SiteSectionGroup,
  status: 201,
  verify: {
    get: listSiteSectionGroups,
    item: "siteSectionGroupId",
    proof: { field: "sections", is: { contains: "sectionId" } },
  },
  retry: "verify",
  about: { siteSectionGroupId: "id" },
});

export const removeSectionFromGroup = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}",
  summary: "Remove a section from a section group",
  retry: "idempotent",
});

/** The position's type is `site-section`, and `id` names the sibling. */
export const moveSiteSectionGroup = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move",
  summary: "Move a section group before or after a section",
  body: () => z.object({ position: z.optional(position("site-section", "id")) }),
  response: SiteSectionGroup,
  retry: "verify",
  about: { siteSectionGroupId: "id" },
});
