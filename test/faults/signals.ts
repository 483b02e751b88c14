/** The table of retries, with numbers: for each signal how often a request arrives and how the command ends. */
import {
  answer,
  brokenChunks,
  cutBody,
  cutChunks,
  type Fault,
  hangUp,
  html,
  redirect,
  reset,
  stall,
  throttled,
} from "../helpers/fault-server.js";
import type { Name } from "./commands.js";

/** Times that the request arrives, exit code, outcome of a write. With --retries 1 and --max-wait 1. */
export type End = readonly [sent: number, code: number, outcome?: "not_applied" | "applied" | "unknown"];

export interface Signal {
  fault: Fault;
  /** Reads, idempotent writes, changes of state, creations. */
  ends: readonly [safe: End, idempotent: End, verify: End, unsafe: End];
  /** Commands that differ from their class. */
  but?: Partial<Record<Name, End>>;
  /** A refused merge is looked up once, to tell whether it was merged before. */
  looked?: Partial<Record<Name, number>>;
  /** The change of state is looked up: the end is that of `LOOKUPS`. `open`: the service may still be at work on it. */
  lost?: "over" | "open";
}

/** After a lost change of state one GET decides. It is sent twice where it fails itself. */
export const LOOKUPS = {
  applied: { looked: 1, code: 0, outcome: undefined },
  missing: {
    over: { looked: 1, code: 6, outcome: "not_applied" },
    open: { looked: 3, code: 7, outcome: "unknown" },
  },
  failing: { looked: 2, code: 7, outcome: "unknown" },
} as const;

const error = (status: number, headers: Record<string, string> = {}) => throttled(status, headers);

const lost = (fault: Fault, state: "over" | "open" = "open"): Signal => ({
  fault,
  lost: state,
  ends: [
    [2, 6],
    [2, 6, "unknown"],
    [1, 6, "not_applied"],
    [1, 7, "unknown"],
  ],
});

const repeated = (fault: Fault, sent: number, code: number): Signal => ({
  fault,
  ends: [
    [sent, code],
    [sent, code, "not_applied"],
    [sent, code, "not_applied"],
    [sent, code, "not_applied"],
  ],
});

const final = (fault: Fault, code: number): Signal => repeated(fault, 1, code);

/** The answer came, and cannot be used: a look decides, which meets the same fault. */
const broken = (fault: Fault): Signal => ({
  fault,
  ends: [
    [2, 10],
    [2, 7, "unknown"],
    [1, 7, "unknown"],
    [1, 7, "unknown"],
  ],
  looked: { delete: 2, edit: 2, merge: 2, move: 2 },
});

/** No answer of the service: nothing is repeated. */
const foreign = (fault: Fault): Signal => ({
  fault,
  ends: [
    [1, 10],
    [1, 7, "unknown"],
    [1, 7, "unknown"],
    [1, 7, "unknown"],
  ],
  looked: { delete: 1, edit: 1, merge: 1, move: 1 },
});

export const SIGNALS: Record<string, Signal> = {
  "reset after the request": lost(reset),
  "FIN without an answer": lost(hangUp),
  "no answer in time": lost(stall),
  "500": lost(error(500), "over"),
  "502": lost(error(502)),
  "503 without Retry-After": lost(error(503), "over"),
  "504": lost(error(504)),
  "520": lost(error(520)),
  "524": lost(error(524)),
  "408": repeated(error(408), 2, 5),
  "425": repeated(error(425), 2, 5),
  // Half a second to a second is waited once; the next wait would be longer than --max-wait.
  "429": repeated(error(429), 2, 8),
  // Ten waits at most, however short.
  "429 with Retry-After: 0": repeated(error(429, { "Retry-After": "0" }), 11, 8),
  "503 with Retry-After: 0": repeated(error(503, { "Retry-After": "0" }), 11, 6),
  "429 with Retry-After: 30": repeated(error(429, { "Retry-After": "30" }), 1, 8),
  "503 with Retry-After: 30": repeated(error(503, { "Retry-After": "30" }), 1, 8),
  "200 with a body that is cut": broken(cutBody(200)),
  "200 whose chunks break": broken(brokenChunks),
  "200 whose chunks are cut": broken(cutChunks),
  "200 with HTML": foreign(html(200)),
  "200 with half of a JSON": broken(answer(200, '{"id":')),
  // JSON that is whole: a read of it is not repeated, and nothing is promised of the answer to a deletion.
  "200 with an array": {
    ...broken(answer(200, [])),
    but: { delete: [1, 0] },
    looked: { edit: 1, merge: 1, move: 1 },
  },
  "301": final(redirect("https://other.example/v1", 301), 5),
  "302": final(redirect("/v1/elsewhere", 302), 5),
  "303": {
    fault: redirect("/v1/jobs/1", 303),
    lost: "open",
    ends: [
      [1, 5],
      [1, 5, "unknown"],
      [1, 7, "unknown"],
      [1, 7, "unknown"],
    ],
  },
  "307": final(redirect("https://other.example/v1", 307), 5),
  "308": final(redirect("https://other.example/v1", 308), 5),
  "400": final(error(400), 5),
  "401": final(error(401), 4),
  "403": final(error(403), 4),
  "409": { ...final(error(409), 5), looked: { merge: 1 } },
  "422": final(error(422), 5),
  "501": final(error(501), 6),
};

export const CLASS: Record<Name, 0 | 1 | 2 | 3> = {
  list: 0,
  view: 0,
  delete: 1,
  edit: 1,
  merge: 2,
  move: 2,
  create: 3,
  team: 3,
};
