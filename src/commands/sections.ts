import {
  createSiteSection,
  deleteSiteSection,
  listSiteSections,
  moveSiteSection,
  updateSiteSection,
} from "../catalog/sections.js";
import { defineNoun } from "../cli/command.js";
import { section } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { plainVerbs } from "./plain-verbs.js";

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

const verbs = plainVerbs({ kind: section, columns: COLUMNS, details: DETAILS, read: listSiteSections });

const list = verbs.list(listSiteSections, {
  summary: "List the sections of a site",
  query: { shareKey: { describe: "key of a share link", value: "key" } },
  empty: "no sections",
  examples: ["docs sections list", "docs sections list --site SITE --json", "docs sections list --share-key KEY"],
});

const create = verbs.create(createSiteSection, {
  summary: "Add a section to a site, with a space as its content",
  fields: {
    spaceId: { describe: "space to show in the section", name: "content", value: "space", id: "spaceId" },
    title: "title of the section; default: that of the space",
    icon: "name of its icon",
  },
  examples: [
    "docs sections create --content SPACE",
    'docs sections create --content SPACE --title "API reference" --icon code --json',
    "docs sections create --content SPACE --site SITE",
  ],
});

const edit = verbs.edit(updateSiteSection, {
  summary: "Change fields of sections",
  fields: {
    title: "title of the section",
    path: "last part of its URL",
    defaultSiteSpace: { describe: "default site space", value: "site-space", id: "siteSpaceId" },
    condition: "expression that decides which visitors see it",
    icon: "name of its icon",
    description: "description",
  },
  examples: [
    'docs sections edit SECTION --title "Guides" --path guides',
    "docs sections edit SECTION --no-condition --no-icon",
    "docs sections edit SECTION --default-site-space SITE-SPACE",
  ],
});

const remove = verbs.remove(deleteSiteSection, {
  summary: "Delete sections; their spaces stay in the organization",
  warning: "Site spaces are removed with their section.",
  examples: [
    "docs sections delete SECTION",
    "docs sections delete a b --yes",
    'docs sections delete SECTION --confirm "API reference"',
  ],
});

const move = verbs.move(moveSiteSection, {
  summary: "Move a section before or after another (deprecated by the service)",
  beside: ["section", "siteSectionId"],
  position: ["site-section", "siteSection"],
  note: "the service calls this operation deprecated; it still works",
  examples: [
    "docs sections move SECTION --before SECTION",
    "docs sections move SECTION --after SECTION",
    "docs sections move SECTION --before SECTION --dry-run",
  ],
});

export default defineNoun(list, create, edit, remove, move);
