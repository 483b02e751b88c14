/**
 * The kinds of Failure, the only error meant for users. They are stable, as scripts read them from JSON errors, and they
 * decide the exit code (cli/run/failure-report.ts). Any other error that is thrown is a bug and ends with exit code 1.
 */
export type FailureKind =
  | "config"
  | "io"
  | "usage"
  | "invalid-input"
  | "not-found"
  | "cannot-tell"
  | "not-in-snapshot"
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
  | "findings"
  | "invalid-answer"
  | "too-large"
  | "canceled";

/** The known outcome of a write after a failure (R12). */
export type Outcome = "not_applied" | "applied" | "unknown";

interface FailureOptions {
  /** The next thing to do: an exact command or a short sentence. */
  hint?: string | undefined;
  /** HTTP status, if there was one. */
  status?: number | undefined;
  outcome?: Outcome | undefined;
  /** Extra members of the JSON error, such as `itemsPrinted` and `nextPage`. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

/** Parts that `Failure.with` may change. */
type FailureChange = FailureOptions & { kind?: FailureKind; message?: string | readonly string[] };

export class Failure extends Error {
  readonly kind: FailureKind;
  /** The message as lines; one unless it was given as several. A line break inside a line is text, and is shown as such. */
  readonly lines: readonly string[];
  readonly hint: string | undefined;
  readonly status: number | undefined;
  readonly outcome: Outcome | undefined;
  readonly details: Record<string, unknown>;

  constructor(kind: FailureKind, message: string | readonly string[], options: FailureOptions = {}) {
    const lines = typeof message === "string" ? [message] : message;
    super(lines.join("\n"), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Failure";
    this.kind = kind;
    this.lines = lines;
    this.hint = options.hint;
    this.status = options.status;
    this.outcome = options.outcome;
    this.details = options.details ?? {};
  }

  /**
   * A copy with some members replaced. `details` are merged with the existing ones, and the original failure becomes the
   * cause.
   */
  with({ kind = this.kind, message = this.lines, details, ...more }: FailureChange): Failure {
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

/** True if the service may have applied a write that failed. */
export const isOutcomeUnknown = ({ kind, outcome }: Failure): boolean =>
  kind === "unknown-outcome" || outcome === "unknown";

/** A mistake in the command line: exit code 2, nothing was sent. */
export function usage(message: string | readonly string[], hint?: string): Failure {
  return new Failure("usage", message, { hint });
}

/** Nobody can be asked whether to go on. `ways`: the flags that answer the question. */
export const unconfirmed = (ways = "pass --yes", why?: string): Failure =>
  usage(`${why === undefined ? "" : `${why}: `}confirmation is required when not running interactively`, ways);

/** The answer to a question was no. */
export const declined = (): Failure => new Failure("canceled", "canceled: nothing was changed");

/** The code of a system or Node error, such as `ENOENT`. Undefined for every other error. */
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
  EEXIST: "it already exists",
  EISDIR: "it is a folder",
  ELOOP: "the symbolic link leads in a circle",
  ENAMETOOLONG: "the path is too long",
  ENOENT: "no such file or folder",
  EIO: "input or output error",
  EBUSY: "the file is in use",
};

/** A file that is named but not there is a mistake in the command line; whatever else keeps it from being read is not. */
export const kindOfReadError = (error: unknown): FailureKind => (errorCode(error) === "ENOENT" ? "usage" : "io");

/** A file system error in plain words; `better` overrides some of them. Node's own message would repeat the path. */
export function reasonOf(error: unknown, better: Readonly<Record<string, string>> = {}): string {
  const code = errorCode(error);
  if (code !== undefined) return better[code] ?? REASONS[code] ?? code;
  return error instanceof Error ? error.message : String(error);
}
