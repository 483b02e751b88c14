import { Failure } from "../../errors.js";
import { DEFAULTS, QUOTA } from "../defaults.js";
import { seconds } from "../transport/error.js";
import type { ClientEvent, ClientOptions, Clock } from "../types.js";
import { systemClock } from "./clock.js";

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

/** R6: all retries of a run share one budget, so that an outage is not made worse. */
interface Quota {
  /** False if too little is left: fail at once. */
  spend(kind: "transient" | "throttle"): boolean;
  /** A request succeeded. */
  earn(): void;
}

/** A full budget, for one run. */
export function createQuota(): Quota {
  let left: number = QUOTA.tokens;
  return {
    spend(kind) {
      if (left < QUOTA[kind]) return false;
      left -= QUOTA[kind];
      return true;
    },
    earn() {
      left = Math.min(QUOTA.tokens, left + QUOTA.success);
    },
  };
}

/**
 * R7, R8: limits how many requests run at once, and holds all of them after a 429. After that each lane restarts with
 * one request and gains a place with every success.
 */
interface Lanes {
  /** Resolves when a place is free. Call the result to give it back, saying whether the request succeeded. */
  enter(lane: Lane, signal?: AbortSignal): Promise<(succeeded: boolean) => void>;
  /** No request starts before this time (milliseconds since the epoch). */
  hold(until: number): void;
  /** Milliseconds until requests may start. */
  held(now: number): number;
}

type Lane = "read" | "write";

interface State {
  readonly places: number;
  open: number;
  busy: number;
  readonly queue: (() => void)[];
}

/** `places` is how many run at once in each lane. */
export function createLanes(places: Record<Lane, number>): Lanes {
  const lane = (count: number): State => ({ places: count, open: count, busy: 0, queue: [] });
  const lanes: Record<Lane, State> = { read: lane(places.read), write: lane(places.write) };
  let until = 0;

  const wake = (state: State) => {
    while (state.busy < state.open) {
      const next = state.queue.shift();
      if (!next) return;
      next();
    }
  };
  const leave = (state: State) => (succeeded: boolean) => {
    state.busy -= 1;
    if (succeeded) state.open = Math.min(state.places, state.open + 1);
    wake(state);
  };

  return {
    async enter(name, signal) {
      const state = lanes[name];
      signal?.throwIfAborted();
      if (state.busy >= state.open) return await queued(state, leave(state), signal);
      state.busy += 1;
      return leave(state);
    },
    hold(time) {
      until = Math.max(until, time);
      for (const state of Object.values(lanes)) state.open = 1;
    },
    held: (now) => Math.max(0, until - now),
  };
}

function queued(state: State, leave: (succeeded: boolean) => void, signal: AbortSignal | undefined) {
  return new Promise<typeof leave>((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener("abort", stop);
      state.busy += 1;
      resolve(leave);
    };
    const stop = () => {
      state.queue.splice(state.queue.indexOf(start), 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    state.queue.push(start);
  });
}
