/**
 * The one error that reaches people. Its `kind` is stable (scripts read it from JSON errors) and decides the exit code
 * (cli/exit-codes.ts). Everything else that is thrown is a bug and ends with exit code 1.
 */
export type FailureKind =
  | "config"
  | "io"
  | "usage"
  | "invalid-input"
  | "not-found"
  | "no-token"
  | "unauthorized"
  | "forbidden"
  | "refused"
  | "redirect"
  | "conflict"
  | "network"
  | "tls"
  | "timeout"
  | "service"
  | "unknown-outcome"
  | "rate-limited"
  | "wait-timeout"
  | "partial"
  | "invalid-answer"
  | "canceled";

/** What is known of a write after a failure (R12). */
export type Outcome = "not_applied" | "applied" | "unknown";

export interface FailureOptions {
  /** The next thing to do: an exact command or a short sentence. */
  hint?: string | undefined;
  /** HTTP status, where there was one. */
  status?: number | undefined;
  outcome?: Outcome | undefined;
  /** Extra members of the JSON error, such as `itemsPrinted` and `nextPage`. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

export class Failure extends Error {
  readonly kind: FailureKind;
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly outcome: Outcome | undefined;
  readonly details: Record<string, unknown>;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Failure";
    this.kind = kind;
    this.hint = options.hint;
    this.status = options.status;
    this.outcome = options.outcome;
    this.details = options.details ?? {};
  }
}

/** A mistake in what was typed: exit code 2, nothing was sent. */
export function usage(message: string, hint?: string): Failure {
  return new Failure("usage", message, { hint });
}
