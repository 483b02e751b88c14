import {
  addSiteSpace,
  deleteSiteSpace,
  listSiteSpaces,
  moveSiteSpace,
  updateSiteSpace,
} from "../catalog/site-spaces.js";
import { defineCommand, defineNoun } from "../cli/command.js";
import { body } from "../cli/flags.js";
import { site, siteSpace } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { plainVerbs } from "./plain-verbs.js";

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

/** By its title, where that is known. */
const called = (title: string | null, id: string | undefined): string =>
  title === null ? `${id}` : JSON.stringify(title);

const verbs = plainVerbs({ kind: siteSpace, columns: COLUMNS, read: listSiteSpaces });

const list = verbs.list(listSiteSpaces, {
  summary: "List the spaces linked to a site",
  query: {
    shareKey: { describe: "key of a share link", value: "key" },
    default: "only the default site space, or with --no-default only the others",
  },
  empty: "no spaces on this site",
  examples: [
    "docs site-spaces list",
    "docs site-spaces list --no-default",
    "docs site-spaces list --json --fields id,space.id",
  ],
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
  run: async ({ scope, body, api, out, names }) => {
    const added = await api.call(addSiteSpace, { params: scope, body });
    const siteTitle = await names.knownTitle(site, scope.siteId);
    await out.result(added, {
      columns: COLUMNS,
      done: out.made(
        `Added space ${called(added.title ?? null, body.spaceId)} to site ${called(siteTitle, scope.siteId)}`,
        added.id,
      ),
    });
  },
});

const edit = verbs.edit(updateSiteSpace, {
  summary: "Change the path, the condition or the space of site spaces",
  fields: {
    path: "path on the site",
    condition: "expression that decides which visitors see it",
    spaceId: { describe: "space to show", name: "content", value: "space", id: "spaceId" },
  },
  examples: [
    "docs site-spaces edit SITE-SPACE --path v2",
    "docs site-spaces edit SITE-SPACE --no-condition",
    "docs site-spaces edit SITE-SPACE --content SPACE",
  ],
});

const remove = verbs.remove(deleteSiteSpace, {
  summary: "Remove spaces from a site; the spaces themselves stay",
  warning: "Spaces themselves stay.",
  examples: [
    "docs site-spaces delete SITE-SPACE",
    "docs site-spaces delete a b --yes",
    'docs site-spaces delete SITE-SPACE --confirm "User guide"',
  ],
});

const move = verbs.move(moveSiteSpace, {
  summary: "Move a site space before or after another",
  beside: ["site space", "siteSpaceId"],
  position: ["site-space", "siteSpace"],
  examples: [
    "docs site-spaces move SITE-SPACE --before SITE-SPACE",
    "docs site-spaces move SITE-SPACE --after SITE-SPACE",
    "docs site-spaces move SITE-SPACE --before SITE-SPACE --dry-run",
  ],
});

export default defineNoun(list, add, edit, remove, move);
