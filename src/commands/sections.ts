import {
  createSiteSection,
  deleteSiteSection,
  listSiteSections,
  moveSiteSection,
  updateSiteSection,
} from "../catalog/sections.js";
import { positionFlags, positionOf } from "../cli/argv/position-flags.js";
import { defineCommand, defineNoun, many, one } from "../cli/command.js";
import { body, query } from "../cli/flags.js";
import { section } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { lookup } from "../cli/targets/list-lookup.js";
import { madeLine, titleOf } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Path", path: "path" },
  { header: "Default", path: "default", as: "boolean", drop: 3 },
  { header: "Group", path: "sectionGroup", as: "id", names: "siteSectionGroupId", drop: 4 },
  {
    header: "Spaces",
    path: "siteSpaces",
    as: "number",
    drop: 2,
    value: (item) => (Array.isArray(item.siteSpaces) ? item.siteSpaces.length : ""),
  },
  { header: "Condition", path: "condition", drop: 5 },
];

const DETAILS: readonly Column[] = [
  ...COLUMNS,
  { header: "Icon", path: "icon" },
  { header: "Description", path: "description" },
  { header: "URL", path: "urls.published", as: "url" },
];

const list = defineCommand({
  name: "list",
  summary: "List the sections of a site",
  endpoints: [listSiteSections],
  within: ["org", "site"],
  flags: query(listSiteSections, { shareKey: { describe: "key of a share link", value: "key" } }),
  paged: true,
  examples: ["docs sections list", "docs sections list --site SITE --json", "docs sections list --share-key KEY"],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(listSiteSections, { params: scope, query }), { columns: COLUMNS, empty: "no sections" }),
});

const create = defineCommand({
  name: "create",
  summary: "Add a section to a site, with a space as its content",
  endpoints: [createSiteSection],
  within: ["org", "site"],
  flags: body(createSiteSection, {
    spaceId: { describe: "space to show in the section", name: "content", value: "space", id: "spaceId" },
    title: "title of the section; default: that of the space",
    icon: "name of its icon",
  }),
  examples: [
    "docs sections create --content SPACE",
    'docs sections create --content SPACE --title "API reference" --icon code --json',
    "docs sections create --content SPACE --site SITE",
  ],
  run: async ({ scope, body, api, out }) => {
    const { spaceId, ...rest } = body;
    const created = await api.call(createSiteSection, {
      params: scope,
      // Required, so it was asked for; --field may give it too, and that is merged behind the schema.
      body: { ...rest, spaceId: spaceId as string },
    });
    await out.result(created, {
      columns: DETAILS,
      done: madeLine("Created section", created.id, created.title),
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change fields of sections",
  endpoints: [updateSiteSection],
  args: { section: many(section) },
  flags: body(updateSiteSection, {
    title: "title of the section",
    path: "last part of its address",
    defaultSiteSpace: { describe: "default site space", value: "site-space", id: "siteSpaceId" },
    condition: "expression that decides which visitors see it",
    icon: "name of its icon",
    description: "description",
  }),
  needsField: true,
  examples: [
    'docs sections edit SECTION --title "Guides" --path guides',
    "docs sections edit SECTION --no-condition --no-icon",
    "docs sections edit SECTION --default-site-space SITE-SPACE",
  ],
  run: ({ args, body, api, out }) =>
    out.each(args.section, ({ params }) => api.call(updateSiteSection, { params, body }), {
      columns: DETAILS,
      changes: "section",
    }),
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete sections; their spaces stay in the organization",
  endpoints: [deleteSiteSection],
  args: { section: many(section) },
  destructive: true,
  examples: [
    "docs sections delete SECTION",
    "docs sections delete a b --yes",
    'docs sections delete SECTION --confirm "API reference"',
  ],
  run: ({ args, api, remove }) => {
    const find = lookup("section");
    return remove(args.section, {
      what: "section",
      read: ({ params, id }) => find({ id, place: params.siteId, list: () => api.list(listSiteSections, { params }) }),
      title: titleOf,
      warning: "Its site spaces are removed from the site.",
      send: ({ params }, options) => api.call(deleteSiteSection, { params }, options),
    });
  },
});

const move = defineCommand({
  name: "move",
  summary: "Move a section before or after another (deprecated by the service)",
  endpoints: [moveSiteSection],
  args: { section: one(section) },
  flags: positionFlags("section", "siteSectionId"),
  needsField: true,
  offeredFields: ["before", "after"],
  examples: [
    "docs sections move SECTION --before SECTION",
    "docs sections move SECTION --after SECTION",
    "docs sections move SECTION --before SECTION --dry-run",
  ],
  run: ({ args, flags, api, out }) => {
    out.note("the service calls this operation deprecated; it still works");
    return out.each(
      [args.section],
      ({ params }) => api.call(moveSiteSection, { params, body: positionOf(flags, "site-section", "siteSection") }),
      { columns: DETAILS, done: (target) => `Moved section ${target.label}` },
    );
  },
});

export default defineNoun(list, create, edit, remove, move);
