import { expect } from "vitest";
import { changeRequest } from "./answers.js";
import * as id from "./ids.js";
import { type Contract, list, PAGED, PAGES, read, type Shapes, type Successes, write } from "./row.js";

export const contract: Contract = {
  listChangeRequests: {
    request: "GET /v1/spaces/{spaceId}/change-requests",
    query: [
      ...PAGES,
      { name: "status", type: "enum", knownValues: ["draft", "open", "archived", "merged"], default: "open" },
      { name: "contributor", type: "string" },
    ],
    status: 200,
    response: { resource: "ChangeRequest", list: true },
    retry: "safe",
    about: "items have no field for what they belong to",
  },
  createChangeRequest: {
    request: "POST /v1/spaces/{spaceId}/change-requests",
    body: [
      { name: "subject", type: "string", required: "N" },
      { name: "agentTaskId", type: "string", required: "N" },
    ],
    status: 201,
    response: { resource: "ChangeRequest", list: false },
    retry: "unsafe",
    proof: { get: "getChangeRequest", made: true },
    role: "edit",
    thing: "change request",
    about: "the thing is new, and has no field for what it belongs to",
  },
  getChangeRequest: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}",
    status: 200,
    response: { resource: "ChangeRequest", list: false },
    retry: "safe",
    about: { changeRequestId: "id,number" },
  },
  updateChangeRequest: {
    request: "PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}",
    body: [
      { name: "subject", type: "string", required: "N", maxLength: 100 },
      { name: "status", type: "enum", required: "N", knownValues: ["draft", "open", "archived"] },
    ],
    status: 200,
    response: { resource: "ChangeRequest", list: false },
    retry: "idempotent",
    proof: { get: "getChangeRequest" },
    role: "edit",
    thing: "change request",
    about: { changeRequestId: "id,number" },
  },
  mergeChangeRequest: {
    request: "POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge",
    status: 200,
    response: { resource: "inline", list: false, name: "MergeResult" },
    retry: "verify",
    proof: { get: "getChangeRequest", field: "revisionMerged", is: "set" },
    role: "review",
    thing: "change request",
    about: "the answer says how the request ended",
  },
  pullChangeRequest: {
    // Pulls primary content into the change request; not the PATCH.
    request: "POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/update",
    status: 200,
    response: { resource: "inline", list: false, name: "UpdateResult" },
    retry: "verify",
    role: "edit",
    thing: "change request",
    about: "the answer says how the request ended",
  },
  getChangeRequestPdf: {
    request: "GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf",
    query: [
      { name: "only", type: "boolean" },
      { name: "page", type: "string" },
    ],
    status: 200,
    response: { resource: "inline", list: false, name: "PdfUrl" },
    retry: "safe",
    about: "the answer is an address or a file",
  },
};

/** Answers, by their names in the contract. */
export const shapes: Shapes = {
  ChangeRequest: `object=change-request id number status subject createdBy:User createdAt updatedAt revision
    revisionInitial revisionMergedAncestor? revisionMerged? comments outdated urls:ChangeRequestUrls`,
  MergeResult: "revision result",
  UpdateResult: "revision result",
  PdfUrl: "url",
};

export const commands = `
cr list | status contributor author search all-spaces | GET S/change-requests
  cr list
  cr list --status all --all-spaces
cr view <cr> | comments | GET R
  cr view 42
  cr view 42 --comments
cr create | subject agent-task | POST S/change-requests
  cr create --subject New
cr edit <cr> | subject status | PATCH R
  cr edit 42 --subject New
cr diff <cr> | stat name-only all |
  cr diff 42
  cr diff 42 --stat
cr review <cr> | |
cr check <cr> | older-than config report fail-on export-root max-warnings |
cr close <cr> | query field |
  cr close 42
cr reopen <cr> | query field |
  cr reopen 42
cr comment <cr> | body body-file |
  cr comment 42 --body Hello
cr merge <cr> | yes if-ready update | POST R/merge
  cr merge 42
cr update <cr> | | POST R/update
  cr update 43
cr pdf <cr> | page only output-file | GET R/pdf
  cr pdf 42
cr commenters <cr> | | GET R/commenters
  cr commenters 42
`;

const all = "/v1/spaces/s1/change-requests";
const pdf = { url: "https://files.example.com/cr1.pdf" };
const LONG = "s".repeat(100);

export const requests = [
  list("cr list", `GET ${all}?limit=1000`, [changeRequest]),
  list(
    `cr list --status draft --contributor u1 ${PAGED}`,
    `GET ${all}?page=c%2F2%2B%3D&limit=25&status=draft&contributor=u1`,
    [changeRequest],
  ),
  write(
    'cr create --subject "Fix typos" --agent-task task1',
    `POST ${all}`,
    { subject: "Fix typos", agentTaskId: "task1" },
    201,
    changeRequest,
  ),
  write("cr create", `POST ${all}`, {}, 201, changeRequest),
  read("cr view c1", `GET ${all}/c1`, changeRequest),
  read("cr view 7", `GET ${all}/7`, changeRequest),
  write(
    "cr edit 7 --subject Typos --status archived",
    `PATCH ${all}/7`,
    { subject: "Typos", status: "archived" },
    200,
    changeRequest,
  ),
  write("cr edit c1 --status parked", `PATCH ${all}/c1`, { status: "parked" }, 200, changeRequest),
  write(`cr edit c1 --subject ${LONG}`, `PATCH ${all}/c1`, { subject: LONG }, 200, changeRequest),
  write("cr merge 7 --yes", `POST ${all}/7/merge`, undefined, 200, { revision: "rev2", result: "merge" }),
  write("cr update 7", `POST ${all}/7/update`, undefined, 200, { revision: "rev3", result: "update" }),
  read("cr pdf c1", `GET ${all}/c1/pdf`, pdf),
  read("cr pdf c1 --page p1 --only", `GET ${all}/c1/pdf?only=true&page=p1`, pdf),
  read("cr pdf c1 --no-only", `GET ${all}/c1/pdf?only=false`, pdf),
];

const CHANGES = `/v1/spaces/${id.GUIDE}/change-requests`;
const READY = `${CHANGES}/42`;
const space = (answer: object) => ({ send: `GET /v1/spaces/${id.GUIDE}`, status: 200, answer });

export const successes: Successes = {
  listChangeRequests: {
    send: `GET ${CHANGES}`,
    status: 200,
    answer: {
      count: 3,
      items: [
        { object: "change-request", id: id.READY, number: 42, status: "open" },
        { id: id.LATE, number: 43, outdated: true },
        { id: id.STALE, number: 44 },
      ],
    },
  },
  createChangeRequest: {
    send: `POST ${CHANGES}`,
    body: { subject: "Names of the buttons" },
    status: 201,
    answer: {
      object: "change-request",
      number: 47,
      status: "draft",
      subject: "Names of the buttons",
      createdBy: { id: id.INGRID },
      createdAt: "2026-01-15T10:00:00.000Z",
      comments: 0,
      outdated: false,
    },
    after: [space({ changeRequests: 47, changeRequestsOpen: 3, changeRequestsDraft: 2 })],
  },
  getChangeRequest: {
    send: `GET ${CHANGES}/${id.READY}`,
    status: 200,
    answer: {
      id: id.READY,
      number: 42,
      status: "open",
      subject: "Charge for 60 minutes instead of 75",
      comments: 1,
      outdated: false,
      urls: {
        app: `https://docs.sandbox.invalid/o/${id.ORG}/s/${id.GUIDE}/~/changes/42`,
        location: `https://docs.sandbox.invalid/v1/spaces/${id.GUIDE}/change-requests/${id.READY}`,
      },
    },
  },
  updateChangeRequest: {
    send: `PATCH ${READY}`,
    body: { subject: "Charge for an hour", status: "archived" },
    status: 200,
    answer: { id: id.READY, subject: "Charge for an hour", status: "archived", updatedAt: "2026-01-15T10:00:00.000Z" },
    after: [space({ changeRequests: 46, changeRequestsOpen: 2, changeRequestsDraft: 1 })],
  },
  mergeChangeRequest: {
    send: `POST ${READY}/merge`,
    status: 200,
    answer: { result: "merge", revision: expect.stringMatching(/^\w{20}$/) },
    after: [
      {
        send: `GET ${READY}`,
        status: 200,
        answer: { status: "merged", revisionMerged: expect.stringMatching(/^\w{20}$/) },
      },
      {
        send: `GET /v1/spaces/${id.GUIDE}/content/page/${id.CHARGING}?format=markdown`,
        status: 200,
        answer: {
          markdown: expect.stringMatching(/^Since version 4\.2 the dock charges an empty battery in 60 minutes/),
        },
      },
    ],
  },
  pullChangeRequest: {
    send: `POST ${CHANGES}/43/update`,
    status: 200,
    answer: { result: "update", revision: expect.stringMatching(/^\w{20}$/) },
    after: [
      {
        send: `GET ${CHANGES}/43`,
        status: 200,
        answer: { status: "open", outdated: false, revisionMergedAncestor: "ggJ8nit9kHAoyB2V2o3F" },
      },
    ],
  },
  getChangeRequestPdf: {
    send: `GET ${READY}/pdf?only=true&page=${id.CHARGING}`,
    status: 200,
    answer: {
      url: expect.stringMatching(/^https:\/\/docs\.sandbox\.invalid\/pdf\/\w+\/page-\w+\.pdf\?key=[\w-]{22}$/),
    },
  },
};
