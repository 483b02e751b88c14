/** Reports a failure: one or two lines with the next step, or one JSON object with a stable `kind`. */
import { Failure, type FailureKind } from "../../errors.js";
import { EXIT, EXIT_CODES } from "../exit-codes.js";
import { escapeJson, sanitizeLine } from "../output/text/sanitize.js";

/** Anything that is not a Failure is a bug: 1. */
export function exitCodeOf(error: unknown): number {
  return error instanceof Failure ? EXIT_CODES[error.kind] : EXIT.unexpected;
}

/** The next step, if the failure itself does not name one. */
const NEXT_STEPS: Partial<Record<FailureKind, string>> = {
  network: "check the network, the proxy settings and the base URL",
  tls: "a private certificate authority is given with --ca-file or NODE_EXTRA_CA_CERTS",
  timeout: "try again later, or wait longer with --timeout",
};

/** Text for standard error, with a final newline. `json` is true when the output format is JSON. */
export function reportFailure(error: unknown, json: boolean): string {
  const failure = error instanceof Failure ? error : unexpected(error);
  if (json) return `${escapeJson(JSON.stringify({ error: asObject(failure) }))}\n`;
  if (failure.kind === "canceled" && !failure.hint) return `${sanitizeLine(failure.message)}\n`;
  const lines = failure.message.split("\n").map((line) => sanitizeLine(line));
  const [first = "", ...rest] = lines;
  const next = failure.hint ?? (error instanceof Failure ? NEXT_STEPS[error.kind] : undefined);
  const hint = next ? [sanitizeLine(next)] : [];
  return `${[`docs: ${first}`, ...rest.map((line) => `  ${line}`), ...hint.map((line) => `  ${line}`)].join("\n")}\n`;
}

function unexpected(
  error: unknown,
): { kind: string } & Pick<Failure, "message" | "hint" | "status" | "outcome" | "details"> {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    kind: "unexpected",
    message: `unexpected error: ${message}`,
    hint: "this is a bug: run again with --debug and report it",
    status: undefined,
    outcome: undefined,
    details: {},
  };
}

type Reported = ReturnType<typeof unexpected>;

function asObject(failure: Reported): Record<string, unknown> {
  return {
    kind: failure.kind,
    message: failure.message,
    ...(failure.hint !== undefined && { hint: failure.hint }),
    ...(failure.status !== undefined && { status: failure.status }),
    ...(failure.outcome !== undefined && { outcome: failure.outcome }),
    ...failure.details,
  };
}
