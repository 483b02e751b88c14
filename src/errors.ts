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
  | "wait-failed"
  | "after-write"
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

/** What becomes of a failure that somebody knows more of. */
export type FailureChange = FailureOptions & { kind?: FailureKind; message?: string };

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

  /**
   * The same failure with more said of it: what is not named stays, `details` are added to those that are there. The
   * failure it was is its cause.
   */
  with({ kind = this.kind, message = this.message, details, ...more }: FailureChange): Failure {
    return new Failure(kind, message, {
      hint: this.hint,
      status: this.status,
      outcome: this.outcome,
      cause: this,
      ...more,
      details: { ...this.details, ...details },
    });
  }
}

/** A mistake in what was typed: exit code 2, nothing was sent. */
export function usage(message: string, hint?: string): Failure {
  return new Failure("usage", message, { hint });
}

/** Code of an error of the system or of Node: `ENOENT`. Undefined for every other error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "it exists already",
  EISDIR: "it is a folder",
  ELOOP: "the symbolic link leads in a circle",
  ENAMETOOLONG: "the path is too long",
  ENOENT: "no such file or folder",
  EIO: "input or output error",
  EBUSY: "the file is in use",
};

/** Why the file system refused, in plain words; `better` has words that fit the place. Node's own repeat the path. */
export function reasonOf(error: unknown, better: Readonly<Record<string, string>> = {}): string {
  const code = errorCode(error);
  if (code !== undefined) return better[code] ?? REASONS[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
