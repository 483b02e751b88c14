import {
  createChangeRequestComment,
  createChangeRequestCommentReply,
  deleteChangeRequestComment,
  deleteChangeRequestCommentReply,
  getChangeRequestComment,
  getChangeRequestCommentReply,
  listChangeRequestCommenters,
  listChangeRequestCommentReplies,
  listChangeRequestComments,
  updateChangeRequestComment,
  updateChangeRequestCommentReply,
} from "../../src/catalog/comments.js";
import { comment, member, reply } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const cr = { params: { spaceId: "s1", changeRequestId: "7" } };
const at = { params: { spaceId: "s1", changeRequestId: "7", commentId: "c1" } };
const below = { params: { spaceId: "s1", changeRequestId: "7", commentId: "c1", commentReplyId: "r1" } };
const comments = { count: 1, items: [comment] };
const replies = { count: 1, items: [reply] };
const members = { count: 1, items: [member] };

export const rows = [
  list(listChangeRequestComments, cr, {}, "GET /v1/spaces/s1/change-requests/7/comments?limit=1000", comments, [
    comment,
  ]),
  list(
    listChangeRequestComments,
    { ...cr, query: { order: "desc", status: "open", format: "document", targetPage: "p1", authors: ["u1", "u2"] } },
    PAGED,
    "GET /v1/spaces/s1/change-requests/7/comments?page=c%2F2%2B%3D&limit=25&order=desc&status=open&format=document&targetPage=p1&authors=u1&authors=u2",
    comments,
    [comment],
  ),
  call(
    createChangeRequestComment,
    {
      ...cr,
      body: { node: "n1", page: "p1", body: { markdown: "Nice" }, tableCell: { record: "1", definition: "2" } },
    },
    "POST /v1/spaces/s1/change-requests/7/comments",
    200,
    comment,
  ),
  call(
    createChangeRequestComment,
    { ...cr, body: { body: { markdown: "é ✓" } } },
    "POST /v1/spaces/s1/change-requests/7/comments",
    200,
    comment,
  ),
  call(getChangeRequestComment, at, "GET /v1/spaces/s1/change-requests/7/comments/c1", 200, comment),
  call(
    getChangeRequestComment,
    { ...at, query: { format: "markdown" } },
    "GET /v1/spaces/s1/change-requests/7/comments/c1?format=markdown",
    200,
    comment,
  ),
  call(
    updateChangeRequestComment,
    {
      ...at,
      body: { resolved: true, body: { markdown: "Nicer" }, addedReactions: ["1f44d"], removedReactions: ["1f44e"] },
    },
    "PUT /v1/spaces/s1/change-requests/7/comments/c1",
    200,
    comment,
  ),
  call(
    updateChangeRequestComment,
    { ...at, body: { resolved: false } },
    "PUT /v1/spaces/s1/change-requests/7/comments/c1",
    200,
    comment,
  ),
  call(
    updateChangeRequestComment,
    { ...at, body: { body: {} } },
    "PUT /v1/spaces/s1/change-requests/7/comments/c1",
    200,
    comment,
  ),
  call(deleteChangeRequestComment, at, "DELETE /v1/spaces/s1/change-requests/7/comments/c1", 204),
  list(
    listChangeRequestCommentReplies,
    at,
    {},
    "GET /v1/spaces/s1/change-requests/7/comments/c1/replies?limit=1000",
    replies,
    [reply],
  ),
  list(
    listChangeRequestCommentReplies,
    { ...at, query: { format: "markdown" } },
    PAGED,
    "GET /v1/spaces/s1/change-requests/7/comments/c1/replies?page=c%2F2%2B%3D&limit=25&format=markdown",
    replies,
    [reply],
  ),
  call(
    createChangeRequestCommentReply,
    { ...at, body: { body: { markdown: "Thanks" } } },
    "POST /v1/spaces/s1/change-requests/7/comments/c1/replies",
    200,
    reply,
  ),
  call(getChangeRequestCommentReply, below, "GET /v1/spaces/s1/change-requests/7/comments/c1/replies/r1", 200, reply),
  call(
    getChangeRequestCommentReply,
    { ...below, query: { format: "document" } },
    "GET /v1/spaces/s1/change-requests/7/comments/c1/replies/r1?format=document",
    200,
    reply,
  ),
  call(
    updateChangeRequestCommentReply,
    {
      ...below,
      body: { body: { markdown: "Thank you" }, addedReactions: ["1f44d"], removedReactions: ["1f44e"], resolved: true },
    },
    "PUT /v1/spaces/s1/change-requests/7/comments/c1/replies/r1",
    200,
    reply,
  ),
  call(
    updateChangeRequestCommentReply,
    { ...below, body: { resolved: false } },
    "PUT /v1/spaces/s1/change-requests/7/comments/c1/replies/r1",
    200,
    reply,
  ),
  call(
    updateChangeRequestCommentReply,
    { ...below, body: { addedReactions: ["1f44d"] } },
    "PUT /v1/spaces/s1/change-requests/7/comments/c1/replies/r1",
    200,
    reply,
  ),
  call(deleteChangeRequestCommentReply, below, "DELETE /v1/spaces/s1/change-requests/7/comments/c1/replies/r1", 204),
  list(listChangeRequestCommenters, cr, {}, "GET /v1/spaces/s1/change-requests/7/commenters?limit=1000", members, [
    member,
  ]),
  list(
    listChangeRequestCommenters,
    cr,
    PAGED,
    "GET /v1/spaces/s1/change-requests/7/commenters?page=c%2F2%2B%3D&limit=25",
    members,
    [member],
  ),
];
