/** Exit codes, and what is reported of a failure: one or two lines with the next step, or one JSON object with a stable `kind`. */
import { Failure, type FailureKind, type Outcome } from "../../errors.js";
import { maskUrl } from "../../shared/secret-places.js";
import { escapeJson, sanitizeLine } from "../../shared/text/sanitize.js";

/** The one table of exit codes by kind of failure. `docs help exit-codes` prints it. */
const EXIT = {
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

const EXIT_CODES: Record<FailureKind, number> = {
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

/** Anything that is not a Failure is a bug: 1. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Failure ? EXIT_CODES[error.kind] : EXIT.unexpected;
}

/** The next step, if the failure itself does not name one. */
const NEXT_STEPS: Partial<Record<FailureKind, string>> = {
  network: "check the network, the proxy settings and the base URL",
  tls: "for a private certificate authority, pass --ca-file or set NODE_EXTRA_CA_CERTS",
  timeout: "try again later, or wait longer with --timeout",
};

/** Nouns whose commands act on this machine alone, whatever service is chosen. */
const LOCAL = new Set(["sandbox", "profiles", "alias", "completion", "extensions", "tour", "ci", "init"]);

/** A log-in is one to a service; the sandbox has no app to open. */
const LOG_IN = /^auth log/;

/** The failure of a command that was typed with --sandbox: what it suggests is in the sandbox, too. */
export function inSandbox(error: unknown, nouns: readonly { name: string }[]): unknown {
  if (!(error instanceof Failure)) return error;
  const names = nouns.map(({ name }) => name).filter((name) => !LOCAL.has(name));
  const command = new RegExp(
    `(?<![\\w./-])docs (?=((?:${names.join("|")})(?: [a-z-]+)?)(?![\\w-]))((?:(?! docs )[^:;,])*)`,
    "g",
  );
  const withFlag = (text: string): string =>
    text.replace(command, (whole, words: string, rest: string) =>
      LOG_IN.test(words) ? whole : `docs --sandbox ${rest.replace(/ --web\b/, " --url")}`,
    );
  const { hint } = error;
  const [first = "", ...rest] = error.lines;
  return error.with({ message: [first, ...rest.map(withFlag)], ...(hint !== undefined && { hint: withFlag(hint) }) });
}

/** Text for standard error, with a final newline. `json`: as JSON, with the messages that were held as `notes`. */
export function reportFailure(error: unknown, json: boolean, notes: readonly string[] = []): string {
  const failure = error instanceof Failure ? error : describeUnexpected(error);
  if (json) return `${escapeJson(JSON.stringify({ error: asObject(failure, notes) }))}\n`;
  if (failure.kind === "canceled" && !failure.hint) return `${sanitizeLine(failure.message)}\n`;
  const [first = "", ...rest] = failure.lines.map(sanitizeLine);
  const next = failure.hint ?? (error instanceof Failure ? NEXT_STEPS[error.kind] : undefined);
  const hint = next ? [sanitizeLine(next)] : [];
  return `${[`docs: ${first}`, ...rest.map((line) => `  ${line}`), ...hint.map((line) => `  ${line}`)].join("\n")}\n`;
}

function describeUnexpected(
  error: unknown,
): { kind: string } & Pick<Failure, "message" | "lines" | "hint" | "status" | "outcome" | "details"> {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // Of other people's code, which may name any URL.
  const message = `unexpected error: ${maskUrl(said)}`;
  return {
    kind: "unexpected",
    message,
    lines: [message],
    hint: "this is a bug: run again with --debug and report it",
    status: undefined,
    outcome: error instanceof Error && "outcome" in error ? (error.outcome as Outcome) : undefined,
    details: {},
  };
}

type FailureReport = ReturnType<typeof describeUnexpected>;

function asObject(failure: FailureReport, notes: readonly string[]): Record<string, unknown> {
  return {
    kind: failure.kind,
    message: failure.message,
    ...(failure.hint !== undefined && { hint: failure.hint }),
    ...(failure.status !== undefined && { status: failure.status }),
    ...(failure.outcome !== undefined && { outcome: failure.outcome }),
    ...failure.details,
    ...(notes.length > 0 && { notes }),
  };
}
