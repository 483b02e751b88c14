import { expect } from "vitest";
import { siteSpace } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listSiteSpaces: {
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}/site-spaces",
    query: [...PAGES, { name: "shareKey", type: "string" }, { name: "default", type: "boolean" }],
    assumedStatus: 200,
    response: { resource: "SiteSpace", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  addSiteSpace: {
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces",
    body: [
      { name: "spaceId", type: "string", required: "-", alwaysSent: true },
      { name: "sectionId", type: "string", required: "-" },
    ],
    assumedStatus: 201,
    response: { resource: "SiteSpace", list: false },
    retry: "unsafe",
    proof: { get: "listSiteSpaces", made: true },
    role: "admin",
    thing: "site space",
    about: "the thing is new, and has no field for what it belongs to",
  },
  deleteSiteSpace: {
    request: "DELETE /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "site space",
    about: { siteSpaceId: "id" },
  },
  updateSiteSpace: {
    // No GET for a single site space.
    request: "PATCH /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}",
    body: [
      { name: "path", type: "string", required: "-" },
      { name: "condition", type: "string", required: "-", minLength: 1, maxLength: 1024, nullable: true },
      { name: "spaceId", type: "string", required: "-" },
    ],
    assumedStatus: 200,
    response: { resource: "SiteSpace", list: false },
    retry: "idempotent",
    proof: { get: "listSiteSpaces" },
    role: "admin",
    thing: "site space",
    about: { siteSpaceId: "id" },
  },
  moveSiteSpace: {
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move",
    body: [
      {
        name: "position",
        type: "Position",
        required: "-",
        positionType: "site-space",
        positionReference: "siteSpace",
        alwaysSent: true,
      },
    ],
    assumedStatus: 200,
    response: { resource: "SiteSpace", list: false },
    retry: "verify",
    role: "admin",
    thing: "site space",
    about: { siteSpaceId: "id" },
    errors: ["no matching resource", "invalid position"],
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  SiteSpace:
    "object=site-space id path section? space:Space title default condition? hasAdvancedCustomizationFeature urls",
};

export const commands = `
site-spaces list | share-key default no-default | GET T/site-spaces
  site-spaces list
site-spaces add | content section | POST T/site-spaces
  site-spaces add --content pkNn494pi8HgB36Wxyf8
site-spaces edit <site-space> | path condition no-condition content | PATCH T/site-spaces/{siteSpaceId}
  site-spaces edit wK753MQjk728HC5r1Zw6 --path v2
site-spaces delete <site-space> | yes confirm must-exist | DELETE T/site-spaces/{siteSpaceId}
  ! site-spaces delete w3t2772867dpfQ9GJ11v --yes
site-spaces move <site-space> | before after | POST T/site-spaces/{siteSpaceId}/move
  site-spaces move w5w5ukJs4omN22u4893H --before wK753MQjk728HC5r1Zw6
`;

const all = "/v1/orgs/o1/sites/t1/site-spaces";

export const requests = [
  list("site-spaces list", `GET ${all}?limit=1000`, [siteSpace]),
  list(
    `site-spaces list --share-key key1 --no-default ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&shareKey=key1&default=false`,
    [siteSpace],
  ),
  list("site-spaces list --default", `GET ${all}?default=true&limit=1000`, [siteSpace]),
  write("site-spaces add --content s1 --section x1", `POST ${all}`, { spaceId: "s1", sectionId: "x1" }, 201, siteSpace),
  write("site-spaces add --content s1", `POST ${all}`, { spaceId: "s1" }, 201, siteSpace),
  write(
    "site-spaces edit n1 --path guides --condition visitor.claims.isBeta --content s2",
    `PATCH ${all}/n1`,
    { path: "guides", condition: "visitor.claims.isBeta", spaceId: "s2" },
    200,
    { ...siteSpace, space: { id: "s2" } },
  ),
  write("site-spaces edit n1 --no-condition", `PATCH ${all}/n1`, { condition: null }, 200, siteSpace),
  write("site-spaces edit n1 --content s2", `PATCH ${all}/n1`, { spaceId: "s2" }, 200, {
    ...siteSpace,
    space: { id: "s2" },
  }),
  write("site-spaces delete n1 --yes", `DELETE ${all}/n1`, undefined, 204),
  write(
    "site-spaces move n1 --before n2",
    `POST ${all}/n1/move`,
    { position: { before: { type: "site-space", siteSpace: "n2" } } },
    200,
    siteSpace,
  ),
];

const SITE = `/v1/orgs/${id.ORG}/sites/${id.SITE}`;
const SPACES = `${SITE}/site-spaces`;
const spacesAre = (...items: object[]) => ({ send: `GET ${SPACES}`, status: 200, answer: { items } });

export const successes: Successes = {
  listSiteSpaces: {
    send: `GET ${SPACES}?default=false&limit=2`,
    status: 200,
    answer: {
      count: 4,
      items: [
        {
          object: "site-space",
          id: id.W_GERMAN,
          path: "tern-de",
          section: id.S_ROBOTS,
          space: { object: "space", id: id.GERMAN },
          title: "Tern Benutzerhandbuch",
          default: false,
          hasAdvancedCustomizationFeature: expect.any(Boolean),
        },
        { id: id.W_OLD, condition: "visitor.claims.isPartner" },
      ],
    },
  },
  addSiteSpace: {
    send: `POST ${SPACES}`,
    body: { spaceId: id.MANUAL, sectionId: id.S_FLEET },
    status: 201,
    answer: { object: "site-space", section: id.S_FLEET, space: { id: id.MANUAL }, default: false },
    after: [{ send: `GET ${SITE}`, status: 200, answer: { siteSpaces: 6 } }],
  },
  deleteSiteSpace: {
    send: `DELETE ${SPACES}/${id.W_OLD}`,
    status: 204,
    after: [
      spacesAre({ id: id.W_GUIDE }, { id: id.W_GERMAN }, { id: id.W_HARBOR }, { id: id.W_API }),
      { send: `GET /v1/spaces/${id.OLD}`, status: 200, answer: { id: id.OLD } },
    ],
  },
  updateSiteSpace: {
    send: `PATCH ${SPACES}/${id.W_OLD}`,
    body: { path: "service", condition: null, spaceId: id.MANUAL },
    status: 200,
    answer: { id: id.W_OLD, path: "service", space: { id: id.MANUAL }, title: "Field Service Manual" },
  },
  moveSiteSpace: {
    send: `POST ${SPACES}/${id.W_OLD}/move`,
    body: { position: { before: { type: "site-space", siteSpace: id.W_GERMAN } } },
    status: 200,
    answer: { object: "site-space", id: id.W_OLD, section: id.S_ROBOTS },
    after: [
      spacesAre({ id: id.W_GUIDE }, { id: id.W_OLD }, { id: id.W_GERMAN }, { id: id.W_HARBOR }, { id: id.W_API }),
    ],
  },
};
