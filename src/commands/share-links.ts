import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from "../catalog/share-links.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import { body } from "../cli/flags.js";
import { shareLink } from "../cli/kinds.js";
import { plainVerbs } from "./plain-verbs.js";

const COLUMNS = [
  { header: "ID", path: "id", as: "id" },
  { header: "Name", path: "name" },
  { header: "Active", path: "active", as: "boolean" },
  { header: "Created", path: "createdAt", as: "time", drop: 2 },
  { header: "URL", path: "urls.published", as: "url", drop: 1 },
] as const;

const verbs = plainVerbs({ kind: shareLink, columns: COLUMNS, read: listShareLinks });

const list = verbs.list(listShareLinks, {
  summary: "List the share links of a site",
  empty: "no share links",
  examples: [
    "docs share-links list",
    "docs share-links list --site SITE --json",
    "docs share-links list -q '.[] | select(.active) | .name'",
  ],
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
    out.done(out.made("Created share link", created.id, created.name));
  },
});

const edit = verbs.edit(updateShareLink, {
  summary: "Rename share links, or turn them on or off",
  fields: { name: "label, such as the recipient", active: "whether it gives access to the site" },
  examples: [
    "docs share-links edit SHARE-LINK --no-active",
    'docs share-links edit SHARE-LINK --name "Partners 2"',
    "docs share-links edit a b --no-active",
  ],
});

const remove = verbs.remove(deleteShareLink, {
  summary: "Delete share links",
  warning: "It no longer opens the site.",
  examples: [
    "docs share-links delete SHARE-LINK",
    "docs share-links delete a b --yes",
    'docs share-links delete SHARE-LINK --confirm "Partners"',
  ],
});

export default defineNoun(list, create, edit, remove);
