import {
  createChangeRequestComment,
  createSpaceComment,
  deleteChangeRequestComment,
  deleteSpaceComment,
  getChangeRequestComment,
  getSpaceComment,
  listChangeRequestComments,
  listSpaceComments,
  updateChangeRequestComment,
  updateSpaceComment,
} from "../catalog/comments.js";
import { chooseEndpoint, defineCommand, defineNoun, many } from "../cli/command.js";
import { body, list as listFlag, query, text } from "../cli/flags.js";
import { comment } from "../cli/kinds.js";
import { isTable } from "../cli/output/formats/choose-format.js";
import type { Column } from "../cli/output/types.js";
import { isForPeople } from "../cli/run/command-output.js";
import { Failure, usage } from "../errors.js";
import { readAll, WHOLE } from "../shared/list-gap.js";
import { plainVerbs } from "./plain-verbs.js";
import { BODY_FLAG, CALLED_BY_TEXT, COMMENT_DETAILS, markdownOf } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Status", path: "status", as: "state" },
  { header: "Author", path: "postedBy", as: "user" },
  { header: "Comment", path: "body.markdown" },
  { header: "Page", path: "target.page.title", drop: 3 },
  { header: "Replies", path: "replies", as: "number", drop: 4 },
  { header: "Posted", path: "postedAt", as: "time", drop: 2 },
];

/** All comments, in the order in which they were written. */
const WRITTEN = { status: "all", order: "asc" } as const;

/** `c1`, `c2` ...: as all comments are counted, whatever the list shows of them. */
async function readHandles(
  listing: Parameters<typeof readAll<{ id?: unknown }>>[0],
): Promise<ReadonlyMap<unknown, string>> {
  return new Map((await readAll(listing)).map(({ id }, at) => [id, `c${at + 1}`]));
}

/** `c5`; undefined if the list cannot be read: the comment was made all the same. */
async function readHandle(id: unknown, listing: Parameters<typeof readHandles>[0]): Promise<string | undefined> {
  try {
    return (await readHandles(listing)).get(id);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

const handleColumn = (handles: ReadonlyMap<unknown, string>): Column => ({
  ...{ header: "No.", path: "no", as: "id" },
  value: ({ id }) => handles.get(id),
});

const list = defineCommand({
  name: "list",
  summary: "List the comments on a space or a change request",
  endpoints: [listSpaceComments, listChangeRequestComments],
  within: ["space"],
  cr: true,
  flags: query(listSpaceComments, {
    status: "only comments with this status",
    order: "newest (desc) or oldest (asc) first",
    format: "form of the comment text",
    targetPage: { describe: "only comments on this page", name: "page-id", value: "page", id: "pageId" },
    authors: { describe: "only comments of these users", name: "author", value: "user,...", id: "userId" },
  }),
  paged: true,
  examples: [
    "docs comments list --cr 42",
    "docs comments list --status open --json",
    "docs comments list --author USER -L 10",
  ],
  run: async ({ scope, query, api, out }) => {
    const endpoint = chooseEndpoint(scope, listSpaceComments, listChangeRequestComments);
    const isRead = isTable(out.format) && (out.format === "markdown" || out.terminal.stdoutIsTTY);
    const handles = isRead
      ? await readHandles(api.list(endpoint, { params: scope, query: WRITTEN }, WHOLE)).catch(unnumbered)
      : undefined;
    await out.list(api.list(endpoint, { params: scope, query }), {
      columns: handles ? [handleColumn(handles), ...COLUMNS] : COLUMNS,
      empty: "no comments",
    });
  },
});

/** A list that cannot be read whole is shown without numbers, with its gap. */
function unnumbered(error: unknown): undefined {
  if (!(error instanceof Failure && error.kind === "cannot-tell")) throw error;
}

const verbs = plainVerbs({ kind: comment, columns: COLUMNS, details: COMMENT_DETAILS, read: getSpaceComment });

const view = verbs.view(getSpaceComment, {
  summary: "Show comments",
  inCr: getChangeRequestComment,
  query: { format: "form of the comment text" },
  examples: [
    "docs comments view COMMENT",
    "docs comments view COMMENT --cr 42 --json",
    "docs comments view COMMENT --format document --json",
  ],
});

const create = defineCommand({
  name: "create",
  summary: "Comment on a space, a change request or a page",
  endpoints: [createSpaceComment, createChangeRequestComment],
  within: ["space"],
  cr: true,
  textField: "body",
  flags: {
    body: BODY_FLAG,
    ...body(createSpaceComment, {
      node: { describe: "block commented on", value: "id" },
      page: { describe: "page commented on", name: "page-id", value: "page", id: "pageId" },
    }),
    tableRecord: text({ describe: "table row commented on", value: "id" }),
    tableDefinition: text({ describe: "table column commented on", value: "id" }),
  },
  examples: [
    'docs comments create --cr 42 "Looks good to me."',
    "docs comments create --page-id PAGE --body-file note.md",
    "echo 'Please check' | docs comments create --body -",
  ],
  run: async ({ scope, flags, body, api, out }) => {
    const { tableRecord: record, tableDefinition: definition } = flags;
    if ((record === undefined) !== (definition === undefined)) {
      throw usage("--table-record and --table-definition must be used together: a cell has a row and a column");
    }
    const cell = record !== undefined && definition !== undefined && { tableCell: { record, definition } };
    const created = await api.call(chooseEndpoint(scope, createSpaceComment, createChangeRequestComment), {
      params: scope,
      body: { ...body, body: { ...(flags.body !== undefined && { markdown: flags.body }) }, ...cell },
    });
    const all = chooseEndpoint(scope, listSpaceComments, listChangeRequestComments);
    const handle = isForPeople(out)
      ? await readHandle(created.id, api.list(all, { params: scope, query: WRITTEN }, WHOLE))
      : undefined;
    const made = ["Created comment", handle].filter(Boolean).join(" ");
    await out.result(created, { columns: COMMENT_DETAILS, done: out.made(made, created.id) });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change the text of comments",
  endpoints: [updateSpaceComment, updateChangeRequestComment],
  args: { comment: many(comment) },
  flags: { body: BODY_FLAG },
  present: async ({ args: { comment }, api }) => {
    const [only, ...others] = comment;
    if (!only || others.length > 0) return undefined;
    const { params } = only;
    const { body } = await api.call(chooseEndpoint(params, getSpaceComment, getChangeRequestComment), { params });
    return markdownOf(body);
  },
  examples: [
    'docs comments edit COMMENT --body "Better words."',
    "docs comments edit COMMENT --cr 42 --body-file note.md",
    "echo 'Better words.' | docs comments edit COMMENT --body -",
  ],
  run: ({ args, flags, api, out }) =>
    out.each(
      args.comment,
      ({ params }) =>
        api.call(chooseEndpoint(params, updateSpaceComment, updateChangeRequestComment), {
          params,
          body: { ...(flags.body !== undefined && { body: { markdown: flags.body } }) },
        }),
      {
        columns: COMMENT_DETAILS,
        changes: "comment",
      },
    ),
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete comments with their replies",
  endpoints: [deleteSpaceComment, deleteChangeRequestComment],
  args: { comment: many(comment) },
  destructive: true,
  examples: [
    "docs comments delete COMMENT",
    "docs comments delete a b c --cr 42 --yes",
    "docs comments list --status resolved -q '.[].id' | docs comments delete - --yes",
  ],
  run: ({ args, api, out }) =>
    out.remove(args.comment, {
      what: "comment",
      read: ({ params }) => api.call(chooseEndpoint(params, getSpaceComment, getChangeRequestComment), { params }),
      ...CALLED_BY_TEXT,
      send: ({ params }, options) =>
        api.call(chooseEndpoint(params, deleteSpaceComment, deleteChangeRequestComment), { params }, options),
    }),
});

const settle = (name: "resolve" | "reopen", resolved: boolean, done: string) =>
  defineCommand({
    name,
    summary: `${resolved ? "Resolve" : "Reopen"} comments`,
    endpoints: [],
    uses: [updateSpaceComment, updateChangeRequestComment],
    args: { comment: many(comment) },
    examples: [
      `docs comments ${name} COMMENT`,
      `docs comments ${name} a b c --cr 42`,
      `docs comments ${name} - < ids.txt`,
    ],
    run: ({ args, api, out }) =>
      out.each(
        args.comment,
        ({ params }) =>
          api.call(chooseEndpoint(params, updateSpaceComment, updateChangeRequestComment), {
            params,
            body: { resolved },
          }),
        {
          columns: COMMENT_DETAILS,
          changes: "comment",
          done: (target) => `${done} comment ${target.label}`,
        },
      ),
  });

/** `Added 👀 to, and removed 👍 from`. */
const reactionWords = ({ add = [], remove = [] }: { add?: string[]; remove?: string[] }): string =>
  [
    ...(add.length > 0 ? [`added ${add.join(", ")} to`] : []),
    ...(remove.length > 0 ? [`removed ${remove.join(", ")} from`] : []),
  ]
    .join(", and ")
    .replace(/^./, (letter) => letter.toUpperCase());

const react = defineCommand({
  name: "react",
  summary: "Add or remove reactions to comments",
  endpoints: [],
  uses: [updateSpaceComment, updateChangeRequestComment],
  args: { comment: many(comment) },
  flags: {
    add: listFlag({ describe: "emoji to add", value: "emoji" }),
    remove: listFlag({ describe: "emoji to remove", value: "emoji" }),
  },
  needsField: true,
  examples: [
    "docs comments react COMMENT --add 👍",
    "docs comments react COMMENT --cr 42 --remove 👍 --add 🎉",
    "docs comments react a b c --add 👀",
  ],
  run: ({ args, flags, api, out }) =>
    out.each(
      args.comment,
      ({ params }) =>
        api.call(chooseEndpoint(params, updateSpaceComment, updateChangeRequestComment), {
          params,
          body: { addedReactions: flags.add, removedReactions: flags.remove },
        }),
      {
        columns: COMMENT_DETAILS,
        done: (target) => `${reactionWords(flags)} comment ${target.label}`,
      },
    ),
});

export default defineNoun(
  list,
  view,
  create,
  edit,
  remove,
  settle("resolve", true, "Resolved"),
  settle("reopen", false, "Reopened"),
  react,
);
