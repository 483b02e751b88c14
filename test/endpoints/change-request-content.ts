import { expect } from "vitest";
import { backlink, CHAPTERS, COMPUTED, contentOf, DRAWING, IMPORT, importRow, PAGE } from "./content.js";
import * as id from "./ids.js";
import { type Contract, PAGES, type Successes } from "./row.js";

export const contract: Contract = {
  getChangeRequestContent: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content",
    query: COMPUTED,
    status: 200,
    response: { resource: "Revision", list: false },
    retry: "safe",
    about: "a revision is compared where one is known: by snapshots and gates",
  },
  importChangeRequestContent: {
    request: "POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import",
    body: IMPORT,
    status: 201,
    response: { resource: "inline", list: false, name: "ImportResult" },
    retry: "unsafe",
    role: "edit",
    thing: "change request",
    about: "the answer says how the request ended",
  },
  listChangeRequestPages: {
    // Not the list envelope; no pagination.
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages",
    query: COMPUTED,
    status: 200,
    response: { resource: "inline", list: false, name: "PageTree" },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  listChangeRequestFiles: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files",
    query: [...PAGES, ...COMPUTED],
    status: 200,
    response: { resource: "File", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  getChangeRequestFile: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}",
    query: COMPUTED,
    status: 200,
    response: { resource: "File", list: false },
    retry: "safe",
    about: { fileId: "id" },
  },
  listChangeRequestFileBacklinks: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks",
    query: [...PAGES],
    status: 200,
    response: { resource: "Reference", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  getChangeRequestPage: {
    // Singular `page` segment; the collection is plural `pages`.
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}",
    query: PAGE,
    status: 200,
    response: { resource: "Page", list: false },
    retry: "safe",
    about: { pageId: "id" },
  },
  listChangeRequestPageLinks: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links",
    query: [...PAGES],
    status: 200,
    response: { resource: "LinkItem", list: true, stats: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
};

/** They are those of content, pages and files, which take `--cr`. */
export const commands = "";

export const requests = contentOf("/v1/spaces/s1/change-requests/7", "--cr 7");

const CHANGE = `/v1/spaces/${id.GUIDE}/change-requests/42`;

export const successes: Successes = {
  getChangeRequestContent: {
    send: `GET ${CHANGE}/content`,
    status: 200,
    answer: { object: "revision", id: "h6MoZmzD6CVeVy2DYbAs", parents: ["ggJ8nit9kHAoyB2V2o3F"], pages: CHAPTERS },
  },
  importChangeRequestContent: importRow(CHANGE),
  listChangeRequestPages: {
    send: `GET ${CHANGE}/content/pages`,
    status: 200,
    answer: { pages: CHAPTERS },
  },
  listChangeRequestFiles: {
    send: `GET ${CHANGE}/content/files`,
    status: 200,
    answer: { count: 2, items: [DRAWING, { id: id.SAFETY_CARD }] },
  },
  getChangeRequestFile: {
    send: `GET ${CHANGE}/content/files/${id.SAFETY_CARD}`,
    status: 200,
    answer: { id: id.SAFETY_CARD, name: "safety-card.txt", size: 179 },
  },
  listChangeRequestFileBacklinks: {
    send: `GET ${CHANGE}/content/files/${id.DRAWING}/backlinks`,
    status: 200,
    answer: { count: 1, items: [backlink(id.GUIDE, "h6MoZmzD6CVeVy2DYbAs")] },
  },
  getChangeRequestPage: {
    send: `GET ${CHANGE}/content/page/${id.CHARGING}?format=markdown&evaluated=true`,
    status: 200,
    answer: {
      id: id.CHARGING,
      markdown: expect.stringMatching(/^Since version 4\.2 the dock charges an empty battery in 60 minutes/),
    },
  },
  listChangeRequestPageLinks: {
    send: `GET ${CHANGE}/content/page/${id.CHARGING}/links`,
    status: 200,
    answer: { count: 1, stats: { total: 1, broken: { total: 0, changeRequest: 0 } }, items: [{ status: "ok" }] },
  },
};
