import {
  createChangeRequestCommentReply,
  createSpaceCommentReply,
  deleteChangeRequestCommentReply,
  deleteSpaceCommentReply,
  getChangeRequestCommentReply,
  getSpaceCommentReply,
  listChangeRequestCommentReplies,
  updateChangeRequestCommentReply,
  updateSpaceCommentReply,
} from "../catalog/comments.js";
import { chooseEndpoint, defineCommand, defineNoun, many, one } from "../cli/command.js";
import { list as listFlag, query, text, toggle } from "../cli/flags.js";
import { comment, reply } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { isForPeople } from "../cli/run/command-output.js";
import { usage } from "../errors.js";
import { BODY_FLAG, CALLED_BY_TEXT, markdownOf, REACTIONS } from "./shared.js";

const COLUMNS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Author", path: "postedBy", as: "user" },
  { header: "Reply", path: "body.markdown" },
  { header: "Posted", path: "postedAt", as: "time", drop: 1 },
];

const DETAILS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Author", path: "postedBy", as: "user" },
  { header: "Posted", path: "postedAt", as: "time" },
  { header: "Edited", path: "editedAt", as: "time" },
  REACTIONS,
  { header: "Permissions", path: "permissions" },
  { header: "Reply", path: "body.markdown", as: "markdown" },
];

const list = defineCommand({
  name: "list",
  summary: "List the replies to a comment of a change request",
  endpoints: [listChangeRequestCommentReplies],
  args: { comment: one(comment) },
  flags: query(listChangeRequestCommentReplies, { format: "form of the text" }),
  paged: true,
  examples: [
    "docs replies list COMMENT --cr 42",
    "docs replies list COMMENT --cr 42 --json",
    "docs replies list COMMENT --cr 42 --format document --json",
  ],
  run: ({ args, query, api, out }) => {
    const { changeRequestId, ...params } = args.comment.params;
    if (changeRequestId === undefined) {
      throw usage("the service lists replies of change request comments only", "name the change request with --cr");
    }
    return out.list(api.list(listChangeRequestCommentReplies, { params: { ...params, changeRequestId }, query }), {
      columns: COLUMNS,
      empty: "no replies",
    });
  },
});

const view = defineCommand({
  name: "view",
  summary: "Show replies",
  endpoints: [getSpaceCommentReply, getChangeRequestCommentReply],
  args: { comment: one(comment), reply: many(reply) },
  flags: query(getSpaceCommentReply, { format: "form of the text" }),
  examples: [
    "docs replies view COMMENT REPLY",
    "docs replies view COMMENT REPLY --cr 42 --json",
    "docs replies view COMMENT REPLY --format document --json",
  ],
  run: ({ args, query, api, out }) =>
    out.show(
      args.reply,
      (target) => {
        const params = { ...args.comment.params, ...target.params };
        return api.call(chooseEndpoint(params, getSpaceCommentReply, getChangeRequestCommentReply), { params, query });
      },
      { columns: DETAILS },
    ),
});

const create = defineCommand({
  name: "create",
  summary: "Reply to a comment",
  // The service lists replies under change requests only; a comment counts them everywhere.
  checkCommand: "comments view $1",
  endpoints: [createSpaceCommentReply, createChangeRequestCommentReply],
  args: { comment: one(comment) },
  textField: "body",
  flags: { body: BODY_FLAG },
  examples: [
    'docs replies create COMMENT "Done."',
    "docs replies create COMMENT --cr 42 --body-file answer.md",
    "git log -1 --format=%B | docs replies create COMMENT --cr 42 --body -",
  ],
  run: async ({ args, flags, api, out }) => {
    const { params } = args.comment;
    const created = await api.call(chooseEndpoint(params, createSpaceCommentReply, createChangeRequestCommentReply), {
      params,
      body: { body: { ...(flags.body !== undefined && { markdown: flags.body }) } },
    });
    await out.result(created, {
      columns: DETAILS,
      done: out.made(
        isForPeople(out) ? `Created reply to comment ${out.named(args.comment)}` : "Created reply",
        created.id,
      ),
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change a reply: its text, its reactions",
  endpoints: [updateSpaceCommentReply, updateChangeRequestCommentReply],
  args: { comment: one(comment), reply: many(reply) },
  flags: {
    body: text({ describe: "text as Markdown; - reads standard input", value: "text", file: true, editor: true }),
    addReaction: listFlag({ describe: "emoji to add", value: "emoji" }),
    removeReaction: listFlag({ describe: "emoji to remove", value: "emoji" }),
    resolved: toggle("resolve or reopen the comment replied to (with --cr)"),
  },
  needsField: true,
  offeredFields: ["body"],
  present: async ({ args, api }) => {
    const [only, ...others] = args.reply;
    if (!only || others.length > 0) return undefined;
    const params = { ...args.comment.params, ...only.params };
    const { body } = await api.call(chooseEndpoint(params, getSpaceCommentReply, getChangeRequestCommentReply), {
      params,
    });
    return markdownOf(body);
  },
  examples: [
    'docs replies edit COMMENT REPLY --body "Better words."',
    "docs replies edit COMMENT REPLY --add-reaction 👍",
    "docs replies edit COMMENT REPLY --cr 42 --resolved",
  ],
  run: ({ args, flags, api, out }) => {
    if (flags.resolved !== undefined && args.comment.params.changeRequestId === undefined) {
      throw usage("--resolved works under a change request only", "name it with --cr");
    }
    const change = {
      ...(flags.body !== undefined && { body: { markdown: flags.body } }),
      addedReactions: flags.addReaction,
      removedReactions: flags.removeReaction,
      // Only the change request's endpoint takes it; it is refused above for a space.
      ...(flags.resolved !== undefined && { resolved: flags.resolved }),
    };
    return out.each(
      args.reply,
      (target) => {
        const params = { ...args.comment.params, ...target.params };
        return api.call(chooseEndpoint(params, updateSpaceCommentReply, updateChangeRequestCommentReply), {
          params,
          body: change,
        });
      },
      { columns: DETAILS, changes: "reply" },
    );
  },
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete replies",
  endpoints: [deleteSpaceCommentReply, deleteChangeRequestCommentReply],
  args: { comment: one(comment), reply: many(reply) },
  destructive: true,
  examples: [
    "docs replies delete COMMENT REPLY",
    "docs replies delete COMMENT a b --cr 42 --yes",
    "docs replies delete COMMENT REPLY --dry-run",
  ],
  run: ({ args, api, out }) => {
    const paramsOf = (target: (typeof args.reply)[number]) => ({ ...args.comment.params, ...target.params });
    return out.remove(args.reply, {
      what: "reply",
      ...CALLED_BY_TEXT,
      read: (target) => {
        const params = paramsOf(target);
        return api.call(chooseEndpoint(params, getSpaceCommentReply, getChangeRequestCommentReply), { params });
      },
      send: (target, options) => {
        const params = paramsOf(target);
        return api.call(
          chooseEndpoint(params, deleteSpaceCommentReply, deleteChangeRequestCommentReply),
          { params },
          options,
        );
      },
    });
  },
});

export default defineNoun(list, view, create, edit, remove);
