import { member, reply } from "./answers.js";
import { BODY, CREATED, commentRows, commentsOf, EDITED, LISTED } from "./comments.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, type Successes, write } from "./row.js";

export const contract: Contract = {
  listChangeRequestComments: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments",
    query: LISTED,
    status: 200,
    response: { resource: "Comment", list: true },
    retry: "safe",
    about: { changeRequestId: "target.changeRequest", spaceId: "target.space" },
  },
  createChangeRequestComment: {
    // Success is 200, not 201.
    request: "POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments",
    body: CREATED,
    status: 200,
    response: { resource: "Comment", list: false },
    retry: "unsafe",
    proof: { get: "getChangeRequestComment", made: true },
    role: "comment",
    thing: "comment",
    about: { changeRequestId: "target.changeRequest", spaceId: "target.space" },
  },
  getChangeRequestComment: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    query: [{ name: "format", type: "enum", knownValues: ["document", "markdown"] }],
    status: 200,
    response: { resource: "Comment", list: false },
    retry: "safe",
    about: { changeRequestId: "target.changeRequest", commentId: "id", spaceId: "target.space" },
  },
  updateChangeRequestComment: {
    request: "PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    body: EDITED,
    status: 200,
    response: { resource: "Comment", list: false },
    retry: "idempotent",
    proof: { get: "getChangeRequestComment" },
    role: "admin",
    thing: "comment",
    about: { changeRequestId: "target.changeRequest", commentId: "id", spaceId: "target.space" },
  },
  deleteChangeRequestComment: {
    request: "DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "comment",
    about: { commentId: "id" },
  },
  createChangeRequestCommentReply: {
    // Success is 200, not 201.
    request: "POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    body: [{ name: "body", type: "CommentBody", required: "Y" }],
    status: 200,
    response: { resource: "CommentReply", list: false },
    retry: "unsafe",
    proof: { get: "getChangeRequestCommentReply", made: true },
    role: "comment",
    thing: "reply",
    about: "the thing is new, and has no field for what it belongs to",
  },
  getChangeRequestCommentReply: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
    query: [{ name: "format", type: "enum", knownValues: ["document", "markdown"] }],
    status: 200,
    response: { resource: "CommentReply", list: false },
    retry: "safe",
    about: { commentReplyId: "id" },
  },
  updateChangeRequestCommentReply: {
    // Also lists `resolved` (boolean), unlike the space reply update.
    request: "PUT /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
    body: [
      { name: "body", type: "CommentBody", required: "N" },
      { name: "addedReactions", type: "string[]", required: "N" },
      { name: "removedReactions", type: "string[]", required: "N" },
      { name: "resolved", type: "boolean", required: "N" },
    ],
    status: 200,
    response: { resource: "CommentReply", list: false },
    retry: "idempotent",
    proof: { get: "getChangeRequestCommentReply" },
    role: "admin",
    thing: "reply",
    about: { commentReplyId: "id" },
  },
  deleteChangeRequestCommentReply: {
    request:
      "DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "reply",
    about: { commentReplyId: "id" },
  },
  listChangeRequestCommentReplies: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    query: [...PAGES, { name: "format", type: "enum", knownValues: ["document", "markdown"] }],
    status: 200,
    response: { resource: "CommentReply", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  listChangeRequestCommenters: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters",
    query: [...PAGES],
    status: 200,
    response: { resource: "Member", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
};

/** Others are those of comments and replies, which take `--cr`. */
export const commands = `
replies list <comment> | cr format | GET R/comments/{commentId}/replies
  replies list mV4dLs8xTqH6ZnRb3KwP --cr 42
`;

const CR = "/v1/spaces/s1/change-requests/7";

export const requests = [
  ...commentsOf(CR, "--cr 7"),
  write(
    "replies edit cm1 r1 --cr 7 --resolved --body Yes",
    `PUT ${CR}/comments/cm1/replies/r1`,
    { resolved: true, body: { markdown: "Yes" } },
    200,
    reply,
  ),
  write(
    "replies edit cm1 r1 --cr 7 --no-resolved",
    `PUT ${CR}/comments/cm1/replies/r1`,
    { resolved: false },
    200,
    reply,
  ),
  list("replies list cm1 --cr 7", `GET ${CR}/comments/cm1/replies?limit=1000`, [reply]),
  list(
    `replies list cm1 --cr 7 --format markdown ${PAGED}`,
    `GET ${CR}/comments/cm1/replies?page=c%2F2%2B%3D&limit=25&format=markdown`,
    [reply],
  ),
  list("cr commenters 7", `GET ${CR}/commenters?limit=1000`, [member]),
  list(`cr commenters 7 ${PAGED}`, `GET ${CR}/commenters?page=c%2F2%2B%3D&limit=25`, [member]),
];

const CHANGE = `/v1/spaces/${id.GUIDE}/change-requests/42/comments`;
const change = commentRows(CHANGE, id.SIXTY, id.SINCE_MARCH, id.READS_WELL);

export const successes = {
  listChangeRequestComments: {
    send: `GET ${CHANGE}?order=asc`,
    status: 200,
    answer: { count: 2, items: [{ id: id.SIXTY }, { id: id.READS_WELL }] },
  },
  createChangeRequestComment: change.create,
  getChangeRequestComment: {
    send: `GET ${CHANGE}/${id.SIXTY}`,
    status: 200,
    answer: { id: id.SIXTY, status: "resolved", resolvedBy: { id: id.JONAS }, target: { changeRequest: id.READY } },
  },
  updateChangeRequestComment: {
    ...change.update,
    after: [{ send: `GET /v1/spaces/${id.GUIDE}/change-requests/42`, status: 200, answer: { comments: 0 } }],
  },
  deleteChangeRequestComment: change.delete,
  createChangeRequestCommentReply: change.createReply,
  getChangeRequestCommentReply: {
    send: `GET ${CHANGE}/${id.SIXTY}/replies/${id.THANKS}`,
    status: 200,
    answer: { id: id.THANKS, body: { markdown: "Then it is right. Thank you!" } },
  },
  updateChangeRequestCommentReply: {
    ...change.updateReply,
    body: { body: BODY, addedReactions: ["👍"], resolved: false },
    after: [{ send: `GET ${CHANGE}/${id.SIXTY}`, status: 200, answer: { status: "open" } }],
  },
  deleteChangeRequestCommentReply: change.deleteReply,
  listChangeRequestCommentReplies: {
    send: `GET ${CHANGE}/${id.SIXTY}/replies`,
    status: 200,
    answer: { count: 2, items: [{ id: id.SINCE_MARCH }, { id: id.THANKS }] },
  },
  listChangeRequestCommenters: {
    send: `GET /v1/spaces/${id.GUIDE}/change-requests/42/commenters`,
    status: 200,
    answer: { count: 3, items: [{ object: "member", id: id.PRIYA }, { id: id.JONAS }, { id: id.AIKO }] },
  },
} as Successes;
