import {
  addSectionToGroup,
  createSiteSectionGroup,
  deleteSiteSectionGroup,
  listSiteSectionGroups,
  moveSiteSectionGroup,
  removeSectionFromGroup,
  updateSiteSectionGroup,
} from "../catalog/section-groups.js";
import { defineCommand, defineNoun, many, one } from "../cli/command.js";
import { section, sectionGroup } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { Failure } from "../errors.js";
import { lookup, plainVerbs } from "./plain-verbs.js";
import { titleOf } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Icon", path: "icon", drop: 1 },
  { header: "Sections", path: "sections", value: (item) => sectionTitles(item) },
];

function sectionTitles({ sections }: Record<string, unknown>): string {
  const all = Array.isArray(sections) ? sections : [];
  return all.map((one: { title?: string; id?: string }) => one.title ?? one.id ?? "").join(", ");
}

const verbs = plainVerbs({ kind: sectionGroup, arg: "group", columns: COLUMNS, read: listSiteSectionGroups });

const list = verbs.list(listSiteSectionGroups, {
  summary: "List the section groups of a site",
  empty: "no section groups",
  examples: [
    "docs section-groups list",
    "docs section-groups list --site SITE --json",
    "docs section-groups list -q '.[].title'",
  ],
});

const create = verbs.create(createSiteSectionGroup, {
  summary: "Create a section group",
  textField: "title",
  fields: {
    title: { describe: "title of the group", required: true },
    icon: "name of its icon",
    sections: { describe: "sections of the group", value: "section,...", id: "siteSectionId" },
  },
  examples: [
    'docs section-groups create "Products" --sections SECTION,SECTION',
    'docs section-groups create --title "Products" --icon box',
    'docs section-groups create --title "Products" --json',
  ],
});

const edit = verbs.edit(updateSiteSectionGroup, {
  summary: "Change the title or icon of section groups",
  fields: { title: "title of the group", icon: "name of its icon" },
  examples: [
    'docs section-groups edit GROUP --title "Products"',
    "docs section-groups edit GROUP --icon box --json",
    "docs section-groups edit a b --icon box",
  ],
});

const remove = verbs.remove(deleteSiteSectionGroup, {
  summary: "Delete section groups; their sections stay on the site",
  warning: "The sections stay on the site.",
  examples: [
    "docs section-groups delete GROUP",
    "docs section-groups delete GROUP --yes",
    'docs section-groups delete GROUP --confirm "Products"',
  ],
});

const add = defineCommand({
  name: "add",
  summary: "Add sections to a group",
  endpoints: [addSectionToGroup],
  args: { group: one(sectionGroup), section: many(section) },
  examples: [
    "docs section-groups add GROUP SECTION",
    "docs section-groups add GROUP a b --json",
    "docs section-groups add GROUP - < sections.txt",
  ],
  run: ({ args, api, out }) =>
    out.each(
      args.section,
      ({ id }) => api.call(addSectionToGroup, { params: args.group.params, body: { sectionId: id } }),
      {
        columns: COLUMNS,
        done: (target) => `Added section ${target.label} to section group ${out.named(args.group)}`,
      },
    ),
});

/** @throws Failure not-found if the group does not have it */
function sectionIn(group: { sections?: readonly { id?: string }[] }, id: string): object {
  const found = group.sections?.find((one) => one.id === id);
  if (!found) throw new Failure("not-found", `the group has no section ${id}`);
  return found;
}

const take = defineCommand({
  name: "remove",
  summary: "Remove sections from a group; they stay on the site",
  endpoints: [removeSectionFromGroup],
  args: { group: one(sectionGroup), section: many(section) },
  removes: true,
  examples: [
    "docs section-groups remove GROUP SECTION",
    "docs section-groups remove GROUP a b",
    "docs section-groups remove GROUP SECTION --json",
  ],
  run: ({ args, api, out }) => {
    const { params, label } = args.group;
    const findGroup = lookup("section group");
    return out.remove(args.section, {
      what: "section",
      from: `from group ${label}`,
      place: `in group ${label}`,
      verb: ["Remove", "Removed"],
      read: async ({ id }) => {
        const list = () => api.list(listSiteSectionGroups, { params });
        return sectionIn(await findGroup({ id: args.group.id, place: params.siteId, list }), id);
      },
      title: titleOf,
      send: ({ id }, options) =>
        api.call(removeSectionFromGroup, { params: { ...params, siteSectionId: id } }, options),
    });
  },
});

const move = verbs.move(moveSiteSectionGroup, {
  summary: "Move a section group before or after a section or group",
  beside: ["section or group", ["siteSectionGroupId", "siteSectionId"]],
  position: ["site-section", "id"],
  examples: [
    "docs section-groups move GROUP --before GROUP",
    "docs section-groups move GROUP --after SECTION",
    "docs section-groups move GROUP --before SECTION --dry-run",
  ],
});

export default defineNoun(list, create, edit, remove, add, take, move);
