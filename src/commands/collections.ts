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
import { defineCommand, defineNoun, one } from "../cli/command.js";
import { body } from "../cli/flags.js";
import { collection } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { plainVerbs } from "./plain-verbs.js";
import { SPACE_COLUMNS, titleOf } from "./shared.js";

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

const verbs = plainVerbs({ kind: collection, columns: COLUMNS, details: DETAILS, read: getCollection });

const list = verbs.list(listOrgCollections, {
  summary: "List the collections of an organization",
  query: { nested: "include collections inside collections" },
  empty: "no collections",
  examples: [
    "docs collections list",
    "docs collections list --no-nested",
    "docs collections list --json --fields id,title",
  ],
});

const view = verbs.view(getCollection, {
  summary: "Show collections",
  examples: [
    "docs collections view COLLECTION",
    "docs collections view COLLECTION --json",
    "docs collections view COLLECTION --web",
  ],
});

const create = verbs.create(createCollection, {
  summary: "Create a collection",
  textField: "title",
  fields: {
    title: { describe: "title of the collection", required: true },
    parent: { describe: "collection to create it in", value: "collection", id: "collectionId" },
  },
  examples: [
    'docs collections create "Guides"',
    'docs collections create --title "API" --parent COLLECTION --json',
    'docs collections create --title "Archive" -q .id',
  ],
});

const edit = verbs.edit(updateCollection, {
  summary: "Change fields of collections",
  fields: {
    title: "title of the collection",
    description: "description",
    defaultLevel: "access of members by default",
  },
  examples: [
    'docs collections edit COLLECTION --title "Guides"',
    "docs collections edit a b --default-level read",
    'docs collections edit COLLECTION --description "For partners" --json',
  ],
});

const remove = verbs.remove(deleteCollection, {
  summary: "Delete collections; their content moves up to the parent",
  warning: "Its spaces and collections move up to its parent.",
  examples: [
    "docs collections delete COLLECTION",
    "docs collections delete COLLECTION --yes",
    'docs collections delete COLLECTION --confirm "Guides"',
  ],
});

const spaces = verbs.sublist(listCollectionSpaces, {
  name: "spaces",
  summary: "List the spaces of a collection",
  columns: SPACE_COLUMNS,
  empty: "no spaces in this collection",
  examples: [
    "docs collections spaces COLLECTION",
    "docs collections spaces COLLECTION -q '.[].id'",
    "docs collections spaces COLLECTION -o csv > spaces.csv",
  ],
});

const move = verbs.move(moveCollection, {
  summary: "Move a collection into another one or to another position",
  fields: {
    parent: { describe: "collection to move it into", value: "collection", id: "collectionId" },
  },
  beside: ["space or collection", ["spaceId", "collectionId"]],
  position: ["space", "space"],
  examples: [
    "docs collections move COLLECTION --parent COLLECTION",
    "docs collections move COLLECTION --after SPACE",
    "docs collections move COLLECTION --before COLLECTION --dry-run",
  ],
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
  run: ({ args, body, api, out }) =>
    out.remove([args.collection], {
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
