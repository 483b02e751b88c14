/** Undo rules: change requests, comments, replies. */
import { TALK } from "../../resources/spaces.js";
import { plainRules } from "./plain-rules.js";
import type { Member, UndoRules } from "./types.js";

const CHANGE_REQUEST = plainRules("ChangeRequest", TALK.change_request);

const RESOLVED = { resolved: { at: "status", means: ["resolved", "open"] } } as const;

/** The text of a comment or a reply, and what goes with it. The reactions read do not show which are the caller's own. */
const EDIT = {
  undo: "near",
  why: "it shows that it was edited, and who last resolved it",
  sideEffects: ["editedAt", "resolvedAt", "resolvedBy"],
} as const;
const WRITTEN: Readonly<Record<string, Member>> = {
  body: { at: "body.markdown", inner: "markdown" },
  addedReactions: { swap: "removedReactions" },
  removedReactions: { swap: "addedReactions" },
};
const NOTIFIED = { why: "it is deleted, but people may have been notified of it" };

/** The rules of comments and replies, on spaces or on change requests. */
function postRules(on: "Space" | "ChangeRequest"): UndoRules {
  const [comment, reply] = [`${on}Comment`, `${on}CommentReply`];
  const read = (name: string) => ({ of: { get: `get${name}`, query: "format=markdown" } }) as const;
  const [ofComments, ofReplies] = [
    plainRules(comment, TALK.comment, read(comment)),
    plainRules(reply, TALK.reply, read(reply)),
  ];
  return {
    [`create${comment}`]: ofComments.createUnread(NOTIFIED),
    [`update${comment}`]: ofComments.edit({ ...EDIT, members: { ...WRITTEN, ...RESOLVED } }),
    [`delete${comment}`]: ofComments.remove(["body.markdown", "target.page.id", "status"], {
      why: "a new comment has another id, author and time, and no replies",
      inverse: [
        {
          endpoint: `create${comment}`,
          body: { body: { markdown: "$before.body.markdown" }, page: "$before.target.page.id" },
        },
        // A recreated discussion is open.
        {
          endpoint: `update${comment}`,
          params: { commentId: "$back.id" },
          body: { resolved: true },
          had: { status: "resolved" },
        },
      ],
    }),
    [`create${reply}`]: ofReplies.createUnread(NOTIFIED),
    // Replies in a space cannot be resolved.
    [`update${reply}`]: ofReplies.edit({ ...EDIT, members: on === "Space" ? WRITTEN : { ...WRITTEN, ...RESOLVED } }),
    [`delete${reply}`]: ofReplies.remove(["body.markdown"], {
      why: "a new reply has another id, author and time",
      inverse: [{ endpoint: `create${reply}`, body: { body: { markdown: "$before.body.markdown" } } }],
    }),
  };
}

export const discussion: UndoRules = {
  createChangeRequest: CHANGE_REQUEST.createUnread({
    why: "change requests cannot be deleted: it is archived",
    inverse: [
      { endpoint: "updateChangeRequest", params: { changeRequestId: "$answer.id" }, body: { status: "archived" } },
    ],
  }),
  updateChangeRequest: CHANGE_REQUEST.edit({ verb: "edit" }),
  mergeChangeRequest: CHANGE_REQUEST.act(
    "merge",
    "a merge cannot be undone; the space's history has the earlier content",
    { status: "merged" },
    // Only the planned revision is merged.
    ["revision"],
  ),
  pullChangeRequest: CHANGE_REQUEST.act("update", "the pulled-in content cannot be removed again", {}, ["status"]),
  ...postRules("Space"),
  ...postRules("ChangeRequest"),
};
