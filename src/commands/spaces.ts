import {
  deleteSpace,
  duplicateSpace,
  getSpace,
  listOrgSpaces,
  listSpaceLinks,
  moveSpace,
  restoreSpace,
  searchSpace,
  transferSpace,
  updateSpace,
} from "../catalog/spaces.js";
import { defineCommand, defineNoun, joinedWords, many, one } from "../cli/command.js";
import type { CommandOutput } from "../cli/context.js";
import { body, only } from "../cli/flags.js";
import { deletedSpace, space } from "../cli/kinds.js";
import { showLinks } from "../cli/output/link-lists.js";
import { ellipsis } from "../cli/output/text/color.js";
import type { Column } from "../cli/output/types.js";
import type { DeletedSpace } from "../cli/records/deleted-spaces.js";
import { plainVerbs } from "./plain-verbs.js";
import { SPACE_COLUMNS, titleOf } from "./shared.js";

const DETAILS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Emoji", path: "emoji" },
  { header: "Visibility", path: "visibility", as: "state" },
  { header: "Edit mode", path: "editMode", as: "state" },
  { header: "Language", path: "language" },
  { header: "Default level", path: "defaultLevel", as: "state" },
  { header: "Organization", path: "organization", as: "id", names: "organizationId" },
  { header: "Parent", path: "parent", as: "id", names: "collectionId" },
  { header: "Revision", path: "revision", as: "id" },
  { header: "Change requests", path: "changeRequests", as: "number" },
  { header: "Open", path: "changeRequestsOpen", as: "number" },
  { header: "Draft", path: "changeRequestsDraft", as: "number" },
  { header: "Comments", path: "comments", as: "number" },
  { header: "Git sync", path: "gitSync.url", as: "url" },
  { header: "Created", path: "createdAt", as: "time" },
  { header: "Updated", path: "updatedAt", as: "time" },
  { header: "Deleted", path: "deletedAt", as: "time" },
  { header: "Permissions", path: "permissions" },
  { header: "App", path: "urls.app", as: "url" },
  { header: "Published", path: "urls.published", as: "url" },
];

const DELETED_COLUMNS: readonly Column<DeletedSpace>[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Deleted", path: "deletedAt", as: "time" },
  { header: "Restore until", path: "restoreUntil", as: "time" },
];

const list = defineCommand({
  name: "list",
  summary: "List the spaces of an organization",
  endpoints: [listOrgSpaces],
  within: ["org"],
  flags: { deleted: only("spaces deleted from this machine that can still be restored") },
  paged: true,
  examples: ["docs spaces list", "docs spaces list --json --fields id,title", "docs spaces list --deleted"],
  run: async ({ scope, query, flags, api, out, names }) => {
    if (flags.deleted) return showDeleted(out, await names.deletedSpaces.list(), scope.organizationId);
    return out.list(api.list(listOrgSpaces, { params: scope, query }), { columns: SPACE_COLUMNS, empty: "no spaces" });
  },
});

async function showDeleted(out: CommandOutput, all: readonly DeletedSpace[], organizationId: string): Promise<void> {
  const here = all.filter(({ organization }) => organization === null || organization === organizationId);
  await out.list(here, { columns: DELETED_COLUMNS, empty: "no spaces that were deleted from this machine" });
  out.print(
    "The service lists no deleted spaces: these are the deletions that it confirmed to this machine in the last 7 days",
  );
}

const verbs = plainVerbs({ kind: space, columns: SPACE_COLUMNS, details: DETAILS, read: getSpace });

const view = verbs.view(getSpace, {
  summary: "Show spaces",
  query: { shareKey: { describe: "key of a share link; resolves published URLs", value: "key" } },
  examples: ["docs spaces view", "docs spaces view SPACE --json", "docs spaces view SPACE --web"],
});

const edit = verbs.edit(updateSpace, {
  summary: "Change fields of spaces",
  fields: {
    title: "title of the space",
    emoji: "emoji shown with the title",
    editMode: "live allows direct edits, locked forbids all",
    defaultLevel: "access of members by default",
    language: "language of the content",
  },
  examples: [
    'docs spaces edit --title "User guide"',
    "docs spaces edit SPACE --edit-mode locked",
    "docs spaces edit a b c --default-level read",
  ],
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete spaces; they can be restored for 7 days",
  endpoints: [deleteSpace],
  args: { space: many(space) },
  destructive: true,
  examples: [
    "docs spaces delete SPACE",
    "docs spaces delete SPACE --yes",
    'docs spaces delete SPACE --confirm "User guide"',
  ],
  run: ({ args, api, next, names, globals: { safety }, out }) => {
    const seen = new Map<string, { title?: string | null; organization?: string | null }>();
    const gone = new Map<string, DeletedSpace>();
    return out.remove(args.space, {
      what: "space",
      async read({ id, params }) {
        const found = await api.call(getSpace, { params });
        seen.set(id, found);
        return found;
      },
      title: titleOf,
      warning: "Deleted spaces can be restored for 7 days.",
      async send({ id, params }, options) {
        let absent = false;
        const onAbsent = (wasAbsent: boolean) => {
          absent = true;
          options.onAbsent?.(wasAbsent);
        };
        await api.call(deleteSpace, { params }, { ...options, onAbsent });
        if (absent || safety.dryRun || options.onlyProve) return;
        const { title = await names.knownTitle(space, id), organization = null } = seen.get(id) ?? {};
        gone.set(id, await names.deletedSpaces.remember({ id, title, organization }));
      },
      afterwards({ id }) {
        const day = gone.get(id)?.restoreUntil.slice(0, 10);
        return day && `until ${day} it can be restored with: ${next("spaces restore", id)}`;
      },
    });
  },
});

const restore = defineCommand({
  name: "restore",
  summary: "Restore spaces that were deleted in the last 7 days",
  endpoints: [restoreSpace],
  args: { space: many(deletedSpace) },
  mustBeNamed: true,
  examples: [
    'docs spaces restore "User guide"',
    "docs spaces restore a b --json",
    "docs spaces restore - < deleted-spaces.txt",
  ],
  run: ({ args, api, out, names }) => {
    const restored = async ({ id, params }: (typeof args.space)[number]) => {
      const found = await api.call(restoreSpace, { params });
      await names.deletedSpaces.forget(id);
      return found;
    };
    return out.each(args.space, restored, {
      columns: DETAILS,
      done: (target, result) => out.made("Restored space", target.id, result.title),
    });
  },
});

const duplicate = defineCommand({
  name: "duplicate",
  summary: "Duplicate a space with its content",
  endpoints: [duplicateSpace],
  args: { space: one(space) },
  examples: ["docs spaces duplicate", "docs spaces duplicate SPACE --json", "docs spaces duplicate SPACE -q .id"],
  run: ({ args, api, out }) =>
    out.each([args.space], (target) => api.call(duplicateSpace, { params: target.params }), {
      columns: DETAILS,
      lookUp: "title",
      done: (target, result) => out.made(`Duplicated space ${target.label} as`, result.id, result.title),
    }),
});

const move = verbs.move(moveSpace, {
  summary: "Move a space to another collection or position",
  fields: { parent: { describe: "collection to move it into", value: "collection", id: "collectionId" } },
  beside: ["space or collection", ["spaceId", "collectionId"]],
  position: ["space", "space"],
  examples: [
    "docs spaces move SPACE --parent COLLECTION",
    "docs spaces move SPACE --before SPACE",
    "docs spaces move SPACE --after COLLECTION",
  ],
});

const transfer = defineCommand({
  name: "transfer",
  summary: "Transfer a space to another organization",
  endpoints: [transferSpace],
  args: { space: one(space) },
  flags: body(transferSpace, {
    organization: { describe: "destination organization", name: "to-org", value: "org", id: "organizationId" },
    collection: { describe: "destination collection", name: "to-collection", value: "collection", id: "collectionId" },
  }),
  needsField: true,
  offeredFields: ["organization"],
  destructive: true,
  examples: [
    "docs spaces transfer SPACE --to-org ORG",
    "docs spaces transfer SPACE --to-org ORG --yes",
    'docs spaces transfer SPACE --to-org ORG --to-collection COLLECTION --confirm "User guide"',
  ],
  run: ({ args, body, api, out }) =>
    out.remove([args.space], {
      what: "space",
      verb: ["Transfer", "Transferred"],
      read: (target) => api.call(getSpace, { params: target.params }),
      title: titleOf,
      warning: "Members of this organization lose access to it.",
      columns: DETAILS,
      send: ({ params }, options) => api.call(transferSpace, { params, body }, options),
    }),
});

const search = defineCommand({
  name: "search",
  summary: "Search the pages of a space",
  endpoints: [searchSpace],
  args: { text: joinedWords("search text") },
  within: ["space"],
  paged: true,
  examples: ["docs spaces search rate limits", "docs spaces search install --json", "docs spaces search api -L 5"],
  run: ({ args, scope, query, api, out }) =>
    out.list(api.list(searchSpace, { params: scope, query: { ...query, query: args.text } }), {
      columns: [
        { header: "ID", path: "id", as: "id" },
        { header: "Title", path: "title" },
        { header: "Path", path: "path", drop: 2 },
        { header: "Sections", path: "sections", value: (item) => sectionTitles(item), drop: 5 },
        {
          header: "Excerpt",
          path: "sections.0.body",
          value: (item) => excerptOf(item),
          shown: (item) => aroundMatch(excerptOf(item), args.text),
        },
      ],
      empty: `nothing found for ${JSON.stringify(args.text)}`,
    }),
});

function sectionTitles(item: { sections?: readonly { title?: string | null }[] | null }): string {
  return (item.sections ?? []).map((section) => section.title ?? "").join(", ");
}

/** The first text that was found; titles without one have none. */
const excerptOf = ({ sections }: { sections?: readonly { body?: string | null }[] | null }): string =>
  (sections ?? []).find(({ body }) => body)?.body?.replace(/\s+/g, " ") ?? "";

/** Characters before the match, which a narrow column would otherwise not reach. */
const BEFORE_MATCH = 12;

function aroundMatch(excerpt: string, text: string): string {
  const places = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => excerpt.toLowerCase().indexOf(word))
    .filter((at) => at >= 0);
  const first = Math.min(...places);
  if (places.length === 0 || first <= BEFORE_MATCH * 2) return excerpt;
  return ellipsis + excerpt.slice(excerpt.lastIndexOf(" ", first - BEFORE_MATCH) + 1);
}

const links = defineCommand({
  name: "links",
  summary: "List the links of a space",
  endpoints: [listSpaceLinks],
  within: ["space"],
  flags: {
    broken: only("only links whose target does not exist"),
    stats: only("only the counts"),
    exitCode: only("with --broken: exit with code 11 if there are any"),
  },
  paged: true,
  examples: ["docs spaces links", "docs spaces links --broken --exit-code", "docs spaces links --stats --json"],
  run: (context) => {
    const { scope, query, flags, api } = context;
    return showLinks(context, (options) => api.list(listSpaceLinks, { params: scope, query }, options), flags);
  },
});

export default defineNoun(list, view, edit, remove, restore, duplicate, move, transfer, search, links);
