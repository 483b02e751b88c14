import { shareLink } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listShareLinks: {
    request: "GET /v1/orgs/{organizationId}/sites/{siteId}/share-links",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "ShareLink", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createShareLink: {
    request: "POST /v1/orgs/{organizationId}/sites/{siteId}/share-links",
    body: [{ name: "name", type: "string", required: "-", alwaysSent: true }],
    assumedStatus: 201,
    response: { resource: "ShareLink", list: false },
    retry: "unsafe",
    proof: { get: "listShareLinks", made: true },
    role: "admin",
    thing: "share link",
    about: "the thing is new, and has no field for what it belongs to",
  },
  deleteShareLink: {
    request: "DELETE /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "share link",
    about: { shareLinkId: "id" },
  },
  updateShareLink: {
    // No GET for a single share link.
    request: "PATCH /v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}",
    body: [
      { name: "active", type: "boolean", required: "-" },
      { name: "name", type: "string", required: "-" },
    ],
    assumedStatus: 200,
    response: { resource: "ShareLink", list: false },
    retry: "idempotent",
    proof: { get: "listShareLinks" },
    role: "admin",
    thing: "share link",
    about: { shareLinkId: "id" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  ShareLink: "object=share-link id createdAt name active urls",
};

export const commands = `
share-links list | | GET T/share-links
  share-links list
share-links create | name | POST T/share-links
  share-links create --name New
share-links edit <share-link> | name active no-active | PATCH T/share-links/{shareLinkId}
  share-links edit k4417hK4FrRVS9ezeUW3 --name New
share-links delete <share-link> | yes confirm must-exist | DELETE T/share-links/{shareLinkId}
  ! share-links delete k4417hK4FrRVS9ezeUW3 --yes
`;

const all = "/v1/orgs/o1/sites/t1/share-links";

export const requests = [
  list("share-links list", `GET ${all}?limit=1000`, [shareLink]),
  list(`share-links list ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25`, [shareLink]),
  write("share-links create --name Partners", `POST ${all}`, { name: "Partners" }, 201, shareLink),
  write(
    "share-links edit l1 --active --name Partners",
    `PATCH ${all}/l1`,
    { active: true, name: "Partners" },
    200,
    shareLink,
  ),
  write("share-links edit l1 --no-active", `PATCH ${all}/l1`, { active: false }, 200, shareLink),
  write("share-links edit l1 --name Press", `PATCH ${all}/l1`, { name: "Press" }, 200, shareLink),
  write("share-links delete l1 --yes", `DELETE ${all}/l1`, undefined, 204),
];

const SITES = `/v1/orgs/${id.ORG}/sites`;
const SITE = `${SITES}/${id.SITE}`;
const LINKS = `${SITE}/share-links`;

export const successes: Successes = {
  listShareLinks: {
    send: `GET ${LINKS}`,
    status: 200,
    answer: {
      count: 2,
      items: [
        {
          object: "share-link",
          id: id.PARTNERS,
          name: "Partners",
          active: true,
          urls: { published: `https://docs.halden-robotics.example/?shareKey=${id.PARTNERS}` },
        },
        { id: id.PRESS, active: false },
      ],
    },
  },
  createShareLink: {
    send: `POST ${LINKS}`,
    body: { name: "Reviewers" },
    status: 201,
    answer: { object: "share-link", name: "Reviewers", active: true, createdAt: "2026-01-15T10:00:00.000Z" },
    after: [{ send: `GET ${LINKS}`, status: 200, answer: { count: 3 } }],
  },
  deleteShareLink: {
    send: `DELETE ${LINKS}/${id.PRESS}`,
    status: 204,
    after: [{ send: `GET ${LINKS}`, status: 200, answer: { count: 1, items: [{ id: id.PARTNERS }] } }],
  },
  updateShareLink: {
    send: `PATCH ${LINKS}/${id.PARTNERS}`,
    body: { active: false, name: "Dealers" },
    status: 200,
    answer: { id: id.PARTNERS, active: false, name: "Dealers" },
  },
};
