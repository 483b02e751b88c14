import { expect } from "vitest";
import * as id from "./ids.js";
import type { Successes } from "./row.js";

const GUIDE = `/v1/spaces/${id.GUIDE}`;
const collectionOf = (collection: string, spaces: object[]) => ({
  send: `GET /v1/collections/${collection}/spaces`,
  status: 200,
  answer: { count: spaces.length, items: spaces },
});

export const spaces: Successes = {
  getSpace: {
    send: `GET ${GUIDE}`,
    status: 200,
    answer: {
      object: "space",
      id: id.GUIDE,
      title: "Tern User Guide",
      visibility: "public",
      editMode: "live",
      organization: id.ORG,
      parent: id.ROBOTS,
      revision: "ggJ8nit9kHAoyB2V2o3F",
      defaultLevel: "read",
      comments: 3,
      changeRequests: 46,
      changeRequestsOpen: 3,
      changeRequestsDraft: 1,
      permissions: { view: true, admin: true, merge: true },
    },
  },
  deleteSpace: {
    send: `DELETE ${GUIDE}`,
    status: 204,
    after: [
      { send: `GET ${GUIDE}`, status: 404 },
      { send: `GET ${GUIDE}/content`, status: 404 },
      { send: `GET /v1/orgs/${id.ORG}/spaces`, status: 200, answer: { count: 7 } },
    ],
  },
  updateSpace: {
    send: `PATCH ${GUIDE}`,
    body: { editMode: "locked", title: "Tern", defaultLevel: "comment", language: "no", emoji: "1f6d2" },
    status: 200,
    answer: {
      id: id.GUIDE,
      editMode: "locked",
      title: "Tern",
      defaultLevel: "comment",
      language: "no",
      emoji: "1f6d2",
    },
  },
  duplicateSpace: {
    send: `POST ${GUIDE}/duplicate`,
    status: 201,
    answer: {
      object: "space",
      id: expect.not.stringContaining(id.GUIDE),
      parent: id.ROBOTS,
      comments: 0,
      changeRequests: 0,
      createdAt: "2026-01-15T10:00:00.000Z",
    },
    after: [{ send: `GET /v1/orgs/${id.ORG}/spaces`, status: 200, answer: { count: 9 } }],
  },
  restoreSpace: {
    before: [{ send: `DELETE ${GUIDE}` }],
    send: `POST ${GUIDE}/restore`,
    status: 200,
    answer: { object: "space", id: id.GUIDE, parent: id.ROBOTS, comments: 3 },
    after: [{ send: `GET ${GUIDE}`, status: 200, answer: { title: "Tern User Guide" } }],
  },
  moveSpace: {
    send: `POST ${GUIDE}/move`,
    body: { position: { after: { type: "space", space: id.HARBOR } } },
    status: 200,
    answer: { id: id.GUIDE, parent: id.SOFTWARE },
    after: [collectionOf(id.SOFTWARE, [{ id: id.HARBOR }, { id: id.GUIDE }, { id: id.API }])],
  },
  transferSpace: {
    send: `POST /v1/spaces/${id.HANDBOOK}/transfer`,
    body: { collection: id.FARM },
    status: 200,
    answer: { id: id.HANDBOOK, organization: id.ORCHARD, parent: id.FARM },
    after: [{ send: `GET /v1/orgs/${id.ORCHARD}/spaces`, status: 200, answer: { count: 2 } }],
  },
  listOrgSpaces: {
    send: `GET /v1/orgs/${id.ORG}/spaces?limit=3`,
    status: 200,
    answer: {
      next: { page: expect.any(String) },
      count: 8,
      items: [{ object: "space", id: id.WELCOME }, { id: id.GUIDE }, { id: id.GERMAN }],
    },
  },
};

export const collections: Successes = {
  getCollection: {
    send: `GET /v1/collections/${id.ROBOTS}`,
    status: 200,
    answer: {
      object: "collection",
      id: id.ROBOTS,
      title: "Robots",
      organization: id.ORG,
      parent: id.PRODUCT,
      permissions: { view: true, create: true },
    },
  },
  deleteCollection: {
    send: `DELETE /v1/collections/${id.ROBOTS}`,
    status: 204,
    after: [
      { send: `GET /v1/collections/${id.ROBOTS}`, status: 404 },
      { send: `GET ${GUIDE}`, status: 200, answer: { parent: id.PRODUCT } },
      { send: `GET /v1/collections/${id.RETIRED}`, status: 200, answer: { parent: id.PRODUCT } },
    ],
  },
  updateCollection: {
    send: `PATCH /v1/collections/${id.ROBOTS}`,
    body: { title: "Carts", description: "All that drives", defaultLevel: "edit" },
    status: 200,
    answer: { id: id.ROBOTS, title: "Carts", description: "All that drives", defaultLevel: "edit", parent: id.PRODUCT },
  },
  listCollectionSpaces: {
    ...collectionOf(id.SOFTWARE, [
      { object: "space", id: id.HARBOR },
      { object: "space", id: id.API },
    ]),
  },
  moveCollection: {
    send: `POST /v1/collections/${id.RETIRED}/move`,
    body: { parent: id.DRAFTS },
    status: 200,
    answer: { object: "collection", id: id.RETIRED, parent: id.DRAFTS },
    after: [{ send: `GET /v1/spaces/${id.OLD}`, status: 200, answer: { parent: id.RETIRED } }],
  },
  transferCollection: {
    send: `POST /v1/collections/${id.DRAFTS}/transfer`,
    body: { organization: id.ORCHARD },
    status: 200,
    answer: { id: id.DRAFTS, organization: id.ORCHARD },
    after: [{ send: `GET /v1/orgs/${id.ORCHARD}/collections`, status: 200, answer: { count: 2 } }],
  },
  listOrgCollections: {
    send: `GET /v1/orgs/${id.ORG}/collections?nested=false`,
    status: 200,
    answer: { count: 3, items: [{ object: "collection", id: id.PRODUCT }, { id: id.INSIDE }, { id: id.DRAFTS }] },
    after: [{ send: `GET /v1/orgs/${id.ORG}/collections`, status: 200, answer: { count: 6 } }],
  },
  createCollection: {
    send: `POST /v1/orgs/${id.ORG}/collections`,
    body: { title: "Trials", parent: id.DRAFTS },
    status: 201,
    answer: { object: "collection", title: "Trials", parent: id.DRAFTS, organization: id.ORG },
  },
};
