import {
  createSiteSection,
  deleteSiteSection,
  listSiteSections,
  moveSiteSection,
  updateSiteSection,
} from "../../src/catalog/sections.js";
import { section } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const site = { params: { organizationId: "o1", siteId: "t1" } };
const at = { params: { organizationId: "o1", siteId: "t1", siteSectionId: "x1" } };
const sections = { count: 1, items: [section] };

export const rows = [
  list(listSiteSections, site, {}, "GET /v1/orgs/o1/sites/t1/sections?limit=1000", sections, [section]),
  list(
    listSiteSections,
    { ...site, query: { shareKey: "key1" } },
    PAGED,
    "GET /v1/orgs/o1/sites/t1/sections?page=c%2F2%2B%3D&limit=25&shareKey=key1",
    sections,
    [section],
  ),
  call(
    createSiteSection,
    { ...site, body: { spaceId: "s1", title: "Guides", icon: "book" } },
    "POST /v1/orgs/o1/sites/t1/sections",
    201,
    section,
  ),
  call(
    createSiteSection,
    { ...site, body: { spaceId: "s1", title: null, icon: null } },
    "POST /v1/orgs/o1/sites/t1/sections",
    201,
    section,
  ),
  call(createSiteSection, { ...site, body: { spaceId: "s1" } }, "POST /v1/orgs/o1/sites/t1/sections", 201, section),
  call(
    updateSiteSection,
    {
      ...at,
      body: {
        title: "Guides",
        path: "guides",
        defaultSiteSpace: "ss1",
        condition: "visitor.claims.isBeta",
        icon: "book",
        description: "How to",
      },
    },
    "PATCH /v1/orgs/o1/sites/t1/sections/x1",
    200,
    section,
  ),
  call(
    updateSiteSection,
    { ...at, body: { condition: null, icon: null, description: null } },
    "PATCH /v1/orgs/o1/sites/t1/sections/x1",
    200,
    section,
  ),
  call(updateSiteSection, { ...at, body: { title: "Go" } }, "PATCH /v1/orgs/o1/sites/t1/sections/x1", 200, section),
  call(deleteSiteSection, at, "DELETE /v1/orgs/o1/sites/t1/sections/x1", 204),
  call(
    moveSiteSection,
    { ...at, body: { position: { before: { type: "site-section", siteSection: "x2" } } } },
    "POST /v1/orgs/o1/sites/t1/sections/x1/move",
    200,
    section,
  ),
  call(moveSiteSection, { ...at, body: {} }, "POST /v1/orgs/o1/sites/t1/sections/x1/move", 200, section),
];
