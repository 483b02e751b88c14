import * as z from "zod/mini";
import { endpoint, inChangeRequest, once } from "./endpoint.js";
import { bool, format, Member, many, num, open, order, Permissions, page, text, Urls, User } from "./shared.js";

const Reaction = once(() =>
  z.looseObject({
    emoji: text(),
    count: num(),
    users: many(z.looseObject({ user: z.nullish(User()), reactedAt: text() })),
  }),
);

/** The target of a comment. Its members depend on the kind of comment. */
const Target = once(() =>
  z.looseObject({
    node: z.nullish(z.looseObject({ id: text(), preview: z.optional(z.unknown()) })),
    tableCell: z.nullish(z.looseObject({ record: text(), definition: text() })),
    changeRequest: text(),
    review: text(),
    page: z.nullish(
      z.looseObject({
        id: text(),
        title: text(),
        emoji: text(),
        icon: text(),
        createdAt: text(),
        updatedAt: text(),
        path: text(),
        outdated: bool(),
      }),
    ),
    space: text(),
    revision: text(),
  }),
);

/** Contract, "Comment". `replies` is a number. */
export const Comment = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    postedBy: z.nullish(User()),
    postedAt: text(),
    editedAt: text(),
    reactions: many(Reaction()),
    replies: num(),
    body: z.nullish(z.looseObject({ markdown: text() })),
    target: z.nullish(Target()),
    urls: Urls(),
    permissions: Permissions(),
    status: text(),
    resolvedAt: text(),
    resolvedBy: z.nullish(User()),
  }),
);

/** Contract, "CommentReply". */
export const CommentReply = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    postedBy: z.nullish(User()),
    postedAt: text(),
    editedAt: text(),
    reactions: many(Reaction()),
    body: z.nullish(z.looseObject({ markdown: text() })),
    urls: Urls(),
    permissions: Permissions(),
  }),
);

const COMMENT_STATUSES = ["all", "open", "resolved"] as const;

/** Markdown, or another form that the contract does not document (including an empty object). */
const CommentBody = once(() => z.looseObject({ markdown: z.optional(z.string()) }));

const listQuery = once(() =>
  z.object({
    ...page(),
    order: order(),
    status: z.optional(open(COMMENT_STATUSES, "all")),
    format: format(),
    targetPage: z.optional(z.string()),
    authors: z.optional(z.array(z.string())),
  }),
);
const formatQuery = once(() => z.object({ format: format() }));

const newComment = once(() =>
  z.object({
    node: z.optional(z.string()),
    page: z.optional(z.string()),
    body: CommentBody(),
    tableCell: z.optional(z.object({ record: z.string(), definition: z.string() })),
  }),
);
const newReply = once(() => z.object({ body: CommentBody() }));
// Updates are partial although the method is PUT: omitted members keep their values.
const replyChange = once(() => ({
  body: z.optional(CommentBody()),
  addedReactions: z.optional(z.array(z.string())),
  removedReactions: z.optional(z.array(z.string())),
}));
const commentUpdate = once(() => z.object({ resolved: z.optional(z.boolean()), ...replyChange() }));
const replyUpdate = once(() => z.object(replyChange()));

export const listSpaceComments = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/comments",
  summary: "List the comments on a space",
  query: listQuery,
  response: Comment,
  paginated: true,
});

export const getSpaceComment = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/comments/{commentId}",
  summary: "Get a comment on a space",
  query: formatQuery,
  response: Comment,
});

export const createSpaceComment = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/comments",
  summary: "Comment on a space",
  body: newComment,
  response: Comment,
  retry: "unsafe",
  shownAs: { page: "target.page.id", node: "target.node.id" },
  verify: { get: getSpaceComment, made: "commentId" },
});

export const updateSpaceComment = endpoint({
  method: "PUT",
  path: "/v1/spaces/{spaceId}/comments/{commentId}",
  summary: "Edit, resolve or react to a comment on a space",
  body: commentUpdate,
  response: Comment,
  retry: "idempotent",
  shownAs: { resolved: { field: "status", true: "resolved" } },
  verify: { get: getSpaceComment },
});

export const deleteSpaceComment = endpoint({
  method: "DELETE",
  path: "/v1/spaces/{spaceId}/comments/{commentId}",
  summary: "Delete a comment on a space",
  retry: "idempotent",
});

export const getSpaceCommentReply = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
  summary: "Get a reply to a comment on a space",
  query: formatQuery,
  response: CommentReply,
});

export const createSpaceCommentReply = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/comments/{commentId}/replies",
  summary: "Reply to a comment on a space",
  body: newReply,
  response: CommentReply,
  retry: "unsafe",
  verify: { get: getSpaceCommentReply, made: "commentReplyId" },
});

export const updateSpaceCommentReply = endpoint({
  method: "PUT",
  path: "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
  summary: "Edit or react to a reply to a comment on a space",
  body: replyUpdate,
  response: CommentReply,
  retry: "idempotent",
  verify: { get: getSpaceCommentReply },
});

export const deleteSpaceCommentReply = endpoint({
  method: "DELETE",
  path: "/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
  summary: "Delete a reply to a comment on a space",
  retry: "idempotent",
});

export const listChangeRequestComments = inChangeRequest(listSpaceComments);
export const getChangeRequestComment = inChangeRequest(getSpaceComment);
export const createChangeRequestComment = inChangeRequest(createSpaceComment, {
  verify: { get: getChangeRequestComment, made: "commentId" },
});
export const updateChangeRequestComment = inChangeRequest(updateSpaceComment, {
  verify: { get: getChangeRequestComment },
});
export const deleteChangeRequestComment = inChangeRequest(deleteSpaceComment);
/** Exists for change requests only; replies to a space's comment cannot be listed. */
export const listChangeRequestCommentReplies = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
  summary: "List the replies to a comment on a change request",
  query: () => z.object({ ...page(), format: format() }),
  response: CommentReply,
  paginated: true,
});

export const getChangeRequestCommentReply = inChangeRequest(getSpaceCommentReply);
export const createChangeRequestCommentReply = inChangeRequest(createSpaceCommentReply, {
  verify: { get: getChangeRequestCommentReply, made: "commentReplyId" },
});
/** Also takes `resolved`, unlike the update of a reply in a space. */
export const updateChangeRequestCommentReply = endpoint({
  method: "PUT",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
  summary: "Edit or react to a reply to a comment on a change request",
  body: commentUpdate,
  response: CommentReply,
  retry: "idempotent",
  verify: { get: getChangeRequestCommentReply },
});

export const deleteChangeRequestCommentReply = inChangeRequest(deleteSpaceCommentReply);
export const listChangeRequestCommenters = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters",
  summary: "List who commented on a change request",
  query: () => z.object(page()),
  response: Member,
  paginated: true,
});
