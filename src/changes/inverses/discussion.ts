/** Undo rules: change requests, comments, replies. */
import type { Member, Source, UndoRule, UndoRules } from "./types.js";

const CHANGE_REQUEST: Source = { get: "getChangeRequest" };

const RESOLVED = { resolved: { at: "status", means: ["resolved", "open"] } } as const;

const commentRules = (of: string): UndoRules => ({
  [`create${of}Comment`]: {
    undo: "near",
    change: "create",
    thing: "comment",
    why: "it is deleted, but people may have been notified of it",
    inverse: [{ endpoint: `delete${of}Comment`, params: { commentId: "$answer.id" } }],
  },
  [`update${of}Comment`]: editRule(`get${of}Comment`, `update${of}Comment`, "comment", RESOLVED),
  [`delete${of}Comment`]: {
    undo: "approximate",
    change: "remove",
    thing: "comment",
    why: "a new comment has another id, author and time, and no replies",
    reads: {
      as: "gone",
      of: { get: `get${of}Comment`, query: "format=markdown" },
      keep: ["body.markdown", "target.page.id", "status"],
    },
    inverse: [
      {
        endpoint: `create${of}Comment`,
        body: { body: { markdown: "$before.body.markdown" }, page: "$before.target.page.id" },
      },
      // A recreated discussion is open.
      {
        endpoint: `update${of}Comment`,
        params: { commentId: "$back.id" },
        body: { resolved: true },
        had: { status: "resolved" },
      },
    ],
  },
});

const replyRules = (of: string): UndoRules => ({
  [`create${of}CommentReply`]: {
    undo: "near",
    change: "create",
    thing: "reply",
    why: "it is deleted, but people may have been notified of it",
    inverse: [{ endpoint: `delete${of}CommentReply`, params: { commentReplyId: "$answer.id" } }],
  },
  // Replies in a space cannot be resolved.
  [`update${of}CommentReply`]: editRule(
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
    reads: { as: "gone", of: { get: `get${of}CommentReply`, query: "format=markdown" }, keep: ["body.markdown"] },
    inverse: [{ endpoint: `create${of}CommentReply`, body: { body: { markdown: "$before.body.markdown" } } }],
  },
});

/** Edits of comments and replies. The reactions read do not show which are the caller's own. */
const editRule = (get: string, endpoint: string, thing: string, more: Readonly<Record<string, Member>>): UndoRule => ({
  undo: "near",
  change: "change",
  thing,
  why: "it shows that it was edited, and who last resolved it",
  reads: {
    as: "fields",
    of: { get, query: "format=markdown" },
    members: {
      body: { at: "body.markdown", inner: "markdown" },
      ...more,
      addedReactions: { swap: "removedReactions" },
      removedReactions: { swap: "addedReactions" },
    },
  },
  inverse: [{ endpoint, body: "before" }],
  sideEffects: ["editedAt", "resolvedAt", "resolvedBy"],
});

export const discussion: UndoRules = {
  createChangeRequest: {
    undo: "near",
    change: "create",
    thing: "change request",
    why: "change requests cannot be deleted: it is archived",
    inverse: [
      { endpoint: "updateChangeRequest", params: { changeRequestId: "$answer.id" }, body: { status: "archived" } },
    ],
  },
  updateChangeRequest: {
    undo: "exact",
    change: "change",
    thing: "change request",
    verb: "edit",
    reads: { as: "fields", of: CHANGE_REQUEST },
    inverse: [{ endpoint: "updateChangeRequest", body: "before" }],
  },
  mergeChangeRequest: {
    undo: "impossible",
    change: "act",
    thing: "change request",
    verb: "merge",
    why: "a merge cannot be undone; the space's history has the earlier content",
    // Only the planned revision is merged.
    reads: { as: "state", of: CHANGE_REQUEST, becomes: { status: "merged" }, keep: ["revision"] },
  },
  pullChangeRequest: {
    undo: "impossible",
    change: "act",
    thing: "change request",
    verb: "update",
    why: "the pulled-in content cannot be removed again",
    reads: { as: "state", of: CHANGE_REQUEST, becomes: {}, keep: ["status"] },
  },
  ...commentRules("Space"),
  ...commentRules("ChangeRequest"),
  ...replyRules("Space"),
  ...replyRules("ChangeRequest"),
};
