import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionSpaces,
  listOrgCollections,
  moveCollection,
  transferCollection,
  updateCollection,
} from "../../src/catalog/collections.js";
import { collection, space } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const at = { params: { collectionId: "k1" } };
const org = { params: { organizationId: "o1" } };
const collections = { count: 1, items: [collection] };
const spaces = { count: 1, items: [space] };

export const rows = [
  list(listOrgCollections, org, {}, "GET /v1/orgs/o1/collections?limit=1000", collections, [collection]),
  list(
    listOrgCollections,
    { ...org, query: { nested: false } },
    PAGED,
    "GET /v1/orgs/o1/collections?page=c%2F2%2B%3D&limit=25&nested=false",
    collections,
    [collection],
  ),
  list(
    listOrgCollections,
    { ...org, query: { nested: true } },
    {},
    "GET /v1/orgs/o1/collections?nested=true&limit=1000",
    collections,
    [collection],
  ),
  call(
    createCollection,
    { ...org, body: { title: "Products", parent: "k0" } },
    "POST /v1/orgs/o1/collections",
    201,
    collection,
  ),
  call(createCollection, { ...org, body: {} }, "POST /v1/orgs/o1/collections", 201, collection),
  call(getCollection, at, "GET /v1/collections/k1", 200, collection),
  call(
    updateCollection,
    { ...at, body: { title: "Products", description: "All of them", defaultLevel: "comment" } },
    "PATCH /v1/collections/k1",
    200,
    collection,
  ),
  call(updateCollection, { ...at, body: { description: "" } }, "PATCH /v1/collections/k1", 200, collection),
  call(updateCollection, { ...at, body: { title: "P" } }, "PATCH /v1/collections/k1", 200, collection),
  call(deleteCollection, at, "DELETE /v1/collections/k1", 204),
  list(listCollectionSpaces, at, {}, "GET /v1/collections/k1/spaces?limit=1000", spaces, [space]),
  list(listCollectionSpaces, at, PAGED, "GET /v1/collections/k1/spaces?page=c%2F2%2B%3D&limit=25", spaces, [space]),
  call(moveCollection, { ...at, body: { parent: "k2" } }, "POST /v1/collections/k1/move", 200, collection),
  call(
    moveCollection,
    { ...at, body: { position: { after: { type: "space", space: "k3" } } } },
    "POST /v1/collections/k1/move",
    200,
    collection,
  ),
  call(transferCollection, { ...at, body: { organization: "o2" } }, "POST /v1/collections/k1/transfer", 200, {
    ...collection,
    organization: "o2",
  }),
  call(transferCollection, { ...at, body: {} }, "POST /v1/collections/k1/transfer", 200, collection),
];
