import * as id from "./ids.js";
import type { Row, Successes } from "./row.js";

const SPACE = `/v1/spaces/${id.GUIDE}/comments`;
const CHANGE = `/v1/spaces/${id.GUIDE}/change-requests/42/comments`;
const body = { markdown: "Which cable is it?" };

/** What both kinds of comment share; `at` is where they are, `comment` has two replies, `open` is not resolved. */
function commentRows(at: string, comment: string, reply: string, open: string): Record<string, Row> {
  return {
    create: {
      send: `POST ${at}`,
      body: { body, page: id.CHARGING, node: "b12" },
      status: 200,
      answer: {
        object: "comment",
        body,
        status: "open",
        replies: 0,
        reactions: [],
        postedBy: { object: "user", id: id.INGRID },
        postedAt: "2026-01-15T10:00:00.000Z",
        target: { space: id.GUIDE, page: { id: id.CHARGING, title: "Charging" }, node: { id: "b12" } },
      },
      after: [{ send: `GET ${at}?limit=1`, status: 200, answer: { items: [{ body }] } }],
    },
    update: {
      send: `PUT ${at}/${open}`,
      body: { resolved: true, body: { markdown: "Now it leads somewhere." }, addedReactions: ["1f389"] },
      status: 200,
      answer: {
        id: open,
        status: "resolved",
        resolvedAt: "2026-01-15T10:00:00.000Z",
        resolvedBy: { id: id.INGRID },
        editedAt: "2026-01-15T10:00:00.000Z",
        body: { markdown: "Now it leads somewhere." },
      },
    },
    delete: {
      send: `DELETE ${at}/${comment}`,
      status: 204,
      after: [
        { send: `GET ${at}/${comment}`, status: 404 },
        { send: `GET ${at}/${comment}/replies/${reply}`, status: 404 },
      ],
    },
    createReply: {
      send: `POST ${at}/${comment}/replies`,
      body: { body },
      status: 200,
      answer: { object: "comment-reply", body, reactions: [], postedBy: { id: id.INGRID } },
      after: [{ send: `GET ${at}/${comment}`, status: 200, answer: { replies: 3 } }],
    },
    updateReply: {
      send: `PUT ${at}/${comment}/replies/${reply}`,
      body: { body, addedReactions: ["👍"] },
      status: 200,
      answer: {
        id: reply,
        body,
        reactions: [
          { emoji: "👍", count: 1, users: [{ user: { id: id.INGRID }, reactedAt: "2026-01-15T10:00:00.000Z" }] },
        ],
      },
    },
    deleteReply: {
      send: `DELETE ${at}/${comment}/replies/${reply}`,
      status: 204,
      after: [
        { send: `GET ${at}/${comment}/replies/${reply}`, status: 404 },
        { send: `GET ${at}/${comment}`, status: 200, answer: { replies: 1 } },
      ],
    },
  };
}

const space = commentRows(SPACE, id.BROKEN_LINK, id.WAS_MOVED, id.BROKEN_LINK);
const change = commentRows(CHANGE, id.SIXTY, id.SINCE_MARCH, id.READS_WELL);

export const spaceComments = {
  listSpaceComments: {
    send: `GET ${SPACE}`,
    status: 200,
    answer: {
      count: 4,
      items: [{ id: id.WHOLE_GUIDE }, { id: id.TOO_FAR }, { id: id.BROKEN_LINK }, { id: id.SHOES, status: "resolved" }],
    },
  },
  createSpaceComment: space.create,
  getSpaceComment: {
    send: `GET ${SPACE}/${id.BROKEN_LINK}`,
    status: 200,
    answer: {
      object: "comment",
      id: id.BROKEN_LINK,
      postedBy: { object: "user", id: id.TOMASZ, displayName: "Tomasz Nowak" },
      replies: 2,
      body: { markdown: "The link behind **fleet controller** leads nowhere." },
      reactions: [
        { emoji: "👀", count: 1 },
        { emoji: "👍", count: 2 },
      ],
      status: "open",
      target: { page: { id: id.ERROR_CODES, outdated: false } },
      permissions: { view: true, edit: true, reply: true, delete: true },
    },
  },
  updateSpaceComment: {
    ...space.update,
    after: [{ send: `GET /v1/spaces/${id.GUIDE}`, status: 200, answer: { comments: 2 } }],
  },
  deleteSpaceComment: {
    ...space.delete,
    after: [
      ...(space.delete?.after ?? []),
      { send: `GET /v1/spaces/${id.GUIDE}`, status: 200, answer: { comments: 2 } },
    ],
  },
  createSpaceCommentReply: space.createReply,
  getSpaceCommentReply: {
    send: `GET ${SPACE}/${id.BROKEN_LINK}/replies/${id.NEVER_WRITTEN}`,
    status: 200,
    answer: {
      object: "comment-reply",
      id: id.NEVER_WRITTEN,
      postedBy: { id: id.JONAS },
      reactions: [{ emoji: "😅", count: 2 }],
      permissions: { view: true },
    },
  },
  updateSpaceCommentReply: space.updateReply,
  deleteSpaceCommentReply: space.deleteReply,
} as Successes;

export const changeRequestComments = {
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
    body: { body, addedReactions: ["👍"], resolved: false },
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
