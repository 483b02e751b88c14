import type { FailureKind } from "../errors.js";

/** The one table of exit codes by kind of failure. `docs help exit-codes` prints it. */
export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  auth: 4,
  refused: 5,
  unavailable: 6,
  unknownOutcome: 7,
  limited: 8,
  partial: 9,
  invalidAnswer: 10,
  findings: 11,
} as const;

export const EXIT_CODES: Record<FailureKind, number> = {
  config: EXIT.unexpected,
  io: EXIT.unexpected,
  "after-write": EXIT.unexpected,
  usage: EXIT.usage,
  "invalid-input": EXIT.usage,
  "not-found": EXIT.notFound,
  "not-in-snapshot": EXIT.notFound,
  "no-token": EXIT.auth,
  unauthorized: EXIT.auth,
  forbidden: EXIT.auth,
  refused: EXIT.refused,
  redirect: EXIT.refused,
  conflict: EXIT.refused,
  network: EXIT.unavailable,
  tls: EXIT.unavailable,
  timeout: EXIT.unavailable,
  service: EXIT.unavailable,
  "unknown-outcome": EXIT.unknownOutcome,
  "rate-limited": EXIT.limited,
  "wait-timeout": EXIT.limited,
  "wait-failed": EXIT.limited,
  partial: EXIT.partial,
  "cannot-tell": EXIT.partial,
  findings: EXIT.findings,
  "invalid-answer": EXIT.invalidAnswer,
  "too-large": EXIT.invalidAnswer,
  canceled: 130,
};

/** Exit codes for signals, on platforms that cannot re-raise them. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGPIPE: 141, SIGTERM: 143 } as const;

export const EXIT_MEANINGS: readonly (readonly [number | string, string])[] = [
  [0, "success (including an empty list, or deleting something absent)"],
  [1, "unexpected error: a bug, local input or output, configuration; also a failure after a change was made"],
  [2, "usage or local validation; nothing was sent"],
  [3, "not found, or not in the snapshot"],
  [4, "no token, or refused: 401, 403"],
  [5, "the service refused the request (other 4xx, a redirect, merge conflicts)"],
  [6, "the service or the network failed after retries; nothing was applied"],
  [7, "outcome unknown: a write may have been applied; the message names the command that shows it"],
  [8, "rate limited beyond --max-wait, or --wait timed out"],
  [
    9,
    "at least one of several targets, parts, steps or rules failed or could not be evaluated, or it could not be determined whether something is absent",
  ],
  [10, "the service's answer is not valid (shape, cursor loop, HTML, cut, too big)"],
  [11, "findings at or above --fail-on; or differences, with --exit-code"],
  ["129, 130, 141, 143", "ended by SIGHUP, SIGINT (or canceled at a prompt), SIGPIPE, SIGTERM"],
];
