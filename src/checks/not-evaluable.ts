/** Marks data that could not be read: rules that need it are not evaluable, the others go on. */
import { Failure, type FailureKind } from "../errors.js";

export class Unknown extends Error {
  constructor(reason: string, options?: { cause: unknown }) {
    super(reason, options);
    this.name = "Unknown";
  }
}

/** The member that decides. @throws Unknown where the answer lacks it: nothing passes by that */
export function requireKnown<T>(value: T | null | undefined, name: string): T {
  if (value === undefined || value === null) throw new Unknown(`the service does not show ${name}`);
  return value;
}

/**
 * A normal state in which the rule has nothing to judge, and which another rule reports: the thing is skipped. In a gate,
 * which judges that one thing, it is unknown.
 */
export class Inapplicable extends Unknown {}

/** Why a fix has no request: a reason against it, or what could not be read. */
export interface Withheld {
  unplanned: string;
  isUnknown?: true;
}

export async function withholdIf(why: Promise<string | undefined>, lead: string): Promise<Withheld | undefined> {
  try {
    const unplanned = await why;
    return unplanned === undefined ? undefined : { unplanned };
  } catch (error) {
    if (!(error instanceof Unknown)) throw error;
    return { unplanned: `${lead}: ${error.message}`, isUnknown: true };
  }
}

/** Kinds of failures that concern a single request. */
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
  "too-large",
]);

/** After this many failures of a kind, no more requests are sent. */
const ENDING: Readonly<Partial<Record<FailureKind, number>>> = { network: 3, tls: 1, "rate-limited": 1 };

interface Breaker {
  /** @throws Unknown once no more requests are to be sent */
  check(): void;
  /**
   * Turns a failure into Unknown.
   * @throws Failure if going on makes no sense: no token, a signal, or a service that never answered
   */
  failed(error: unknown): Unknown;
  /** Records that a request was answered. */
  answered(): void;
}

/** The message; for what a snapshot leaves out, the command that includes it: it is not a flag of this one. */
function whyUnread({ kind, lines: [first = ""], hint, details }: Failure): string {
  if (kind !== "not-in-snapshot" || details.state !== "not-asked" || hint === undefined) return first;
  return `not in this snapshot: ${details.scope}; ${hint}`;
}

export function createBreaker(): Breaker {
  const failures = new Map<FailureKind, number>();
  let everAnswered = false;
  let ended: string | undefined;
  return {
    check() {
      if (ended !== undefined) throw new Unknown(`not requested: ${ended}`);
    },
    failed(error) {
      if (!(error instanceof Failure)) throw error;
      const reason = whyUnread(error);
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
