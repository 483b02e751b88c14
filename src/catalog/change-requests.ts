import * as z from "zod/mini";
import { endpoint, once } from "./endpoint.js";
import { bool, num, open, page, text, Urls, User } from "./shared.js";

/** Contract, "ChangeRequest". */
export const ChangeRequest = once(() =>
  z.looseObject({
    object: text(),
    id: text(),
    number: num(),
    status: text(),
    subject: text(),
    createdBy: z.optional(z.nullable(User())),
    createdAt: text(),
    updatedAt: text(),
    revision: text(),
    revisionInitial: text(),
    /** Absent before the first update from main content. */
    revisionMergedAncestor: text(),
    /** Absent before the merge. */
    revisionMerged: text(),
    comments: num(),
    outdated: bool(),
    urls: Urls(),
  }),
);

/** `result`: `merge`, or `conflicts` if nothing was merged. */
export const MergeResult = once(() => z.looseObject({ revision: text(), result: text() }));
/** `result`: `update`, or `conflicts` if nothing was pulled in. */
export const UpdateResult = once(() => z.looseObject({ revision: text(), result: text() }));
export const PdfUrl = once(() => z.looseObject({ url: text() }));

const CHANGE_REQUEST_STATUSES = ["draft", "open", "archived", "merged"] as const;
/** Statuses that a PATCH can set. */
const SETTABLE_STATUSES = ["draft", "open", "archived"] as const;

export const listChangeRequests = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/change-requests",
  summary: "List the change requests of a space",
  query: () =>
    z.object({
      ...page(),
      status: z.optional(open(CHANGE_REQUEST_STATUSES, "open")),
      contributor: z.optional(z.string()),
    }),
  response: ChangeRequest,
  paginated: true,
});

export const getChangeRequest = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}",
  summary: "Get a change request",
  response: ChangeRequest,
});

export const createChangeRequest = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/change-requests",
  summary: "Create a change request",
  body: () => z.object({ subject: z.optional(z.string()), agentTaskId: z.optional(z.string()) }),
  response: ChangeRequest,
  status: 201,
  retry: "unsafe",
  verify: { get: getChangeRequest, made: "changeRequestId" },
});

export const updateChangeRequest = endpoint({
  method: "PATCH",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}",
  summary: "Change the subject or the status of a change request",
  body: () =>
    z.object({
      subject: z.optional(z.string().check(z.maxLength(100))),
      status: z.optional(open(SETTABLE_STATUSES)),
    }),
  response: ChangeRequest,
  retry: "idempotent",
  verify: { get: getChangeRequest },
});

export const mergeChangeRequest = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge",
  summary: "Merge a change request into its space",
  response: MergeResult,
  slow: true,
  retry: "verify",
  verify: {
    get: getChangeRequest,
    proof: { field: "revisionMerged", is: "set" },
    answer: { revision: "revisionMerged" },
  },
  confirmedBy: { field: "result", is: { value: "merge" } },
});

/** POST .../update. Nothing in the change request distinguishes a second update from the first, so there is no proof. */
export const pullChangeRequest = endpoint({
  method: "POST",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update",
  summary: "Pull the main content of the space into a change request",
  response: UpdateResult,
  slow: true,
  retry: "verify",
  confirmedBy: { field: "result", is: { value: "update" } },
});

/** Here `page` is the id of a page, not a cursor. */
export const getChangeRequestPdf = endpoint({
  method: "GET",
  path: "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf",
  summary: "Get the address of a change request's PDF",
  query: () => z.object({ only: z.optional(z.boolean()), page: z.optional(z.string()) }),
  response: PdfUrl,
  slow: true,
});
