import { collection, space } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, ROLES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  getCollection: {
    request: "GET /v1/collections/{collectionId}",
    assumedStatus: 200,
    response: { resource: "Collection", list: false },
    retry: "safe",
    about: { collectionId: "id" },
  },
  deleteCollection: {
    request: "DELETE /v1/collections/{collectionId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "collection",
    about: { collectionId: "id" },
  },
  updateCollection: {
    request: "PATCH /v1/collections/{collectionId}",
    body: [
      { name: "title", type: "string", required: "-" },
      { name: "description", type: "string", required: "-" },
      {
        name: "defaultLevel",
        type: "Role",
        required: "-",
        enum: ["admin", "create", "review", "edit", "comment", "read"],
      },
    ],
    assumedStatus: 200,
    response: { resource: "Collection", list: false },
    retry: "idempotent",
    proof: { get: "getCollection" },
    role: "admin",
    thing: "collection",
    about: { collectionId: "id" },
  },
  listCollectionSpaces: {
    request: "GET /v1/collections/{collectionId}/spaces",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "Space", list: true },
    retry: "safe",
    about: "a collection may list what is in its collections",
  },
  moveCollection: {
    // Position type `space` here too.
    request: "POST /v1/collections/{collectionId}/move",
    body: [
      { name: "parent", type: "string", required: "-" },
      { name: "position", type: "Position", required: "-", positionType: "space", positionReference: "space" },
    ],
    assumedStatus: 200,
    response: { resource: "Collection", list: false },
    retry: "verify",
    proof: { get: "getCollection", field: "parent", is: { body: "parent" } },
    role: "admin, create there",
    thing: "collection",
    about: { collectionId: "id" },
    errors: ["no matching resource", "invalid position", "no update"],
  },
  transferCollection: {
    request: "POST /v1/collections/{collectionId}/transfer",
    body: [{ name: "organization", type: "string", required: "-", alwaysSent: true }],
    assumedStatus: 200,
    response: { resource: "Collection", list: false },
    retry: "verify",
    proof: { get: "getCollection", field: "organization", is: { body: "organization" } },
    role: "admin, create there",
    thing: "collection",
    about: { collectionId: "id" },
    errors: ["no matching resource", "no update", "cannot be moved"],
  },
  listOrgCollections: {
    request: "GET /v1/orgs/{organizationId}/collections",
    query: [...PAGES, { name: "nested", type: "boolean", default: true }],
    assumedStatus: 200,
    response: { resource: "Collection", list: true },
    retry: "safe",
    about: { organizationId: "organization" },
  },
  createCollection: {
    request: "POST /v1/orgs/{organizationId}/collections",
    body: [
      { name: "title", type: "string", required: "-", alwaysSent: true },
      { name: "parent", type: "string", required: "-" },
    ],
    assumedStatus: 201,
    response: { resource: "Collection", list: false },
    retry: "unsafe",
    proof: { get: "getCollection", made: true },
    role: "create",
    thing: "collection",
    about: { organizationId: "organization" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  Collection: "object=collection id title description organization parent? defaultLevel urls permissions",
};

export const commands = `
collections list | no-nested | GET O/collections
  collections list
collections view <collection> | | GET C
  collections view c7WuyRt44QJyE3zm4taW
collections create | title parent | POST O/collections
  collections create --title New
collections edit <collection> | title description default-level | PATCH C
  collections edit c7WuyRt44QJyE3zm4taW --title New
collections delete <collection> | yes confirm must-exist | DELETE C
  ! collections delete cxFhGxM3216Qsn5jm8q8 --yes
collections spaces <collection> | | GET C/spaces
  collections spaces cC27v54cXpR684GxcEvU
collections move <collection> | parent before after | POST C/move
  collections move cS7ormSW7G774f2RtAZg --parent c7WuyRt44QJyE3zm4taW
collections transfer <collection> | to-org yes confirm must-exist | POST C/transfer
  collections transfer cS7ormSW7G774f2RtAZg --to-org osAgpp53c2y4hH7jymzf --yes
`;

const all = "/v1/orgs/o1/collections";
const at = "/v1/collections/k1";

export const requests = [
  list("collections list", `GET ${all}?limit=1000`, [collection]),
  list(`collections list --no-nested ${PAGED}`, `GET ${all}?page=c%2F2%2B%3D&limit=25&nested=false`, [collection]),
  list("collections list --nested", `GET ${all}?nested=true&limit=1000`, [collection]),
  write(
    "collections create --title Products --parent k2",
    `POST ${all}`,
    { title: "Products", parent: "k2" },
    201,
    collection,
  ),
  write("collections create --title Products", `POST ${all}`, { title: "Products" }, 201, collection),
  read("collections view k1", `GET ${at}`, collection),
  write(
    'collections edit k1 --title Products --description "All of them" --default-level comment',
    `PATCH ${at}`,
    { title: "Products", description: "All of them", defaultLevel: "comment" },
    200,
    collection,
  ),
  write('collections edit k1 --description ""', `PATCH ${at}`, { description: "" }, 200, collection),
  ...ROLES.map((role) =>
    write(`collections edit k1 --default-level ${role}`, `PATCH ${at}`, { defaultLevel: role }, 200, collection),
  ),
  write("collections delete k1 --yes", `DELETE ${at}`, undefined, 204),
  list("collections spaces k1", `GET ${at}/spaces?limit=1000`, [space]),
  list(`collections spaces k1 ${PAGED}`, `GET ${at}/spaces?page=c%2F2%2B%3D&limit=25`, [space]),
  write("collections move k1 --parent k2", `POST ${at}/move`, { parent: "k2" }, 200, collection),
  write(
    "collections move k1 --after k3",
    `POST ${at}/move`,
    { position: { after: { type: "space", space: "k3" } } },
    200,
    collection,
  ),
  write("collections transfer k1 --to-org o2 --yes", `POST ${at}/transfer`, { organization: "o2" }, 200, collection),
];

const GUIDE = `/v1/spaces/${id.GUIDE}`;

const collectionOf = (collection: string, spaces: object[]) => ({
  send: `GET /v1/collections/${collection}/spaces`,
  status: 200,
  answer: { count: spaces.length, items: spaces },
});

export const successes: Successes = {
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
