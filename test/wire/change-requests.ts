import {
  createChangeRequest,
  getChangeRequest,
  getChangeRequestPdf,
  listChangeRequests,
  mergeChangeRequest,
  pullChangeRequest,
  updateChangeRequest,
} from "../../src/catalog/change-requests.js";
import { changeRequest } from "./answers.js";
import { call, list, PAGED } from "./helper.js";

const space = { params: { spaceId: "s1" } };
const byId = { params: { spaceId: "s1", changeRequestId: "cr1" } };
const byNumber = { params: { spaceId: "s1", changeRequestId: "7" } };
const answer = { count: 1, items: [changeRequest] };

export const rows = [
  list(listChangeRequests, space, {}, "GET /v1/spaces/s1/change-requests?limit=1000", answer, [changeRequest]),
  list(
    listChangeRequests,
    { ...space, query: { status: "draft", contributor: "u1" } },
    PAGED,
    "GET /v1/spaces/s1/change-requests?page=c%2F2%2B%3D&limit=25&status=draft&contributor=u1",
    answer,
    [changeRequest],
  ),
  call(
    createChangeRequest,
    { ...space, body: { subject: "Fix typos", agentTaskId: "task1" } },
    "POST /v1/spaces/s1/change-requests",
    201,
    changeRequest,
  ),
  call(createChangeRequest, { ...space, body: {} }, "POST /v1/spaces/s1/change-requests", 201, changeRequest),
  call(getChangeRequest, byId, "GET /v1/spaces/s1/change-requests/cr1", 200, changeRequest),
  call(getChangeRequest, byNumber, "GET /v1/spaces/s1/change-requests/7", 200, changeRequest),
  call(
    updateChangeRequest,
    { ...byNumber, body: { subject: "Fix more typos", status: "archived" } },
    "PATCH /v1/spaces/s1/change-requests/7",
    200,
    changeRequest,
  ),
  call(
    updateChangeRequest,
    { ...byId, body: { status: "parked" } },
    "PATCH /v1/spaces/s1/change-requests/cr1",
    200,
    changeRequest,
  ),
  call(
    updateChangeRequest,
    { ...byId, body: { subject: "s".repeat(100) } },
    "PATCH /v1/spaces/s1/change-requests/cr1",
    200,
    changeRequest,
  ),
  call(mergeChangeRequest, byNumber, "POST /v1/spaces/s1/change-requests/7/merge", 200, {
    revision: "rev2",
    result: "merge",
  }),
  call(pullChangeRequest, byNumber, "POST /v1/spaces/s1/change-requests/7/update", 200, {
    revision: "rev3",
    result: "update",
  }),
  call(getChangeRequestPdf, byId, "GET /v1/spaces/s1/change-requests/cr1/pdf", 200, {
    url: "https://files.example.com/cr1.pdf",
  }),
  call(
    getChangeRequestPdf,
    { ...byId, query: { only: true, page: "p1" } },
    "GET /v1/spaces/s1/change-requests/cr1/pdf?only=true&page=p1",
    200,
    { url: "https://files.example.com/cr1.pdf" },
  ),
  call(
    getChangeRequestPdf,
    { ...byId, query: { only: false } },
    "GET /v1/spaces/s1/change-requests/cr1/pdf?only=false",
    200,
    { url: "https://files.example.com/cr1.pdf" },
  ),
];
