import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from "../catalog/share-links.js";
import { defineCommand, defineNoun, many } from "../cli/command.js";
import { body } from "../cli/flags.js";
import { shareLink } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { lookup } from "../cli/targets/list-lookup.js";
import { madeLine } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Name", path: "name" },
  { header: "Active", path: "active", as: "boolean" },
  { header: "Created", path: "createdAt", as: "time", drop: 2 },
  { header: "URL", path: "urls.published", as: "url", drop: 1 },
];

const list = defineCommand({
  name: "list",
  summary: "List the share links of a site",
  endpoints: [listShareLinks],
  within: ["org", "site"],
  paged: true,
  examples: [
    "docs share-links list",
    "docs share-links list --site SITE --json",
    "docs share-links list -q '.[] | select(.active) | .name'",
  ],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(listShareLinks, { params: scope, query }), { columns: COLUMNS, empty: "no share links" }),
});

const create = defineCommand({
  name: "create",
  summary: "Create a share link",
  endpoints: [createShareLink],
  within: ["org", "site"],
  textField: "name",
  flags: body(createShareLink, { name: { describe: "label, such as the recipient", required: true } }),
  examples: [
    'docs share-links create "Partners"',
    'docs share-links create --name "Review" -q .urls.published',
    'docs share-links create --name "Partners" --site SITE --json',
  ],
  run: async ({ scope, body, api, out }) => {
    const created = await api.call(createShareLink, { params: scope, body });
    // Its address holds the key, which words on standard error never show: it is data.
    await out.item(created, { columns: COLUMNS });
    out.done(madeLine("Created share link", created.id, created.name));
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Rename share links, or turn them on or off",
  endpoints: [updateShareLink],
  args: { shareLink: many(shareLink) },
  flags: body(updateShareLink, { name: "label, such as the recipient", active: "whether it gives access to the site" }),
  needsField: true,
  examples: [
    "docs share-links edit SHARE-LINK --no-active",
    'docs share-links edit SHARE-LINK --name "Partners 2"',
    "docs share-links edit a b --no-active",
  ],
  run: ({ args, body, api, out }) =>
    out.each(args.shareLink, ({ params }) => api.call(updateShareLink, { params, body }), {
      columns: COLUMNS,
      changes: "share link",
    }),
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete share links",
  endpoints: [deleteShareLink],
  args: { shareLink: many(shareLink) },
  destructive: true,
  examples: [
    "docs share-links delete SHARE-LINK",
    "docs share-links delete a b --yes",
    'docs share-links delete SHARE-LINK --confirm "Partners"',
  ],
  run: ({ args, api, remove }) => {
    const find = lookup("share link");
    return remove(args.shareLink, {
      what: "share link",
      read: ({ params, id }) => find({ id, place: params.siteId, list: () => api.list(listShareLinks, { params }) }),
      title: (item) => (typeof item.name === "string" ? item.name : undefined),
      warning: "It no longer opens the site.",
      send: ({ params }, options) => api.call(deleteShareLink, { params }, options),
    });
  },
});

export default defineNoun(list, create, edit, remove);
