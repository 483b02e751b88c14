import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollectionSpaces,
  listOrgCollections,
  moveCollection,
  transferCollection,
  updateCollection,
} from "../catalog/collections.js";
import { positionFlags, positionOf } from "../cli/argv/position-flags.js";
import { defineCommand, defineNoun, many, one } from "../cli/command.js";
import { body, query } from "../cli/flags.js";
import { collection } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { madeLine, SPACE_COLUMNS, titleOf } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Parent", path: "parent", as: "id", names: "collectionId", drop: 3 },
  { header: "Default level", path: "defaultLevel", as: "state", drop: 2 },
  { header: "Description", path: "description", drop: 1 },
];

const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { header: "Organization", path: "organization", as: "id", names: "organizationId" },
  { header: "Permissions", path: "permissions" },
  { header: "App", path: "urls.app", as: "url" },
];

const list = defineCommand({
  name: "list",
  summary: "List the collections of an organization",
  endpoints: [listOrgCollections],
  within: ["org"],
  flags: query(listOrgCollections, { nested: "include collections inside collections" }),
  paged: true,
  examples: [
    "docs collections list",
    "docs collections list --no-nested",
    "docs collections list --json --fields id,title",
  ],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(listOrgCollections, { params: scope, query }), { columns: COLUMNS, empty: "no collections" }),
});

const view = defineCommand({
  name: "view",
  summary: "Show collections",
  endpoints: [getCollection],
  args: { collection: many(collection) },
  examples: [
    "docs collections view COLLECTION",
    "docs collections view COLLECTION --json",
    "docs collections view COLLECTION --web",
  ],
  run: ({ args, api, show }) =>
    show(args.collection, ({ params }) => api.call(getCollection, { params }), { columns: DETAILS }),
});

const create = defineCommand({
  name: "create",
  summary: "Create a collection",
  endpoints: [createCollection],
  within: ["org"],
  textField: "title",
  flags: body(createCollection, {
    title: { describe: "title of the collection", required: true },
    parent: { describe: "collection to create it in", value: "collection", id: "collectionId" },
  }),
  examples: [
    'docs collections create "Guides"',
    'docs collections create --title "API" --parent COLLECTION --json',
    'docs collections create --title "Archive" -q .id',
  ],
  run: async ({ scope, body, api, out }) => {
    const created = await api.call(createCollection, { params: scope, body });
    await out.result(created, {
      columns: DETAILS,
      done: madeLine("Created collection", created.id, created.title),
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change fields of collections",
  endpoints: [updateCollection],
  args: { collection: many(collection) },
  flags: body(updateCollection, {
    title: "title of the collection",
    description: "description",
    defaultLevel: "access of members by default",
  }),
  needsField: true,
  examples: [
    'docs collections edit COLLECTION --title "Guides"',
    "docs collections edit a b --default-level read",
    'docs collections edit COLLECTION --description "For partners" --json',
  ],
  run: ({ args, body, api, out }) =>
    out.each(args.collection, ({ params }) => api.call(updateCollection, { params, body }), {
      columns: DETAILS,
      changes: "collection",
    }),
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete collections; their content moves up to the parent",
  endpoints: [deleteCollection],
  args: { collection: many(collection) },
  destructive: true,
  examples: [
    "docs collections delete COLLECTION",
    "docs collections delete COLLECTION --yes",
    'docs collections delete COLLECTION --confirm "Guides"',
  ],
  run: ({ args, api, remove }) =>
    remove(args.collection, {
      what: "collection",
      read: ({ params }) => api.call(getCollection, { params }),
      title: titleOf,
      warning: "Its spaces and collections move up to its parent.",
      send: ({ params }, options) => api.call(deleteCollection, { params }, options),
    }),
});

const spaces = defineCommand({
  name: "spaces",
  summary: "List the spaces of a collection",
  endpoints: [listCollectionSpaces],
  args: { collection: one(collection) },
  paged: true,
  examples: [
    "docs collections spaces COLLECTION",
    "docs collections spaces COLLECTION -q '.[].id'",
    "docs collections spaces COLLECTION -o csv > spaces.csv",
  ],
  run: ({ args, query, api, out }) =>
    out.list(api.list(listCollectionSpaces, { params: args.collection.params, query }), {
      columns: SPACE_COLUMNS,
      empty: "no spaces in this collection",
    }),
});

const move = defineCommand({
  name: "move",
  summary: "Move a collection into another one or to another position",
  endpoints: [moveCollection],
  args: { collection: one(collection) },
  flags: {
    ...body(moveCollection, {
      parent: { describe: "collection to move it into", value: "collection", id: "collectionId" },
    }),
    ...positionFlags("space or collection", ["spaceId", "collectionId"]),
  },
  needsField: true,
  offeredFields: ["parent", "before", "after"],
  examples: [
    "docs collections move COLLECTION --parent COLLECTION",
    "docs collections move COLLECTION --after SPACE",
    "docs collections move COLLECTION --before COLLECTION --dry-run",
  ],
  run: ({ args, flags, body, api, out }) =>
    out.each(
      [args.collection],
      ({ params }) => api.call(moveCollection, { params, body: { ...body, ...positionOf(flags, "space", "space") } }),
      { columns: DETAILS, done: (target) => `Moved collection ${target.label}` },
    ),
});

const transfer = defineCommand({
  name: "transfer",
  summary: "Transfer a collection to another organization",
  endpoints: [transferCollection],
  args: { collection: one(collection) },
  flags: body(transferCollection, {
    organization: { describe: "destination organization", name: "to-org", value: "org", id: "organizationId" },
  }),
  needsField: true,
  offeredFields: ["organization"],
  destructive: true,
  examples: [
    "docs collections transfer COLLECTION --to-org ORG",
    "docs collections transfer COLLECTION --to-org ORG --yes",
    'docs collections transfer COLLECTION --to-org ORG --confirm "Guides"',
  ],
  run: ({ args, body, api, remove }) =>
    remove([args.collection], {
      what: "collection",
      verb: ["Transfer", "Transferred"],
      read: ({ params }) => api.call(getCollection, { params }),
      title: titleOf,
      warning: "Members of this organization lose access to it and its spaces.",
      columns: DETAILS,
      send: ({ params }, options) => api.call(transferCollection, { params, body }, options),
    }),
});

export default defineNoun(list, view, create, edit, remove, spaces, move, transfer);
