/** Views of change requests, and of what people say. */
import { APP, CREATED, ID, ofKind, UPDATED, type View } from "./view.js";

export const TALK_VIEWS: readonly View[] = [
  {
    name: "change_requests",
    about: "change requests of all states",
    from: ofKind("change-request"),
    scopes: ["spaces/{spaceId}/change-requests"],
    columns: [
      ["space", "o.scope", "spaces.id"],
      ID,
      ["number", "$.number", "number in the space", "integer"],
      ["status", "$.status", "draft, open, merged or archived"],
      ["subject", "$.subject", "subject"],
      ["created_by", "$.createdBy.id", "members.id"],
      ["created_by_name", "$.createdBy.displayName", "name, also of people who left"],
      ["comments", "$.comments", "open comments", "integer"],
      ["outdated", "$.outdated", "1: behind its space", "boolean"],
      CREATED,
      UPDATED,
      APP,
    ],
  },
  {
    name: "comments",
    about: "comments on spaces and change requests",
    from: `main.objects o LEFT JOIN main.objects c ON c.kind = 'change-request' AND c.id = o.scope
      WHERE o.kind = 'comment'`,
    scopes: ["spaces/{spaceId}/comments", "spaces/{spaceId}/change-requests/{changeRequestId}/comments"],
    columns: [
      ["space", "coalesce(c.scope, o.scope)", "spaces.id"],
      ["change_request", "c.id", "change_requests.id; null: on the space itself"],
      ["id", "o.json ->> '$.id'", "id"],
      ["page", "o.json ->> '$.target.page.id'", "pages.id; null: on no page"],
      ["status", "o.json ->> '$.status'", "open or resolved"],
      ["posted_by", "o.json ->> '$.postedBy.id'", "members.id"],
      ["posted_by_name", "o.json ->> '$.postedBy.displayName'", "name, also of people who left"],
      ["posted_at", "o.json ->> '$.postedAt'", "time", "time"],
      ["edited_at", "o.json ->> '$.editedAt'", "time; null: never", "time"],
      ["resolved_by", "o.json ->> '$.resolvedBy.id'", "members.id"],
      ["resolved_at", "o.json ->> '$.resolvedAt'", "time", "time"],
      ["replies", "o.json ->> '$.replies'", "number of replies", "integer"],
      ["markdown", "o.json ->> '$.body.markdown'", "the text"],
    ],
  },
  {
    name: "replies",
    about: "replies to comments on change requests; no endpoint lists those on spaces",
    from: ofKind("comment-reply"),
    scopes: ["spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies"],
    columns: [
      ["comment", "o.scope", "comments.id"],
      ID,
      ["posted_by", "$.postedBy.id", "members.id"],
      ["posted_at", "$.postedAt", "time", "time"],
      ["markdown", "$.body.markdown", "the text"],
    ],
  },
];
