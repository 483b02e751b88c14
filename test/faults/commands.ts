/** One command of each kind that the table of retries knows, and what a healthy service answers it. */
import { answer, type Fault } from "../helpers/fault-server.js";

export type Name = "list" | "view" | "delete" | "edit" | "merge" | "move" | "create" | "team";

export interface Subject {
  args: readonly string[];
  /** The request that the faults meet. */
  request: string;
  /** What is read before a deletion, and answered well. */
  before?: string;
  /** What a lost change is looked up with. */
  lookup?: string;
  /** Answers of the lookup: it happened, it did not. */
  applied?: Fault;
  missing?: Fault;
}

export const space = (more: object) => answer(200, { object: "space", id: "s1", title: "Guide", ...more });
const changeRequest = (more: object) => answer(200, { object: "change-request", id: "c1", number: 5, ...more });

export const SUBJECTS: Record<Name, Subject> = {
  list: { args: ["orgs", "list"], request: "GET /v1/orgs?limit=1000" },
  view: { args: ["spaces", "view", "s1"], request: "GET /v1/spaces/s1" },
  delete: {
    args: ["spaces", "delete", "s1", "--yes"],
    before: "GET /v1/spaces/s1",
    lookup: "GET /v1/orgs/o1/spaces?limit=1000",
    request: "DELETE /v1/spaces/s1",
  },
  edit: {
    args: ["spaces", "edit", "s1", "--title", "New"],
    request: "PATCH /v1/spaces/s1",
    lookup: "GET /v1/spaces/s1",
  },
  merge: {
    args: ["cr", "merge", "5"],
    request: "POST /v1/spaces/s1/change-requests/5/merge",
    lookup: "GET /v1/spaces/s1/change-requests/5",
    applied: changeRequest({ status: "merged", revisionMerged: "r9" }),
    missing: changeRequest({ status: "open" }),
  },
  move: {
    args: ["spaces", "move", "s1", "--parent", "k1"],
    request: "POST /v1/spaces/s1/move",
    lookup: "GET /v1/spaces/s1",
    applied: space({ parent: "k1" }),
    missing: space({ parent: "k0" }),
  },
  create: { args: ["cr", "create", "--subject", "Fix"], request: "POST /v1/spaces/s1/change-requests" },
  team: { args: ["teams", "create", "--title", "Writers"], request: "PUT /v1/orgs/o1/teams" },
};

export const NAMES = Object.keys(SUBJECTS) as Name[];
