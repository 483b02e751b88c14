import { expect } from "vitest";
import * as id from "./ids.js";
import type { Successes } from "./row.js";

const SITE = `/v1/orgs/${id.ORG}/sites/${id.SITE}`;
const SECTIONS = `${SITE}/sections`;
const GROUPS = `${SITE}/section-groups`;
const SPACES = `${SITE}/site-spaces`;
const sectionsAre = (...items: object[]) => ({ send: `GET ${SECTIONS}`, status: 200, answer: { items } });
const spacesAre = (...items: object[]) => ({ send: `GET ${SPACES}`, status: 200, answer: { items } });

export const sections: Successes = {
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

export const sectionGroups: Successes = {
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

export const siteSpaces: Successes = {
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
