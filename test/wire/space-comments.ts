import {
  createSpaceComment,
  createSpaceCommentReply,
  deleteSpaceComment,
  deleteSpaceCommentReply,
  getSpaceComment,
  getSpaceCommentReply,
  listSpaceComments,
  updateSpaceComment,
  updateSpaceCommentReply,
} from "../../src/catalog/comments.js";
import { comment, reply } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const space = { params: { spaceId: "s1" } };
const at = { params: { spaceId: "s1", commentId: "c1" } };
const below = { params: { spaceId: "s1", commentId: "c1", commentReplyId: "r1" } };
const comments = { count: 1, items: [comment] };

export const rows = [
  list(listSpaceComments, space, {}, "GET /v1/spaces/s1/comments?limit=1000", comments, [comment]),
  list(
    listSpaceComments,
    {
      ...space,
      query: { order: "asc", status: "resolved", format: "markdown", targetPage: "p1", authors: ["u1", "u 2"] },
    },
    PAGED,
    "GET /v1/spaces/s1/comments?page=c%2F2%2B%3D&limit=25&order=asc&status=resolved&format=markdown&targetPage=p1&authors=u1&authors=u+2",
    comments,
    [comment],
  ),
  call(
    createSpaceComment,
    {
      ...space,
      body: { node: "n1", page: "p1", body: { markdown: "Nice" }, tableCell: { record: "1", definition: "2" } },
    },
    "POST /v1/spaces/s1/comments",
    200,
    comment,
  ),
  call(createSpaceComment, { ...space, body: { body: {} } }, "POST /v1/spaces/s1/comments", 200, comment),
  call(getSpaceComment, at, "GET /v1/spaces/s1/comments/c1", 200, comment),
  call(
    getSpaceComment,
    { ...at, query: { format: "document" } },
    "GET /v1/spaces/s1/comments/c1?format=document",
    200,
    comment,
  ),
  call(
    updateSpaceComment,
    {
      ...at,
      body: { resolved: true, body: { markdown: "Nicer" }, addedReactions: ["1f44d"], removedReactions: ["1f44e"] },
    },
    "PUT /v1/spaces/s1/comments/c1",
    200,
    comment,
  ),
  call(updateSpaceComment, { ...at, body: { resolved: false } }, "PUT /v1/spaces/s1/comments/c1", 200, comment),
  call(updateSpaceComment, { ...at, body: { addedReactions: [] } }, "PUT /v1/spaces/s1/comments/c1", 200, comment),
  call(deleteSpaceComment, at, "DELETE /v1/spaces/s1/comments/c1", 204),
  call(
    createSpaceCommentReply,
    { ...at, body: { body: { markdown: "Thanks" } } },
    "POST /v1/spaces/s1/comments/c1/replies",
    200,
    reply,
  ),
  call(getSpaceCommentReply, below, "GET /v1/spaces/s1/comments/c1/replies/r1", 200, reply),
  call(
    getSpaceCommentReply,
    { ...below, query: { format: "markdown" } },
    "GET /v1/spaces/s1/comments/c1/replies/r1?format=markdown",
    200,
    reply,
  ),
  call(
    updateSpaceCommentReply,
    { ...below, body: { body: { markdown: "Thank you" }, addedReactions: ["1f44d"], removedReactions: ["1f44e"] } },
    "PUT /v1/spaces/s1/comments/c1/replies/r1",
    200,
    reply,
  ),
  call(
    updateSpaceCommentReply,
    { ...below, body: { body: { markdown: "" } } },
    "PUT /v1/spaces/s1/comments/c1/replies/r1",
    200,
    reply,
  ),
  call(
    updateSpaceCommentReply,
    { ...below, body: { removedReactions: ["1f44d"] } },
    "PUT /v1/spaces/s1/comments/c1/replies/r1",
    200,
    reply,
  ),
  call(deleteSpaceCommentReply, below, "DELETE /v1/spaces/s1/comments/c1/replies/r1", 204),
];
