import { expect } from "vitest";
import * as id from "./ids.js";
import type { Successes } from "./row.js";

const SITES = `/v1/orgs/${id.ORG}/sites`;
const SITE = `${SITES}/${id.SITE}`;
const FIELD = `${SITES}/${id.FIELD_SITE}`;
const jsonSchema = {
  type: "object",
  properties: {
    isDealer: { type: "boolean", description: "Sells our carts" },
    unsigned: {
      type: "object",
      properties: { beta: { type: "boolean", description: "Tries things out" } },
      additionalProperties: { type: "boolean" },
    },
  },
  additionalProperties: false,
};

export const sites: Successes = {
  listSites: {
    send: `GET ${SITES}?published=false`,
    status: 200,
    answer: { count: 1, items: [{ object: "site", id: id.FIELD_SITE, published: false, visibility: "share-link" }] },
  },
  createSite: {
    send: `POST ${SITES}`,
    body: { title: "Harbor", visibility: "unlisted", spaces: [id.HARBOR, id.API], newSpace: true },
    status: 201,
    answer: { object: "site", title: "Harbor", type: "basic", visibility: "unlisted", published: false, siteSpaces: 3 },
  },
  getSite: {
    send: `GET ${SITE}`,
    status: 200,
    answer: {
      object: "site",
      id: id.SITE,
      title: "Halden Docs",
      type: "basic",
      hostname: "docs.halden-robotics.example",
      basename: "docs",
      published: true,
      siteSpaces: 5,
      adaptiveContent: { enabled: true },
      ads: { status: "disabled", submittable: false },
      agentsContext: "included",
      features: [],
      urls: { published: "https://docs.halden-robotics.example/" },
    },
  },
  deleteSite: {
    send: `DELETE ${SITE}`,
    status: 204,
    after: [
      { send: `GET ${SITE}`, status: 404 },
      { send: `GET /v1/spaces/${id.GUIDE}`, status: 200, answer: { id: id.GUIDE } },
    ],
  },
  updateSite: {
    send: `PATCH ${SITE}`,
    body: {
      title: "Halden",
      visibility: "visitor-auth",
      basename: "halden",
      adaptiveContent: { enabled: false },
      agentsContext: "excluded",
      defaultSiteSection: id.S_FLEET,
      defaultSiteSpace: id.W_HARBOR,
      proxy: "halden.example/docs",
    },
    status: 200,
    answer: {
      title: "Halden",
      visibility: "visitor-auth",
      basename: "halden",
      adaptiveContent: { enabled: false },
      agentsContext: "excluded",
      proxy: { origin: "halden.example/docs", target: expect.any(String) },
    },
    after: [
      {
        send: `GET ${SITE}/sections`,
        status: 200,
        answer: {
          items: [
            { id: id.S_ROBOTS, default: false },
            { id: id.S_FLEET, default: true },
            { id: id.S_DEVELOPERS, default: false },
          ],
        },
      },
    ],
  },
  getSiteAdaptiveSchema: {
    send: `GET ${SITE}/adaptive-schema`,
    status: 200,
    answer: {
      object: "site-adaptive-schema",
      jsonSchema: { type: "object", properties: { isPartner: { type: "boolean" } }, additionalProperties: false },
      updatedAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT10:00:00\.000Z$/),
    },
  },
  setSiteAdaptiveSchema: {
    send: `PUT ${FIELD}/adaptive-schema`,
    body: { jsonSchema },
    status: 200,
    answer: { object: "site-adaptive-schema", jsonSchema, updatedAt: "2026-01-15T10:00:00.000Z" },
    after: [
      {
        send: `GET ${FIELD}/adaptive-schema/template-conditions`,
        status: 200,
        answer: {
          items: [
            { description: "Sells our carts", condition: "visitor.claims.isDealer" },
            { description: "Tries things out", condition: "visitor.claims.unsigned.beta" },
          ],
        },
      },
    ],
  },
  listSiteTemplateConditions: {
    send: `GET ${SITE}/adaptive-schema/template-conditions`,
    status: 200,
    answer: {
      items: [
        { description: "Sells our carts", condition: "visitor.claims.isPartner" },
        { description: "Has more than ten carts", condition: "visitor.claims.hasFleet" },
        { description: "Wants to see what comes next", condition: "visitor.claims.unsigned.preview" },
      ],
    },
  },
  getPublishedSite: {
    send: `GET ${SITE}/published`,
    status: 200,
    answer: {
      object: "published-content-site",
      site: { object: "site", id: id.SITE },
      structure: {
        type: "sections",
        structure: [{ object: "site-section", id: id.S_ROBOTS }, { id: id.S_FLEET }, { id: id.S_DEVELOPERS }],
      },
      customizations: { site: { title: "Halden Docs" }, siteSpaces: { [id.W_GUIDE]: { title: "Halden Docs" } } },
      scripts: [],
    },
  },
  publishSite: {
    send: `POST ${FIELD}/publish`,
    status: 200,
    answer: { object: "site", id: id.FIELD_SITE, published: true },
    after: [{ send: `GET ${FIELD}/published`, status: 200, answer: { site: { published: true } } }],
  },
};

const LINKS = `${SITE}/share-links`;

export const shareLinks: Successes = {
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
