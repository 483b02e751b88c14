import { expect } from "vitest";
import { group } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listSiteSectionGroups: {
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}/section-groups",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "SiteSectionGroup", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createSiteSectionGroup: {
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups",
    body: [
      { name: "title", type: "string", required: "-", alwaysSent: true },
      { name: "icon", type: "string", required: "-", maxLength: 50 },
      { name: "sections", type: "string[]", required: "-" },
    ],
    assumedStatus: 201,
    response: { resource: "SiteSectionGroup", list: false },
    retry: "unsafe",
    proof: { get: "listSiteSectionGroups", made: true },
    role: "admin",
    thing: "section group",
    about: "the thing is new, and has no field for what it belongs to",
  },
  deleteSiteSectionGroup: {
    request: "DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "section group",
    about: { siteSectionGroupId: "id" },
  },
  updateSiteSectionGroup: {
    request: "PATCH /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}",
    body: [
      { name: "title", type: "string", required: "-" },
      { name: "icon", type: "string", required: "-", maxLength: 50 },
    ],
    assumedStatus: 200,
    response: { resource: "SiteSectionGroup", list: false },
    retry: "idempotent",
    proof: { get: "listSiteSectionGroups" },
    role: "admin",
    thing: "section group",
    about: { siteSectionGroupId: "id" },
  },
  addSectionToGroup: {
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections",
    body: [{ name: "sectionId", type: "string", required: "-", alwaysSent: true }],
    assumedStatus: 201,
    response: { resource: "SiteSectionGroup", list: false },
    retry: "verify",
    proof: {
      get: "listSiteSectionGroups",
      item: "siteSectionGroupId",
      field: "sections",
      is: { contains: "sectionId" },
    },
    role: "admin",
    thing: "section",
    about: { siteSectionGroupId: "id" },
  },
  removeSectionFromGroup: {
    // 204 also when the section was not in the group.
    request:
      "DELETE /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "section",
    about: { siteSectionId: "id" },
  },
  moveSiteSectionGroup: {
    // Type is `site-section` and the reference field is `id` (not siteSection).
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move",
    body: [
      {
        name: "position",
        type: "Position",
        required: "-",
        positionType: "site-section",
        positionReference: "id",
        alwaysSent: true,
      },
    ],
    assumedStatus: 200,
    response: { resource: "SiteSectionGroup", list: false },
    retry: "verify",
    role: "admin",
    thing: "section group",
    about: { siteSectionGroupId: "id" },
    errors: ["no matching resource", "invalid position"],
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  SiteSectionGroup: "object=site-section-group id title sections:SiteSection icon?",
};

export const commands = `
section-groups list | | GET T/section-groups
  section-groups list
section-groups create | title icon sections | POST T/section-groups
  section-groups create --title New
section-groups edit <group> | title icon | PATCH T/section-groups/{siteSectionGroupId}
  section-groups edit g9Zk69pwo7ZbFpG91Mm2 --title New
section-groups delete <group> | yes confirm must-exist | DELETE T/section-groups/{siteSectionGroupId}
  ! section-groups delete g9Zk69pwo7ZbFpG91Mm2 --yes
section-groups add <group> <section> | | POST T/section-groups/{siteSectionGroupId}/sections
  section-groups add g9Zk69pwo7ZbFpG91Mm2 ePnY5bz4286QHs81sB1N
section-groups remove <group> <section> | | DELETE T/section-groups/{siteSectionGroupId}/sections/{siteSectionId}
  ! section-groups remove g9Zk69pwo7ZbFpG91Mm2 e3w5wrLbFu5YnBs1w1Z3
section-groups move <group> | before after | POST T/section-groups/{siteSectionGroupId}/move
  section-groups move g9Zk69pwo7ZbFpG91Mm2 --before ePnY5bz4286QHs81sB1N
`;

const all = "/v1/orgs/o1/sites/t1/section-groups";
const LONG = "i".repeat(50);

export const requests = [
  list("section-groups list", `GET ${all}?limit=1000`, [group]),
  list(`section-groups list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [group]),
  write(
    `section-groups create --title More --icon ${LONG} --sections x1,x2`,
    `POST ${all}`,
    { title: "More", icon: LONG, sections: ["x1", "x2"] },
    201,
    { ...group, sections: [...group.sections, { object: "site-section", id: "x2" }] },
  ),
  write("section-groups create --title More", `POST ${all}`, { title: "More" }, 201, group),
  write(
    "section-groups edit y1 --title More --icon book",
    `PATCH ${all}/y1`,
    { title: "More", icon: "book" },
    200,
    group,
  ),
  write('section-groups edit y1 --title "" --yes', `PATCH ${all}/y1`, { title: "" }, 200, group),
  write("section-groups edit y1 --icon star", `PATCH ${all}/y1`, { icon: "star" }, 200, group),
  write("section-groups delete y1 --yes", `DELETE ${all}/y1`, undefined, 204),
  write("section-groups add y1 x1", `POST ${all}/y1/sections`, { sectionId: "x1" }, 201, group),
  write("section-groups remove y1 x1", `DELETE ${all}/y1/sections/x1`, undefined, 204),
  write(
    "section-groups move y1 --after x2",
    `POST ${all}/y1/move`,
    { position: { after: { type: "site-section", id: "x2" } } },
    200,
    group,
  ),
];

const SITE = `/v1/orgs/${id.ORG}/sites/${id.SITE}`;
const SECTIONS = `${SITE}/sections`;
const GROUPS = `${SITE}/section-groups`;
const sectionsAre = (...items: object[]) => ({ send: `GET ${SECTIONS}`, status: 200, answer: { items } });

export const successes: Successes = {
  listSiteSectionGroups: {
    send: `GET ${GROUPS}`,
    status: 200,
    answer: {
      count: 1,
      items: [
        {
          object: "site-section-group",
          id: id.GROUP,
          title: "Software",
          icon: "laptop",
          sections: [{ object: "site-section", id: id.S_FLEET }, { id: id.S_DEVELOPERS }],
        },
      ],
    },
  },
  createSiteSectionGroup: {
    send: `POST ${GROUPS}`,
    body: { title: "Hardware", icon: "gear", sections: [id.S_ROBOTS] },
    status: 201,
    answer: { object: "site-section-group", title: "Hardware", icon: "gear", sections: [{ id: id.S_ROBOTS }] },
  },
  deleteSiteSectionGroup: {
    send: `DELETE ${GROUPS}/${id.GROUP}`,
    status: 204,
    after: [
      { send: `GET ${GROUPS}`, status: 200, answer: { count: 0, items: [] } },
      sectionsAre({ id: id.S_ROBOTS }, expect.not.objectContaining({ sectionGroup: id.GROUP }), {
        id: id.S_DEVELOPERS,
      }),
    ],
  },
  updateSiteSectionGroup: {
    send: `PATCH ${GROUPS}/${id.GROUP}`,
    body: { title: "Programs", icon: "code" },
    status: 200,
    answer: { id: id.GROUP, title: "Programs", icon: "code", sections: [{}, {}] },
  },
  addSectionToGroup: {
    send: `POST ${GROUPS}/${id.GROUP}/sections`,
    body: { sectionId: id.S_ROBOTS },
    status: 201,
    answer: {
      object: "site-section-group",
      id: id.GROUP,
      sections: [{ id: id.S_FLEET }, { id: id.S_DEVELOPERS }, { id: id.S_ROBOTS, sectionGroup: id.GROUP }],
    },
  },
  removeSectionFromGroup: {
    send: `DELETE ${GROUPS}/${id.GROUP}/sections/${id.S_FLEET}`,
    status: 204,
    after: [
      { send: `GET ${GROUPS}`, status: 200, answer: { items: [{ sections: [{ id: id.S_DEVELOPERS }] }] } },
      { send: `GET ${SECTIONS}`, status: 200, answer: { count: 3 } },
    ],
  },
  moveSiteSectionGroup: {
    send: `POST ${GROUPS}/${id.GROUP}/move`,
    body: { position: { before: { type: "site-section", id: id.S_ROBOTS } } },
    status: 200,
    answer: { object: "site-section-group", id: id.GROUP, title: "Software" },
    after: [sectionsAre({ id: id.S_FLEET }, { id: id.S_DEVELOPERS }, { id: id.S_ROBOTS })],
  },
};
