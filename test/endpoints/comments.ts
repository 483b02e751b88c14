import { comment, reply } from "./answers.js";
import * as id from "./ids.js";
import {
  type Contract,
  type ContractField,
  list,
  PAGED,
  PAGES,
  type Row,
  read,
  type Shapes,
  type Successes,
  write,
} from "./row.js";

export const LISTED: ContractField[] = [
  ...PAGES,
  { name: "order", type: "enum", knownValues: ["asc", "desc"], default: "desc" },
  { name: "status", type: "enum", knownValues: ["all", "open", "resolved"], default: "all" },
  { name: "format", type: "enum", knownValues: ["document", "markdown"] },
  { name: "targetPage", type: "string" },
  { name: "authors", type: "string[]" },
];
export const CREATED: ContractField[] = [
  { name: "node", type: "string", required: "N" },
  { name: "page", type: "string", required: "N" },
  { name: "body", type: "CommentBody", required: "Y" },
  { name: "tableCell", type: "{record: string, definition: string}", required: "N" },
];
export const EDITED: ContractField[] = [
  { name: "resolved", type: "boolean", required: "N" },
  { name: "body", type: "CommentBody", required: "N" },
  { name: "addedReactions", type: "string[]", required: "N" },
  { name: "removedReactions", type: "string[]", required: "N" },
];

export const contract: Contract = {
  listSpaceComments: {
    request: "GET /v1/spaces/{spaceId}/comments",
    query: LISTED,
    status: 200,
    response: { resource: "Comment", list: true },
    retry: "safe",
    about: { spaceId: "target.space" },
  },
  createSpaceComment: {
    // Success is 200, not 201.
    request: "POST /v1/spaces/{spaceId}/comments",
    body: CREATED,
    status: 200,
    response: { resource: "Comment", list: false },
    retry: "unsafe",
    proof: { get: "getSpaceComment", made: true },
    role: "comment",
    thing: "comment",
    about: { spaceId: "target.space" },
  },
  getSpaceComment: {
    request: "GET /v1/spaces/{spaceId}/comments/{commentId}",
    query: [{ name: "format", type: "enum", knownValues: ["document", "markdown"] }],
    status: 200,
    response: { resource: "Comment", list: false },
    retry: "safe",
    about: { commentId: "id", spaceId: "target.space" },
  },
  updateSpaceComment: {
    request: "PUT /v1/spaces/{spaceId}/comments/{commentId}",
    body: EDITED,
    status: 200,
    response: { resource: "Comment", list: false },
    retry: "idempotent",
    proof: { get: "getSpaceComment" },
    role: "admin",
    thing: "comment",
    about: { commentId: "id", spaceId: "target.space" },
  },
  deleteSpaceComment: {
    request: "DELETE /v1/spaces/{spaceId}/comments/{commentId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "comment",
    about: { commentId: "id" },
  },
  createSpaceCommentReply: {
    // Success is 200, not 201.
    // The interface has no list-replies operation for space comments (only under a change request).
    request: "POST /v1/spaces/{spaceId}/comments/{commentId}/replies",
    body: [{ name: "body", type: "CommentBody", required: "Y" }],
    status: 200,
    response: { resource: "CommentReply", list: false },
    retry: "unsafe",
    proof: { get: "getSpaceCommentReply", made: true },
    role: "comment",
    thing: "reply",
    about: "the thing is new, and has no field for what it belongs to",
  },
  getSpaceCommentReply: {
    request: "GET /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    query: [{ name: "format", type: "enum", knownValues: ["document", "markdown"] }],
    status: 200,
    response: { resource: "CommentReply", list: false },
    retry: "safe",
    about: { commentReplyId: "id" },
  },
  updateSpaceCommentReply: {
    request: "PUT /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    body: [
      { name: "body", type: "CommentBody", required: "N" },
      { name: "addedReactions", type: "string[]", required: "N" },
      { name: "removedReactions", type: "string[]", required: "N" },
    ],
    status: 200,
    response: { resource: "CommentReply", list: false },
    retry: "idempotent",
    proof: { get: "getSpaceCommentReply" },
    role: "admin",
    thing: "reply",
    about: { commentReplyId: "id" },
  },
  deleteSpaceCommentReply: {
    request: "DELETE /v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}",
    status: 204,
    response: { resource: null, list: false },
    retry: "idempotent",
    role: "admin",
    thing: "reply",
    about: { commentReplyId: "id" },
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  Comment: `object=comment id postedBy:User postedAt editedAt? reactions:Reaction replies body target:CommentTarget
    urls permissions status resolvedAt? resolvedBy?:User`,
  CommentReply: "object=comment-reply id postedBy:User postedAt editedAt? reactions:Reaction body urls permissions",
};

export const commands = `
comments list | cr status order format page-id author | GET SR/comments
  comments list
  comments list --cr 42
comments view <comment> | cr format | GET SR/comments/{commentId}
  comments view mN9hRc4qVxL6WzTk2BdY
  comments view mV4dLs8xTqH6ZnRb3KwP --cr 42
comments create | cr body body-file node page-id table-record table-definition | POST SR/comments
  comments create --body Hello
  comments create --body Hello --cr 42
comments edit <comment> | cr body body-file | PUT SR/comments/{commentId}
  comments edit mN9hRc4qVxL6WzTk2BdY --body Hello
  comments edit mV4dLs8xTqH6ZnRb3KwP --body Hello --cr 42
comments delete <comment> | cr yes confirm must-exist | DELETE SR/comments/{commentId}
  ! comments delete mN9hRc4qVxL6WzTk2BdY --yes
  ! comments delete mV4dLs8xTqH6ZnRb3KwP --cr 42 --yes
comments resolve <comment> | cr |
  comments resolve mN9hRc4qVxL6WzTk2BdY
comments reopen <comment> | cr |
  comments reopen mXr5TbQ2wKz8LpVn4HcJ
comments react <comment> | cr add remove |
  comments react mN9hRc4qVxL6WzTk2BdY --add 👍
replies view <comment> <reply> | cr format | GET SR/comments/{commentId}/replies/{commentReplyId}
  replies view mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR
  replies view mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --cr 42
replies create <comment> | cr body body-file | POST SR/comments/{commentId}/replies
  replies create mZk3WvY7dRt5QnBx9JpG --body Yes
  replies create mV4dLs8xTqH6ZnRb3KwP --body Yes --cr 42
replies edit <comment> <reply> | cr body body-file add-reaction remove-reaction resolved no-resolved | PUT SR/comments/{commentId}/replies/{commentReplyId}
  replies edit mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --body Yes
  replies edit mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --body Yes --cr 42
replies delete <comment> <reply> | cr yes confirm must-exist | DELETE SR/comments/{commentId}/replies/{commentReplyId}
  ! replies delete mZk3WvY7dRt5QnBx9JpG yH8mPz2cLxV5TqKw7NdR --yes
  ! replies delete mV4dLs8xTqH6ZnRb3KwP yL3nTx6qJdV8WzKb4RfS --cr 42 --yes
`;

const REACTIONS = { addedReactions: ["1f44d"], removedReactions: ["1f44e"] };

/** Comments below a space or a change request, which `cr` names. */
export function commentsOf(parent: string, cr: string) {
  const comments = `${parent}/comments`;
  const replies = `${comments}/cm1/replies`;
  const resolved = { ...comment, status: "resolved" };
  return [
    list(`comments list ${cr}`, `GET ${comments}?limit=1000`, [comment]),
    list(
      `comments list ${cr} --order asc --status resolved --format markdown --page-id p1 --author u1,u2 ${PAGED}`,
      `GET ${comments}?page=c%2F2%2B%3D&limit=25&order=asc&status=resolved&format=markdown&targetPage=p1&authors=u1&authors=u2`,
      [comment],
    ),
    write(
      `comments create ${cr} --node n1 --page-id p1 --body Nice --table-record 1 --table-definition 2`,
      `POST ${comments}`,
      { node: "n1", page: "p1", body: { markdown: "Nice" }, tableCell: { record: "1", definition: "2" } },
      200,
      comment,
    ),
    write(`comments create ${cr} --body "é ✓"`, `POST ${comments}`, { body: { markdown: "é ✓" } }, 200, comment),
    read(`comments view cm1 ${cr}`, `GET ${comments}/cm1`, comment),
    read(`comments view cm1 ${cr} --format document`, `GET ${comments}/cm1?format=document`, comment),
    write(`comments edit cm1 ${cr} --body Nicer`, `PUT ${comments}/cm1`, { body: { markdown: "Nicer" } }, 200, comment),
    write(`comments resolve cm1 ${cr}`, `PUT ${comments}/cm1`, { resolved: true }, 200, resolved),
    write(`comments reopen cm1 ${cr}`, `PUT ${comments}/cm1`, { resolved: false }, 200, comment),
    write(`comments react cm1 ${cr} --add 1f44d --remove 1f44e`, `PUT ${comments}/cm1`, REACTIONS, 200, comment),
    write(`comments delete cm1 ${cr} --yes`, `DELETE ${comments}/cm1`, undefined, 204),
    write(`replies create cm1 ${cr} --body Thanks`, `POST ${replies}`, { body: { markdown: "Thanks" } }, 200, reply),
    read(`replies view cm1 r1 ${cr}`, `GET ${replies}/r1`, reply),
    read(`replies view cm1 r1 ${cr} --format markdown`, `GET ${replies}/r1?format=markdown`, reply),
    write(`replies edit cm1 r1 ${cr} --body Yes`, `PUT ${replies}/r1`, { body: { markdown: "Yes" } }, 200, reply),
    write(
      `replies edit cm1 r1 ${cr} --add-reaction 1f44d --remove-reaction 1f44e`,
      `PUT ${replies}/r1`,
      REACTIONS,
      200,
      reply,
    ),
    write(`replies delete cm1 r1 ${cr} --yes`, `DELETE ${replies}/r1`, undefined, 204),
  ];
}

export const requests = commentsOf("/v1/spaces/s1", "");

const SPACE = `/v1/spaces/${id.GUIDE}/comments`;
export const BODY = { markdown: "Which cable is it?" };

/** What both kinds of comment share; `at` is where they are, `comment` has two replies, `open` is not resolved. */
export function commentRows(at: string, comment: string, reply: string, open: string): Record<string, Row> {
  return {
    create: {
      send: `POST ${at}`,
      body: { body: BODY, page: id.CHARGING, node: "b12" },
      status: 200,
      answer: {
        object: "comment",
        body: BODY,
        status: "open",
        replies: 0,
        reactions: [],
        postedBy: { object: "user", id: id.INGRID },
        postedAt: "2026-01-15T10:00:00.000Z",
        target: { space: id.GUIDE, page: { id: id.CHARGING, title: "Charging" }, node: { id: "b12" } },
      },
      after: [{ send: `GET ${at}?limit=1`, status: 200, answer: { items: [{ body: BODY }] } }],
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
      body: { body: BODY },
      status: 200,
      answer: { object: "comment-reply", body: BODY, reactions: [], postedBy: { id: id.INGRID } },
      after: [{ send: `GET ${at}/${comment}`, status: 200, answer: { replies: 3 } }],
    },
    updateReply: {
      send: `PUT ${at}/${comment}/replies/${reply}`,
      body: { body: BODY, addedReactions: ["👍"] },
      status: 200,
      answer: {
        id: reply,
        body: BODY,
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

export const successes = {
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
