import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { bool, page, text, Urls } from "./shared.js";

/** Contract, "ShareLink". */
export const ShareLink = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    createdAt: text(),
    name: text(),
    active: bool(),
    urls: Urls(),
  }),
);

export const listShareLinks = endpoint({
  method: "GET",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/share-links",
  summary: "List the share links of a site",
  query: () => z.object(page()),
  response: ShareLink,
  paginated: true,
});

export const createShareLink = endpoint({
  method: "POST",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/share-links",
  summary: "Create a share link",
  body: () => z.object({ name: z.optional(z.string()) }),
  response: ShareLink,
  status: 201,
  retry: "unsafe",
  verify: { get: listShareLinks, item: "shareLinkId", made: "shareLinkId" },
});

export const updateShareLink = endpoint({
  method: "PATCH",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
  summary: "Rename a share link, or turn it on or off",
  body: () => z.object({ active: z.optional(z.boolean()), name: z.optional(z.string()) }),
  response: ShareLink,
  retry: "idempotent",
  verify: { get: listShareLinks, item: "shareLinkId" },
});

export const deleteShareLink = endpoint({
  method: "DELETE",
  path: "/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
  summary: "Delete a share link",
  retry: "idempotent",
});
