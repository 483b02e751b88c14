import { expect } from "vitest";
import * as id from "./ids.js";
import type { Successes } from "./row.js";

const ALL = `/v1/spaces/${id.GUIDE}/change-requests`;
const READY = `${ALL}/42`;
const space = (answer: object) => ({ send: `GET /v1/spaces/${id.GUIDE}`, status: 200, answer });

export const changeRequests: Successes = {
  listChangeRequests: {
    send: `GET ${ALL}`,
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
    send: `POST ${ALL}`,
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
    send: `GET ${ALL}/${id.READY}`,
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
    send: `POST ${ALL}/43/update`,
    status: 200,
    answer: { result: "update", revision: expect.stringMatching(/^\w{20}$/) },
    after: [
      {
        send: `GET ${ALL}/43`,
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
