import type { RetryClass } from "../../catalog/endpoint.js";
import { Failure } from "../../errors.js";
import { type Clock, systemClock } from "../../system/clock.js";
import { BACKOFF, DEFAULTS, QUOTA } from "../defaults.js";
import { formatSeconds } from "../transport/error.js";
import type { ClientOptions, Observer, WireResponse } from "../types.js";

// R1, R3, R4, R6: whether a request is repeated, after how long, and how often in a whole run.

/**
 * The result of the last attempt. `not-sent`: no byte left this machine. `throttled`: 408, 425, 429, 503 with
 * Retry-After. `lost`: sent, but no answer or a 5xx. `redirected`: 303, with which services answer a request that they have
 * carried out or begun. `broken`: a success whose body cannot be used. `final`: everything else.
 */
export type AttemptOutcome = "not-sent" | "throttled" | "lost" | "redirected" | "broken" | "final";

/** `unknown`: stop, it may have happened. `verify`: look it up with one GET. */
export type Action = "retry" | "verify" | "stop" | "unknown";

const TABLE: Record<AttemptOutcome, Record<RetryClass, Action>> = {
  "not-sent": { safe: "retry", idempotent: "retry", verify: "retry", unsafe: "retry" },
  throttled: { safe: "retry", idempotent: "retry", verify: "retry", unsafe: "retry" },
  lost: { safe: "retry", idempotent: "retry", verify: "verify", unsafe: "unknown" },
  redirected: { safe: "stop", idempotent: "stop", verify: "verify", unsafe: "unknown" },
  broken: { safe: "retry", idempotent: "retry", verify: "verify", unsafe: "unknown" },
  final: { safe: "stop", idempotent: "stop", verify: "stop", unsafe: "stop" },
};

/** R1: the class of an operation and the outcome decide. `retryUnsafe` (R14) opts creations into transient retries. */
export function decide(retryClass: RetryClass, outcome: AttemptOutcome, retryUnsafe = false): Action {
  const action = TABLE[outcome][retryClass];
  return action === "unknown" && outcome === "lost" && retryUnsafe ? "retry" : action;
}

/** True if a write with this outcome may have been carried out. */
export const mayBeApplied = (outcome: AttemptOutcome): boolean => ["lost", "redirected", "broken"].includes(outcome);

/** R3: delay before retry `n` (0 for the first) of a transient failure, in milliseconds. `random` gives 0..1. */
export function transientDelay(n: number, random: () => number): number {
  const { first, most, floor } = BACKOFF.transient;
  return Math.max(floor, Math.ceil(random() * Math.min(most, first * 2 ** n)));
}

/** R3: delay after throttle `n` (0 for the first) if the service named no time. */
export function throttleDelay(n: number, random: () => number): number {
  const { first, most } = BACKOFF.throttle;
  return Math.ceil((0.5 + random() / 2) * Math.min(most, first * 2 ** n));
}

/** R4: never shorter than the service asked; a little longer, so that clients spread out. */
export function askedDelay(asked: number, random: () => number): number {
  const { share, most } = BACKOFF.spread;
  return Math.max(BACKOFF.transient.floor, Math.ceil(asked + Math.min(most, random() * share * asked)));
}

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

type Lane = "read" | "write";
/** Gives a slot back. */
type Release = (succeeded: boolean) => void;

/**
 * R7, R8: limits how many requests run at once, and holds all of them after a 429. After that each lane restarts with
 * one request and gains a slot with every success.
 */
interface RequestLimiter {
  /** Resolves when a slot is free. Call the result to give it back, saying whether the request succeeded. */
  enter(lane: Lane, signal?: AbortSignal): Promise<Release>;
  /** No request starts before this time (milliseconds since the epoch). */
  hold(until: number): void;
  /** Milliseconds until requests may start. */
  held(now: number): number;
}

/** Reads or writes: how many may run, and do. */
interface LaneSlots {
  readonly places: number;
  open: number;
  busy: number;
  readonly queue: (() => void)[];
}

/** `places` is how many run at once in each lane. */
export function createRequestLimiter(places: Record<Lane, number>): RequestLimiter {
  const lane = (count: number): LaneSlots => ({ places: count, open: count, busy: 0, queue: [] });
  const lanes: Record<Lane, LaneSlots> = { read: lane(places.read), write: lane(places.write) };
  let until = 0;

  const wake = (state: LaneSlots) => {
    while (state.busy < state.open) {
      const next = state.queue.shift();
      if (!next) return;
      next();
    }
  };
  const leave = (state: LaneSlots) => (succeeded: boolean) => {
    state.busy -= 1;
    if (succeeded) state.open = Math.min(state.places, state.open + 1);
    wake(state);
  };

  return {
    async enter(name, signal) {
      const state = lanes[name];
      signal?.throwIfAborted();
      if (state.busy >= state.open) return await queueForSlot(state, leave(state), signal);
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

function queueForSlot(state: LaneSlots, leave: (succeeded: boolean) => void, signal: AbortSignal | undefined) {
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

export interface FailedAttempt {
  ok: false;
  outcome: AttemptOutcome;
  failure: Failure;
  /** False if a retry would fail in the same way: a body that is too large. */
  repeatable: boolean;
  /** 429, or 408, 425 or 503 with Retry-After: a wait, not an attempt (R2). `asked`: milliseconds, if it named them. */
  throttle?: { asked: number | undefined; everyone: boolean } | undefined;
  response?: WireResponse | undefined;
}

export type Attempt<T> = { ok: true; value: T } | FailedAttempt;
export type Verdict<T> = { ok: true; value: T; sentAt: number } | Stop;

/** `lost`: an attempt may have been applied. `sentAt`: when it, otherwise the last one, was sent; ms since the epoch. */
export interface Stop {
  ok: false;
  action: Action;
  failed: FailedAttempt;
  lost: boolean;
  sentAt: number;
}

export interface Job<T> {
  method: string;
  /** Without the query. */
  path: string;
  retry: RetryClass;
  /**
   * One request. `count` is 1 for the first; `lost` says that an earlier one may have been applied. Failures in the
   * decision table are returned, not thrown.
   */
  attempt(count: number, lost: boolean): Promise<Attempt<T>>;
}

/** Repeats attempts until one succeeds, or the table, a limit or the retry budget ends them. */
export async function repeat<T>(job: Job<T>, clientState: ClientState, budget: TimeBudget): Promise<Verdict<T>> {
  const state: State = { attempts: 0, retries: 0, waits: 0, sentAt: clientState.clock.now(), lostAt: undefined };
  const stop = (action: Action, failed: FailedAttempt): Stop => {
    return { ok: false, action, failed, lost: state.lostAt !== undefined, sentAt: state.lostAt ?? state.sentAt };
  };
  for (;;) {
    const attempt = await attemptOnce(job, clientState, budget, state);
    if (attempt.ok) {
      clientState.quota.earn();
      return { ...attempt, sentAt: state.sentAt };
    }
    if (mayBeApplied(attempt.outcome)) state.lostAt = state.sentAt;
    const action = decide(job.retry, attempt.outcome, clientState.retryUnsafe);
    if (action !== "retry") return stop(action, attempt);
    const reason = attempt.repeatable ? await pause(job, clientState, budget, state, attempt) : attempt.failure;
    if (reason) return stop("stop", { ...attempt, failure: reason });
  }
}

interface State {
  attempts: number;
  retries: number;
  waits: number;
  sentAt: number;
  /** When the attempt that may have been applied was sent. */
  lostAt: number | undefined;
}

async function attemptOnce<T>(
  job: Job<T>,
  clientState: ClientState,
  budget: TimeBudget,
  state: State,
): Promise<Attempt<T>> {
  const leave = await waitForSlot(job, clientState, budget);
  if (typeof leave !== "function") return { ok: false, outcome: "not-sent", failure: leave, repeatable: false };
  let attempt: Attempt<T> | undefined;
  try {
    state.attempts += 1;
    state.sentAt = clientState.clock.now();
    attempt = await job.attempt(state.attempts, state.lostAt !== undefined);
    return attempt;
  } finally {
    leave(attempt?.ok === true);
  }
}

/** Waits for a free slot and for the end of a hold after 429 (R7). A Failure if that takes too long. */
async function waitForSlot<T>(job: Job<T>, clientState: ClientState, budget: TimeBudget): Promise<Release | Failure> {
  for (;;) {
    const held = clientState.limiter.held(clientState.clock.now());
    if (held > 0) {
      const refused = stopped.wait(held, clientState, budget);
      if (refused) return refused;
      budget.waited += held;
      await clientState.clock.sleep(held, budget.signal);
    }
    if (timeLeft(clientState, budget) <= 0) return stopped.deadline(budget);
    const leave = await clientState.limiter.enter(job.retry === "safe" ? "read" : "write", budget.signal);
    if (clientState.limiter.held(clientState.clock.now()) === 0) return leave;
    leave(false);
  }
}

/** Waits before the next attempt; a Failure if there is to be none. */
async function pause<T>(
  job: Job<T>,
  clientState: ClientState,
  budget: TimeBudget,
  state: State,
  failed: FailedAttempt,
): Promise<Failure | undefined> {
  const { throttle } = failed;
  const [count, of] = throttle ? [state.waits, clientState.waits] : [state.retries, clientState.retries];
  if (throttle) state.waits += 1;
  else state.retries += 1;
  if (count >= of) return failed.failure;
  const asked = throttle?.asked;
  const backoff = throttle ? throttleDelay : transientDelay;
  const ms = asked === undefined ? backoff(count, clientState.random) : askedDelay(asked, clientState.random);
  if (throttle?.everyone) clientState.limiter.hold(clientState.clock.now() + ms);
  const refused = throttle
    ? stopped.wait(ms, clientState, budget, failed.failure)
    : stopped.pause(ms, clientState, budget);
  if (refused) return refused;
  if (!clientState.quota.spend(throttle ? "throttle" : "transient")) return stopped.quota(failed.failure);
  if (throttle) budget.waited += ms;
  const why = failed.response ? String(failed.response.status) : failed.failure.message;
  clientState.observe({ type: "wait", method: job.method, path: job.path, ms, why, count: count + 1, of });
  await clientState.clock.sleep(ms, budget.signal);
  return undefined;
}

/** State that all requests of a client share. */
export interface ClientState {
  readonly clock: Clock;
  readonly random: () => number;
  readonly retries: number;
  readonly waits: number;
  readonly retryUnsafe: boolean;
  readonly quota: Quota;
  readonly limiter: RequestLimiter;
  readonly observe: Observer;
}

/** The time that the requests of one call or one listing may take together. */
export interface TimeBudget {
  waited: number;
  readonly maxWait: number;
  /** Length in milliseconds, and when it ends; undefined: never. */
  readonly deadline: number;
  readonly deadlineAt: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** True once a write was sent. */
  hasSent?: true;
}

export type ClientStateOptions = Pick<
  ClientOptions,
  "clock" | "random" | "retries" | "retryUnsafe" | "concurrency" | "observers"
>;

/** Uses the given clock, randomness and limits, otherwise the real ones and the defaults. */
export function createClientState(options: ClientStateOptions): ClientState {
  const { observers = [] } = options;
  return {
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    retries: options.retries ?? DEFAULTS.retries,
    waits: DEFAULTS.waits,
    retryUnsafe: options.retryUnsafe ?? false,
    quota: createQuota(),
    limiter: createRequestLimiter({
      read: options.concurrency ?? DEFAULTS.concurrency,
      write: options.concurrency ?? DEFAULTS.writes,
    }),
    observe(event) {
      for (const observer of observers) observer(event);
    },
  };
}

/** Milliseconds until the deadline; Infinity without one. */
export function timeLeft(clientState: ClientState, budget: TimeBudget): number {
  return budget.deadlineAt === undefined ? Number.POSITIVE_INFINITY : budget.deadlineAt - clientState.clock.now();
}

/** Why a request is not retried although its class allows it. Undefined: it is. */
export const stopped = {
  /** R5: a wait that the service asked for; `cause` is its answer. */
  wait(ms: number, clientState: ClientState, budget: TimeBudget, cause?: Failure): Failure | undefined {
    const left = budget.maxWait - budget.waited;
    if (ms > left) {
      const message = `rate limited: the service asks to wait ${formatSeconds(ms)}, ${formatSeconds(Math.max(0, left))} of --max-wait are left`;
      return new Failure("rate-limited", message, {
        hint: "try again later, or raise --max-wait",
        status: cause?.status,
        details: { ...cause?.details, retryAfterSeconds: Math.ceil(ms / 1000) },
      });
    }
    return stopped.pause(ms, clientState, budget);
  },

  pause(ms: number, clientState: ClientState, budget: TimeBudget): Failure | undefined {
    return ms >= timeLeft(clientState, budget) ? stopped.deadline(budget) : undefined;
  },

  deadline(budget: TimeBudget): Failure {
    return new Failure("timeout", `timed out: the deadline of ${formatSeconds(budget.deadline)} has passed`, {
      hint: "raise --deadline",
    });
  },

  quota(failure: Failure): Failure {
    return failure.with({ message: `${failure.message}; retry budget used up` });
  },
};
