import {
  addSectionToGroup,
  createSiteSectionGroup,
  deleteSiteSectionGroup,
  listSiteSectionGroups,
  moveSiteSectionGroup,
  removeSectionFromGroup,
  updateSiteSectionGroup,
} from "../../src/catalog/section-groups.js";
import { group } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const site = { params: { organizationId: "o1", siteId: "t1" } };
const at = { params: { organizationId: "o1", siteId: "t1", siteSectionGroupId: "gr1" } };
const member = { params: { organizationId: "o1", siteId: "t1", siteSectionGroupId: "gr1", siteSectionId: "x1" } };
const groups = { count: 1, items: [group] };

export const rows = [
  list(listSiteSectionGroups, site, {}, "GET /v1/orgs/o1/sites/t1/section-groups?limit=1000", groups, [group]),
  list(
    listSiteSectionGroups,
    site,
    PAGED,
    "GET /v1/orgs/o1/sites/t1/section-groups?page=c%2F2%2B%3D&limit=25",
    groups,
    [group],
  ),
  call(
    createSiteSectionGroup,
    { ...site, body: { title: "More", icon: "i".repeat(50), sections: ["x1", "x2"] } },
    "POST /v1/orgs/o1/sites/t1/section-groups",
    201,
    group,
  ),
  call(createSiteSectionGroup, { ...site, body: {} }, "POST /v1/orgs/o1/sites/t1/section-groups", 201, group),
  call(
    updateSiteSectionGroup,
    { ...at, body: { title: "More", icon: "book" } },
    "PATCH /v1/orgs/o1/sites/t1/section-groups/gr1",
    200,
    group,
  ),
  call(
    updateSiteSectionGroup,
    { ...at, body: { title: "" } },
    "PATCH /v1/orgs/o1/sites/t1/section-groups/gr1",
    200,
    group,
  ),
  call(
    updateSiteSectionGroup,
    { ...at, body: { icon: "star" } },
    "PATCH /v1/orgs/o1/sites/t1/section-groups/gr1",
    200,
    group,
  ),
  call(deleteSiteSectionGroup, at, "DELETE /v1/orgs/o1/sites/t1/section-groups/gr1", 204),
  call(
    addSectionToGroup,
    { ...at, body: { sectionId: "x1" } },
    "POST /v1/orgs/o1/sites/t1/section-groups/gr1/sections",
    201,
    group,
  ),
  call(addSectionToGroup, { ...at, body: {} }, "POST /v1/orgs/o1/sites/t1/section-groups/gr1/sections", 200, group),
  call(removeSectionFromGroup, member, "DELETE /v1/orgs/o1/sites/t1/section-groups/gr1/sections/x1", 204),
  call(
    moveSiteSectionGroup,
    { ...at, body: { position: { after: { type: "site-section", id: "x2" } } } },
    "POST /v1/orgs/o1/sites/t1/section-groups/gr1/move",
    200,
    group,
  ),
  call(moveSiteSectionGroup, { ...at, body: {} }, "POST /v1/orgs/o1/sites/t1/section-groups/gr1/move", 200, group),
];
