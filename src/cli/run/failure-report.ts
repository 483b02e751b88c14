/** Reports a failure: one or two lines with the next step, or one JSON object with a stable `kind`. */
import { Failure, type FailureKind, type Outcome } from "../../errors.js";
import { maskUrl } from "../../shared/secret-places.js";
import { escapeJson, sanitizeLine } from "../../shared/text/sanitize.js";
import { EXIT, EXIT_CODES } from "../exit-codes.js";

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
