import {
  addSiteSpace,
  deleteSiteSpace,
  listSiteSpaces,
  moveSiteSpace,
  updateSiteSpace,
} from "../catalog/site-spaces.js";
import { positionFlags, positionOf } from "../cli/argv/position-flags.js";
import { defineCommand, defineNoun, many, one } from "../cli/command.js";
import { body, query } from "../cli/flags.js";
import { siteSpace } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { lookup } from "../cli/targets/list-lookup.js";
import { madeLine, titleOf } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Path", path: "path" },
  { header: "Default", path: "default", as: "boolean", drop: 3 },
  { header: "Section", path: "section", as: "id", names: "siteSectionId", drop: 4 },
  { header: "Space", path: "space.id", as: "id", names: "spaceId", drop: 5 },
  { header: "Condition", path: "condition", drop: 2 },
  { header: "URL", path: "urls.published", as: "url", drop: 6 },
];

const list = defineCommand({
  name: "list",
  summary: "List the spaces linked to a site",
  endpoints: [listSiteSpaces],
  within: ["org", "site"],
  flags: query(listSiteSpaces, {
    shareKey: { describe: "key of a share link", value: "key" },
    default: "only the default site space, or with --no-default only the others",
  }),
  paged: true,
  examples: [
    "docs site-spaces list",
    "docs site-spaces list --no-default",
    "docs site-spaces list --json --fields id,space.id",
  ],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(listSiteSpaces, { params: scope, query }), { columns: COLUMNS, empty: "no spaces on this site" }),
});

const add = defineCommand({
  name: "add",
  summary: "Link a space to a site",
  endpoints: [addSiteSpace],
  within: ["org", "site"],
  flags: body(addSiteSpace, {
    spaceId: { describe: "space to link", name: "content", value: "space", id: "spaceId", required: true },
    sectionId: {
      describe: "section to add it to; default: the default section",
      name: "section",
      value: "section",
      id: "siteSectionId",
    },
  }),
  examples: [
    "docs site-spaces add --content SPACE",
    "docs site-spaces add --content SPACE --section SECTION --json",
    "docs site-spaces add --content SPACE --site SITE -q .id",
  ],
  run: async ({ scope, body, api, out }) => {
    const added = await api.call(addSiteSpace, { params: scope, body });
    await out.result(added, {
      columns: COLUMNS,
      done: madeLine(`Linked space ${body.spaceId} as site space`, added.id),
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change the path, the condition or the space of site spaces",
  endpoints: [updateSiteSpace],
  args: { siteSpace: many(siteSpace) },
  flags: body(updateSiteSpace, {
    path: "path on the site",
    condition: "expression that decides which visitors see it",
    spaceId: { describe: "space to show", name: "content", value: "space", id: "spaceId" },
  }),
  needsField: true,
  examples: [
    "docs site-spaces edit SITE-SPACE --path v2",
    "docs site-spaces edit SITE-SPACE --no-condition",
    "docs site-spaces edit SITE-SPACE --content SPACE",
  ],
  run: ({ args, body, api, out }) =>
    out.each(args.siteSpace, ({ params }) => api.call(updateSiteSpace, { params, body }), {
      columns: COLUMNS,
      changes: "site space",
    }),
});

const remove = defineCommand({
  name: "delete",
  summary: "Remove spaces from a site; the spaces themselves stay",
  endpoints: [deleteSiteSpace],
  args: { siteSpace: many(siteSpace) },
  destructive: true,
  examples: [
    "docs site-spaces delete SITE-SPACE",
    "docs site-spaces delete a b --yes",
    'docs site-spaces delete SITE-SPACE --confirm "User guide"',
  ],
  run: ({ args, api, remove }) => {
    const find = lookup("site space");
    return remove(args.siteSpace, {
      what: "site space",
      read: ({ params, id }) => find({ id, place: params.siteId, list: () => api.list(listSiteSpaces, { params }) }),
      title: titleOf,
      warning: "The space itself stays.",
      send: ({ params }, options) => api.call(deleteSiteSpace, { params }, options),
    });
  },
});

const move = defineCommand({
  name: "move",
  summary: "Move a site space before or after another",
  endpoints: [moveSiteSpace],
  args: { siteSpace: one(siteSpace) },
  flags: positionFlags("site space", "siteSpaceId"),
  needsField: true,
  offeredFields: ["before", "after"],
  examples: [
    "docs site-spaces move SITE-SPACE --before SITE-SPACE",
    "docs site-spaces move SITE-SPACE --after SITE-SPACE",
    "docs site-spaces move SITE-SPACE --before SITE-SPACE --dry-run",
  ],
  run: ({ args, flags, api, out }) =>
    out.each(
      [args.siteSpace],
      ({ params }) => api.call(moveSiteSpace, { params, body: positionOf(flags, "site-space", "siteSpace") }),
      { columns: COLUMNS, done: (target) => `Moved site space ${target.label}` },
    ),
});

export default defineNoun(list, add, edit, remove, move);
