import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from "../../src/catalog/share-links.js";
import { shareLink } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const site = { params: { organizationId: "o1", siteId: "t1" } };
const at = { params: { organizationId: "o1", siteId: "t1", shareLinkId: "l1" } };
const shareLinks = { count: 1, items: [shareLink] };

export const rows = [
  list(listShareLinks, site, {}, "GET /v1/orgs/o1/sites/t1/share-links?limit=1000", shareLinks, [shareLink]),
  list(listShareLinks, site, PAGED, "GET /v1/orgs/o1/sites/t1/share-links?page=c%2F2%2B%3D&limit=25", shareLinks, [
    shareLink,
  ]),
  call(
    createShareLink,
    { ...site, body: { name: "Partners" } },
    "POST /v1/orgs/o1/sites/t1/share-links",
    201,
    shareLink,
  ),
  call(createShareLink, { ...site, body: {} }, "POST /v1/orgs/o1/sites/t1/share-links", 201, shareLink),
  call(
    updateShareLink,
    { ...at, body: { active: true, name: "Partners" } },
    "PATCH /v1/orgs/o1/sites/t1/share-links/l1",
    200,
    shareLink,
  ),
  call(
    updateShareLink,
    { ...at, body: { active: false } },
    "PATCH /v1/orgs/o1/sites/t1/share-links/l1",
    200,
    shareLink,
  ),
  call(updateShareLink, { ...at, body: { name: "P" } }, "PATCH /v1/orgs/o1/sites/t1/share-links/l1", 200, shareLink),
  call(deleteShareLink, at, "DELETE /v1/orgs/o1/sites/t1/share-links/l1", 204),
];
