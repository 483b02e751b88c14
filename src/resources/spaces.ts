/** Spaces, what is in them, and what people say about it. */
import { defineResource } from "./resource.js";

const TALK_TITLE = ["postedBy.displayName", "body.markdown"] as const;

export const SPACES = {
  collection: defineResource(() => import("../catalog/collections.js"), {
    param: "collectionId",
    within: [],
    path: "/v1/orgs/{organizationId}/collections",
    list: "listOrgCollections",
    get: "getCollection",
    fields: ["id", "title", "description", "parent", "defaultLevel"],
  }),
  space: defineResource(() => import("../catalog/spaces.js"), {
    param: "spaceId",
    within: [],
    path: "/v1/orgs/{organizationId}/spaces",
    list: "listOrgSpaces",
    get: "getSpace",
    fields: ["id", "title", "visibility", "editMode", "parent", "changeRequestsOpen", "updatedAt"],
  }),
  page: defineResource(() => import("../catalog/pages.js"), {
    param: "pageId",
    within: ["space"],
    path: "/v1/spaces/{spaceId}/content/pages",
    list: "listSpacePages",
    get: "getSpacePage",
    inCr: true,
    fields: ["id", "title", "path", "type", "updatedAt"],
    below: "pages",
  }),
  file: defineResource(() => import("../catalog/files.js"), {
    param: "fileId",
    within: ["space"],
    path: "/v1/spaces/{spaceId}/content/files",
    list: "listSpaceFiles",
    get: "getSpaceFile",
    inCr: true,
    title: ["name"],
    fields: ["id", "name", "contentType", "size"],
  }),
  change_request: defineResource(() => import("../catalog/change-requests.js"), {
    noun: "cr",
    param: "changeRequestId",
    within: ["space"],
    path: "/v1/spaces/{spaceId}/change-requests",
    list: "listChangeRequests",
    get: "getChangeRequest",
    title: ["subject", "number"],
    fields: ["number", "subject", "status", "createdBy.displayName", "comments", "outdated", "updatedAt"],
  }),
  comment: defineResource(() => import("../catalog/comments.js"), {
    param: "commentId",
    within: ["space"],
    path: "/v1/spaces/{spaceId}/comments",
    list: "listSpaceComments",
    get: "getSpaceComment",
    inCr: true,
    title: TALK_TITLE,
    fields: ["id", "postedBy.displayName", "postedAt", "status", "replies", "target.page.title", "body.markdown"],
  }),
  /** No endpoint lists those on spaces. */
  reply: defineResource(() => import("../catalog/comments.js"), {
    param: "commentReplyId",
    within: [],
    path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies",
    list: "listChangeRequestCommentReplies",
    title: TALK_TITLE,
    fields: ["id", "postedBy.displayName", "postedAt", "body.markdown"],
  }),
};
