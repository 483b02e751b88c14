import { Failure } from "../../errors.js";
import { DEFAULTS } from "../defaults.js";
import { seconds } from "../transport/error.js";
import type { ClientEvent, ClientOptions, Clock } from "../types.js";
import { systemClock } from "./clock.js";
import { createQuota, type Quota } from "./quota.js";
import { createLanes, type Lanes } from "./request-limiter.js";

/** What all requests of a client share. */
export interface Run {
  readonly clock: Clock;
  readonly random: () => number;
  readonly retries: number;
  readonly waits: number;
  readonly retryUnsafe: boolean;
  readonly quota: Quota;
  readonly lanes: Lanes;
  observe(event: ClientEvent): void;
}

/** What the requests of one call or one listing share: the time they may take. */
export interface Scope {
  waited: number;
  readonly maxWait: number;
  /** Length in milliseconds, and when it ends; undefined: never. */
  readonly deadline: number;
  readonly deadlineAt: number | undefined;
  readonly signal: AbortSignal | undefined;
}

export type RunOptions = Pick<
  ClientOptions,
  "clock" | "random" | "retries" | "retryUnsafe" | "concurrency" | "observe"
>;

/** Uses the given clock, randomness and limits, otherwise the real ones and the defaults. */
export function createRun(options: RunOptions): Run {
  return {
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    retries: options.retries ?? DEFAULTS.retries,
    waits: DEFAULTS.waits,
    retryUnsafe: options.retryUnsafe ?? false,
    quota: createQuota(),
    lanes: createLanes({
      read: options.concurrency ?? DEFAULTS.concurrency,
      write: options.concurrency ?? DEFAULTS.writes,
    }),
    observe: options.observe ?? (() => {}),
  };
}

/** Milliseconds until the deadline; Infinity without one. */
export function timeLeft(run: Run, scope: Scope): number {
  return scope.deadlineAt === undefined ? Number.POSITIVE_INFINITY : scope.deadlineAt - run.clock.now();
}

/** Why a request is not retried although its class allows it. Undefined: it is. */
export const stopped = {
  /** R5: a wait that the service asked for; `cause` is its answer. */
  wait(ms: number, run: Run, scope: Scope, cause?: Failure): Failure | undefined {
    const left = scope.maxWait - scope.waited;
    if (ms > left) {
      const message = `rate limited: the service asks to wait ${seconds(ms)}, ${seconds(Math.max(0, left))} of --max-wait are left`;
      return new Failure("rate-limited", message, {
        hint: "try again later, or raise --max-wait",
        status: cause?.status,
        details: { ...cause?.details, retryAfterSeconds: Math.ceil(ms / 1000) },
      });
    }
    return stopped.pause(ms, run, scope);
  },

  pause(ms: number, run: Run, scope: Scope): Failure | undefined {
    return ms >= timeLeft(run, scope) ? stopped.deadline(scope) : undefined;
  },

  deadline(scope: Scope): Failure {
    return new Failure("timeout", `timed out: the deadline of ${seconds(scope.deadline)} has passed`, {
      hint: "raise --deadline",
    });
  },

  quota(failure: Failure): Failure {
    return failure.with({ message: `${failure.message}; retry budget used up` });
  },
};
