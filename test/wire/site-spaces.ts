import {
  addSiteSpace,
  deleteSiteSpace,
  listSiteSpaces,
  moveSiteSpace,
  updateSiteSpace,
} from "../../src/catalog/site-spaces.js";
import { siteSpace } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const site = { params: { organizationId: "o1", siteId: "t1" } };
const at = { params: { organizationId: "o1", siteId: "t1", siteSpaceId: "ss1" } };
const siteSpaces = { count: 1, items: [siteSpace] };

export const rows = [
  list(listSiteSpaces, site, {}, "GET /v1/orgs/o1/sites/t1/site-spaces?limit=1000", siteSpaces, [siteSpace]),
  list(
    listSiteSpaces,
    { ...site, query: { shareKey: "key1", default: false } },
    PAGED,
    "GET /v1/orgs/o1/sites/t1/site-spaces?page=c%2F2%2B%3D&limit=25&shareKey=key1&default=false",
    siteSpaces,
    [siteSpace],
  ),
  list(
    listSiteSpaces,
    { ...site, query: { default: true } },
    {},
    "GET /v1/orgs/o1/sites/t1/site-spaces?default=true&limit=1000",
    siteSpaces,
    [siteSpace],
  ),
  call(
    addSiteSpace,
    { ...site, body: { spaceId: "s1", sectionId: "x1" } },
    "POST /v1/orgs/o1/sites/t1/site-spaces",
    201,
    siteSpace,
  ),
  call(addSiteSpace, { ...site, body: { spaceId: "s1" } }, "POST /v1/orgs/o1/sites/t1/site-spaces", 201, siteSpace),
  call(addSiteSpace, { ...site, body: {} }, "POST /v1/orgs/o1/sites/t1/site-spaces", 201, siteSpace),
  call(
    updateSiteSpace,
    { ...at, body: { path: "guides", condition: "visitor.claims.isBeta", spaceId: "s2" } },
    "PATCH /v1/orgs/o1/sites/t1/site-spaces/ss1",
    200,
    siteSpace,
  ),
  call(
    updateSiteSpace,
    { ...at, body: { condition: null } },
    "PATCH /v1/orgs/o1/sites/t1/site-spaces/ss1",
    200,
    siteSpace,
  ),
  call(
    updateSiteSpace,
    { ...at, body: { spaceId: "s2" } },
    "PATCH /v1/orgs/o1/sites/t1/site-spaces/ss1",
    200,
    siteSpace,
  ),
  call(deleteSiteSpace, at, "DELETE /v1/orgs/o1/sites/t1/site-spaces/ss1", 204),
  call(
    moveSiteSpace,
    { ...at, body: { position: { before: { type: "site-space", siteSpace: "ss2" } } } },
    "POST /v1/orgs/o1/sites/t1/site-spaces/ss1/move",
    200,
    siteSpace,
  ),
  call(moveSiteSpace, { ...at, body: {} }, "POST /v1/orgs/o1/sites/t1/site-spaces/ss1/move", 200, siteSpace),
];
