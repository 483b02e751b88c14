/** Undo matrix: change requests, comments, replies. */
import type { Member, Row, Rows, Source } from "./types.js";

const CHANGE_REQUEST: Source = { get: "getChangeRequest" };

const RESOLVED = { resolved: { at: "status", means: ["resolved", "open"] } } as const;

const commentRows = (of: string): Rows => ({
  [`create${of}Comment`]: {
    undo: "near",
    change: "create",
    thing: "comment",
    why: "it is deleted, but people may have been notified of it",
    back: [{ endpoint: `delete${of}Comment`, params: { commentId: "$answer.id" } }],
  },
  [`update${of}Comment`]: edited(`get${of}Comment`, `update${of}Comment`, "comment", RESOLVED),
  [`delete${of}Comment`]: {
    undo: "approximate",
    change: "remove",
    thing: "comment",
    why: "a new comment has another id, author and time, and no replies",
    sees: {
      as: "gone",
      of: { get: `get${of}Comment`, query: "format=markdown" },
      keep: ["body.markdown", "target.page.id"],
    },
    back: [
      {
        endpoint: `create${of}Comment`,
        body: { body: { markdown: "$before.body.markdown" }, page: "$before.target.page.id" },
      },
    ],
  },
  [`create${of}CommentReply`]: {
    undo: "near",
    change: "create",
    thing: "reply",
    why: "it is deleted, but people may have been notified of it",
    back: [{ endpoint: `delete${of}CommentReply`, params: { commentReplyId: "$answer.id" } }],
  },
  // Replies in a space cannot be resolved.
  [`update${of}CommentReply`]: edited(
    `get${of}CommentReply`,
    `update${of}CommentReply`,
    "reply",
    of === "Space" ? {} : RESOLVED,
  ),
  [`delete${of}CommentReply`]: {
    undo: "approximate",
    change: "remove",
    thing: "reply",
    why: "a new reply has another id, author and time",
    sees: { as: "gone", of: { get: `get${of}CommentReply`, query: "format=markdown" }, keep: ["body.markdown"] },
    back: [{ endpoint: `create${of}CommentReply`, body: { body: { markdown: "$before.body.markdown" } } }],
  },
});

/** Edits of comments and replies. The reactions read do not show which are the caller's own. */
const edited = (get: string, endpoint: string, thing: string, more: Readonly<Record<string, Member>>): Row => ({
  undo: "near",
  change: "change",
  thing,
  why: "it shows that it was edited, and who resolved it last",
  sees: {
    as: "fields",
    of: { get, query: "format=markdown" },
    members: {
      body: { at: "body.markdown", inner: "markdown" },
      ...more,
      addedReactions: { swap: "removedReactions" },
      removedReactions: { swap: "addedReactions" },
    },
  },
  back: [{ endpoint, body: "before" }],
  traces: ["editedAt", "resolvedAt", "resolvedBy"],
});

export const discussion: Rows = {
  createChangeRequest: {
    undo: "near",
    change: "create",
    thing: "change request",
    why: "change requests cannot be deleted: it is archived",
    back: [
      { endpoint: "updateChangeRequest", params: { changeRequestId: "$answer.id" }, body: { status: "archived" } },
    ],
  },
  updateChangeRequest: {
    undo: "exact",
    change: "change",
    thing: "change request",
    sees: { as: "fields", of: CHANGE_REQUEST },
    back: [{ endpoint: "updateChangeRequest", body: "before" }],
  },
  mergeChangeRequest: {
    undo: "impossible",
    change: "act",
    thing: "change request",
    verb: "merge",
    why: "a merge cannot be taken back; the space's history has what was there before",
    sees: { as: "state", of: CHANGE_REQUEST, becomes: { status: "merged" } },
  },
  pullChangeRequest: {
    undo: "impossible",
    change: "act",
    thing: "change request",
    verb: "update",
    why: "what was pulled in cannot be taken out again",
    sees: { as: "state", of: CHANGE_REQUEST, becomes: {}, keep: ["status"] },
  },
  ...commentRows("Space"),
  ...commentRows("ChangeRequest"),
};
