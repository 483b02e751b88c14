import { expect } from "vitest";
import { space } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, ROLES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  getSpace: {
    request: "GET /v1/spaces/{spaceId}",
    query: [{ name: "shareKey", type: "string" }],
    assumedStatus: 200,
    response: { resource: "Space", list: false },
    retry: "safe",
    about: { spaceId: "id" },
  },
  deleteSpace: {
    // Deleted spaces are permanently removed after 7 days.
    request: "DELETE /v1/spaces/{spaceId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "space",
    about: { spaceId: "id" },
  },
  updateSpace: {
    request: "PATCH /v1/spaces/{spaceId}",
    body: [
      { name: "editMode", type: "enum", required: "-", enum: ["live", "locked"] },
      { name: "title", type: "string", required: "-" },
      {
        name: "defaultLevel",
        type: "Role",
        required: "-",
        enum: ["admin", "create", "review", "edit", "comment", "read"],
      },
      {
        name: "language",
        type: "string",
        required: "-",
        knownValues: [
          "en",
          "fr",
          "de",
          "es",
          "it",
          "pt",
          "pt-br",
          "ru",
          "ja",
          "zh",
          "yue",
          "ko",
          "ar",
          "hi",
          "nl",
          "pl",
          "tr",
          "sv",
          "no",
          "da",
          "fi",
          "el",
          "cs",
          "hu",
          "ro",
          "th",
          "vi",
          "id",
          "ms",
          "he",
          "uk",
          "sk",
          "bg",
          "hr",
          "lt",
          "lv",
          "et",
          "sl",
        ],
      },
      { name: "emoji", type: "string", required: "-" },
    ],
    assumedStatus: 200,
    response: { resource: "Space", list: false },
    retry: "idempotent",
    proof: { get: "getSpace" },
    role: "admin",
    thing: "space",
    about: { spaceId: "id" },
  },
  duplicateSpace: {
    // Returns the duplicate.
    request: "POST /v1/spaces/{spaceId}/duplicate",
    assumedStatus: 201,
    response: { resource: "Space", list: false },
    retry: "unsafe",
    proof: { get: "getSpace", made: true },
    role: "read, create there",
    thing: "copy of a space",
    about: "the thing is new, and has no field for what it belongs to",
  },
  restoreSpace: {
    // Only spaces deleted in the last 7 days can be restored.
    request: "POST /v1/spaces/{spaceId}/restore",
    assumedStatus: 200,
    response: { resource: "Space", list: false },
    retry: "verify",
    proof: { get: "getSpace", field: "deletedAt", is: "unset" },
    role: "admin",
    thing: "space",
    about: { spaceId: "id" },
  },
  moveSpace: {
    request: "POST /v1/spaces/{spaceId}/move",
    body: [
      { name: "parent", type: "string", required: "-" },
      { name: "position", type: "Position", required: "-", positionType: "space", positionReference: "space" },
    ],
    assumedStatus: 200,
    response: { resource: "Space", list: false },
    retry: "verify",
    proof: { get: "getSpace", field: "parent", is: { body: "parent" } },
    role: "admin, create there",
    thing: "space",
    about: { spaceId: "id" },
    errors: ["no matching resource", "invalid position", "no update"],
  },
  transferSpace: {
    request: "POST /v1/spaces/{spaceId}/transfer",
    body: [
      { name: "organization", type: "string", required: "-" },
      { name: "collection", type: "string", required: "-" },
    ],
    assumedStatus: 200,
    response: { resource: "Space", list: false },
    retry: "verify",
    proof: { get: "getSpace", field: "organization", is: { body: "organization" } },
    role: "admin, create there",
    thing: "space",
    about: { spaceId: "id" },
    errors: ["no matching resource", "no update", "cannot be moved"],
  },
  listOrgSpaces: {
    request: "GET /v1/orgs/{organizationId}/spaces",
    query: [...PAGES],
    assumedStatus: 200,
    response: { resource: "Space", list: true },
    retry: "safe",
    about: { organizationId: "organization" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  Space: `object=space id title emoji? visibility createdAt updatedAt deletedAt? editMode urls:SpaceUrls
    organization parent? language? gitSync? visitorAuth? revision defaultLevel comments changeRequests
    changeRequestsOpen changeRequestsDraft permissions`,
};

export const commands = `
spaces list | deleted limit page page-size sort | GET O/spaces
  spaces list
spaces view [space] | share-key web url | GET S
  spaces view
spaces edit [space] | title emoji edit-mode default-level language query field raw-field | PATCH S
  spaces edit --title Guide
spaces delete <space> | yes confirm must-exist | DELETE S
  ! spaces delete pkNn494pi8HgB36Wxyf8 --yes
spaces restore <space> | | POST S/restore
  spaces restore pckJFg4CoAX5S93XtNo9
spaces duplicate [space] | | POST S/duplicate
  spaces duplicate
spaces move <space> | parent before after | POST S/move
  spaces move pPP4WDv78L8RNnQG4tYR --parent c7WuyRt44QJyE3zm4taW
spaces transfer <space> | to-org to-collection yes confirm must-exist | POST S/transfer
  spaces transfer p3sfu86N4L96J7SLYxrq --to-org osAgpp53c2y4hH7jymzf --yes
spaces search <text> | | GET S/search
  spaces search battery
spaces links | broken stats exit-code | GET S/links
  spaces links
spaces check [space] | older-than config report fail-on export-root max-warnings |
`;

const at = "/v1/spaces/s1";

export const requests = [
  list("spaces list", "GET /v1/orgs/o1/spaces?limit=1000", [space]),
  list(`spaces list ${PAGED}`, "GET /v1/orgs/o1/spaces?page=c%2F2%2B%3D&limit=25", [space]),
  read("spaces view", `GET ${at}`, space),
  read('spaces view s1 --share-key "k&y"', `GET ${at}?shareKey=k%26y`, space),
  write("spaces delete s1 --yes", `DELETE ${at}`, undefined, 204),
  write(
    "spaces edit --edit-mode locked --title Guides --default-level read --language fr --emoji 1f4d6",
    `PATCH ${at}`,
    { editMode: "locked", title: "Guides", defaultLevel: "read", language: "fr", emoji: "1f4d6" },
    200,
    space,
  ),
  write(
    "spaces edit s1 --language tlh --edit-mode live",
    `PATCH ${at}`,
    { language: "tlh", editMode: "live" },
    200,
    space,
  ),
  write('spaces edit s1 --title "" --yes', `PATCH ${at}`, { title: "" }, 200, space),
  ...ROLES.map((role) =>
    write(`spaces edit --default-level ${role}`, `PATCH ${at}`, { defaultLevel: role }, 200, space),
  ),
  write("spaces duplicate s1", `POST ${at}/duplicate`, undefined, 201, { ...space, id: "s9" }),
  write("spaces restore s1", `POST ${at}/restore`, undefined, 200, space),
  write("spaces move s1 --parent k2", `POST ${at}/move`, { parent: "k2" }, 200, space),
  write(
    "spaces move s1 --before s2",
    `POST ${at}/move`,
    { position: { before: { type: "space", space: "s2" } } },
    200,
    space,
  ),
  write(
    "spaces move s1 --parent k2 --after s2",
    `POST ${at}/move`,
    { parent: "k2", position: { after: { type: "space", space: "s2" } } },
    200,
    space,
  ),
  write("spaces transfer s1 --to-org o2 --yes", `POST ${at}/transfer`, { organization: "o2" }, 200, space),
  write("spaces transfer s1 --to-collection k9 --yes", `POST ${at}/transfer`, { collection: "k9" }, 200, space),
];

const GUIDE = `/v1/spaces/${id.GUIDE}`;
const collectionOf = (collection: string, spaces: object[]) => ({
  send: `GET /v1/collections/${collection}/spaces`,
  status: 200,
  answer: { count: spaces.length, items: spaces },
});

export const successes: Successes = {
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
