/** What could not be read: rules that need it are not evaluable, and the others go on. */
import { Failure, type FailureKind } from "../errors.js";

export class Unknown extends Error {
  constructor(reason: string, options?: { cause: unknown }) {
    super(reason, options);
    this.name = "Unknown";
  }
}

/** One request was refused or has no answer: this does not concern the next one. */
const OF_ONE: ReadonlySet<FailureKind> = new Set<FailureKind>([
  "forbidden",
  "not-found",
  "not-in-snapshot",
  "refused",
  "conflict",
  "redirect",
  "service",
  "timeout",
  "invalid-answer",
]);

/** After so many failures of these kinds nothing more is asked: a service that cannot be reached, or asks for a rest. */
const ENDING: Readonly<Partial<Record<FailureKind, number>>> = { network: 3, tls: 1, "rate-limited": 1 };

export interface Breaker {
  /** @throws Unknown once nothing more is to be asked */
  check(): void;
  /**
   * Why the answer to a request is not known.
   * @throws Failure for what is of no use to go on after: no token, a signal, or a service that never answered
   */
  failed(error: unknown): Unknown;
  /** A request was answered, or refused. */
  answered(): void;
}

export function createBreaker(): Breaker {
  const failures = new Map<FailureKind, number>();
  let everAnswered = false;
  let ended: string | undefined;
  return {
    check() {
      if (ended !== undefined) throw new Unknown(`not asked for: ${ended}`);
    },
    failed(error) {
      if (!(error instanceof Failure)) throw error;
      const [reason = ""] = error.message.split("\n");
      if (OF_ONE.has(error.kind)) {
        everAnswered = true;
        return new Unknown(reason, { cause: error });
      }
      const most = ENDING[error.kind];
      if (most === undefined || !everAnswered) throw error;
      const count = (failures.get(error.kind) ?? 0) + 1;
      failures.set(error.kind, count);
      if (count >= most) ended = reason;
      return new Unknown(reason, { cause: error });
    },
    answered() {
      everAnswered = true;
      failures.clear();
    },
  };
}
