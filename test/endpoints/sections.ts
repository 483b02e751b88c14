import { section } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listSiteSections: {
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}/sections",
    query: [...PAGES, { name: "shareKey", type: "string" }],
    status: 200,
    response: { resource: "SiteSection", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createSiteSection: {
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/sections",
    body: [
      { name: "spaceId", type: "string", required: "Y" },
      { name: "title", type: "string", required: "N", minLength: 2, maxLength: 128, nullable: true },
      { name: "icon", type: "string", required: "N", maxLength: 50, nullable: true },
    ],
    status: 201,
    response: { resource: "SiteSection", list: false },
    retry: "unsafe",
    proof: { get: "listSiteSections", made: true },
    role: "admin",
    thing: "section",
    about: "the thing is new, and has no field for what it belongs to",
  },
  deleteSiteSection: {
    request: "DELETE /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "section",
    about: { siteSectionId: "id" },
  },
  updateSiteSection: {
    // Title is NOT nullable here (it is on create).
    // No GET for a single section.
    request: "PATCH /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}",
    body: [
      { name: "title", type: "string", required: "N", minLength: 2, maxLength: 128 },
      { name: "path", type: "string", required: "N", minLength: 1, maxLength: 100 },
      { name: "defaultSiteSpace", type: "string", required: "N" },
      { name: "condition", type: "string", required: "N", minLength: 1, maxLength: 1024, nullable: true },
      { name: "icon", type: "string", required: "N", maxLength: 50, nullable: true },
      { name: "description", type: "string", required: "N", maxLength: 256, nullable: true },
    ],
    status: 200,
    response: { resource: "SiteSection", list: false },
    retry: "idempotent",
    proof: { get: "listSiteSections" },
    role: "admin",
    thing: "section",
    about: { siteSectionId: "id" },
  },
  moveSiteSection: {
    // Replacement is named sortSiteStructure, shape not described.
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move",
    body: [
      {
        name: "position",
        type: "Position",
        required: "-",
        positionType: "site-section",
        positionReference: "siteSection",
        alwaysSent: true,
      },
    ],
    status: 200,
    response: { resource: "SiteSection", list: false },
    deprecated: true,
    retry: "verify",
    role: "admin",
    thing: "section",
    about: { siteSectionId: "id" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  // Null removes what may be missing.
  SiteSection:
    "object=site-section id title description? default path condition? sectionGroup? siteSpaces:SiteSpace urls icon?",
};

export const commands = `
sections list | share-key | GET T/sections
  sections list
sections create | content title icon | POST T/sections
  sections create --content pkNn494pi8HgB36Wxyf8
sections edit <section> | title path default-site-space condition no-condition icon no-icon description no-description | PATCH T/sections/{siteSectionId}
  sections edit ePnY5bz4286QHs81sB1N --title New
sections delete <section> | yes confirm must-exist | DELETE T/sections/{siteSectionId}
  ! sections delete e9wwZ81xpiN1wVFC1a85 --yes
sections move <section> | before after | POST T/sections/{siteSectionId}/move
  sections move e9wwZ81xpiN1wVFC1a85 --before ePnY5bz4286QHs81sB1N
`;

const all = "/v1/orgs/o1/sites/t1/sections";

export const requests = [
  list("sections list", `GET ${all}?limit=1000`, [section]),
  list(`sections list --share-key key1 ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25&shareKey=key1`, [section]),
  write(
    "sections create --content s1 --title Guides --icon book",
    `POST ${all}`,
    { spaceId: "s1", title: "Guides", icon: "book" },
    201,
    section,
  ),
  write(
    "sections create --content s1 --no-title --no-icon",
    `POST ${all}`,
    { spaceId: "s1", title: null, icon: null },
    201,
    section,
  ),
  write("sections create --content s1", `POST ${all}`, { spaceId: "s1" }, 201, section),
  write(
    'sections edit x1 --title Guides --path guides --default-site-space n1 --condition visitor.claims.isBeta --icon book --description "How to"',
    `PATCH ${all}/x1`,
    {
      title: "Guides",
      path: "guides",
      defaultSiteSpace: "n1",
      condition: "visitor.claims.isBeta",
      icon: "book",
      description: "How to",
    },
    200,
    section,
  ),
  write(
    "sections edit x1 --no-condition --no-icon --no-description",
    `PATCH ${all}/x1`,
    { condition: null, icon: null, description: null },
    200,
    section,
  ),
  write("sections edit x1 --title Go", `PATCH ${all}/x1`, { title: "Go" }, 200, section),
  write("sections delete x1 --yes", `DELETE ${all}/x1`, undefined, 204),
  write(
    "sections move x1 --before x2",
    `POST ${all}/x1/move`,
    { position: { before: { type: "site-section", siteSection: "x2" } } },
    200,
    section,
  ),
];

const SITE = `/v1/orgs/${id.ORG}/sites/${id.SITE}`;
const SECTIONS = `${SITE}/sections`;
const sectionsAre = (...items: object[]) => ({ send: `GET ${SECTIONS}`, status: 200, answer: { items } });

export const successes: Successes = {
  listSiteSections: {
    send: `GET ${SECTIONS}`,
    status: 200,
    answer: {
      count: 3,
      items: [
        {
          object: "site-section",
          id: id.S_ROBOTS,
          title: "Robots",
          path: "robots",
          default: true,
          icon: "cart-flatbed",
          siteSpaces: [{ object: "site-space", id: id.W_GUIDE }, { id: id.W_GERMAN }, { id: id.W_OLD }],
        },
        { id: id.S_FLEET, sectionGroup: id.GROUP },
        { id: id.S_DEVELOPERS, condition: "visitor.claims.hasFleet || visitor.claims.unsigned.preview" },
      ],
    },
  },
  createSiteSection: {
    send: `POST ${SECTIONS}`,
    body: { spaceId: id.MANUAL, title: "Service", icon: "wrench" },
    status: 201,
    answer: {
      object: "site-section",
      title: "Service",
      icon: "wrench",
      default: false,
      siteSpaces: [{ space: { object: "space", id: id.MANUAL }, default: true }],
    },
    after: [{ send: `GET ${SITE}`, status: 200, answer: { siteSpaces: 6 } }],
  },
  deleteSiteSection: {
    send: `DELETE ${SECTIONS}/${id.S_ROBOTS}`,
    status: 204,
    after: [
      sectionsAre({ id: id.S_FLEET, default: true }, { id: id.S_DEVELOPERS }),
      { send: `GET ${SITE}`, status: 200, answer: { siteSpaces: 2 } },
    ],
  },
  updateSiteSection: {
    send: `PATCH ${SECTIONS}/${id.S_ROBOTS}`,
    body: {
      title: "Carts",
      path: "carts",
      defaultSiteSpace: id.W_GERMAN,
      condition: "visitor.claims.isPartner",
      icon: null,
      description: null,
    },
    status: 200,
    answer: {
      id: id.S_ROBOTS,
      title: "Carts",
      path: "carts",
      condition: "visitor.claims.isPartner",
      siteSpaces: [{ default: false }, { id: id.W_GERMAN, default: true }, { default: false }],
    },
  },
  moveSiteSection: {
    send: `POST ${SECTIONS}/${id.S_DEVELOPERS}/move`,
    body: { position: { before: { type: "site-section", siteSection: id.S_FLEET } } },
    status: 200,
    answer: { object: "site-section", id: id.S_DEVELOPERS, sectionGroup: id.GROUP },
    after: [sectionsAre({ id: id.S_ROBOTS }, { id: id.S_DEVELOPERS }, { id: id.S_FLEET })],
  },
};
