import type { RetryClass } from "../../catalog/endpoint.js";
import type { Failure } from "../../errors.js";
import { BACKOFF } from "../defaults.js";
import type { WireResponse } from "../types.js";
import { type Run, type Scope, stopped, timeLeft } from "./shared-run.js";

/**
 * What the last attempt showed. `not-sent`: no byte left this machine. `throttled`: 408, 425, 429, 503 with
 * Retry-After. `lost`: sent, but no answer or a 5xx. `elsewhere`: 303, with which services answer a request that they have
 * carried out or begun. `broken`: a success whose body cannot be used. `final`: everything else.
 */
export type Signal = "not-sent" | "throttled" | "lost" | "elsewhere" | "broken" | "final";

/** `unknown`: stop, it may have happened. `applied`: stop, it happened. `verify`: look it up with one GET. */
export type Action = "retry" | "verify" | "stop" | "unknown" | "applied";

const TABLE: Record<Signal, Record<RetryClass, Action>> = {
  "not-sent": { safe: "retry", idempotent: "retry", verify: "retry", unsafe: "retry" },
  throttled: { safe: "retry", idempotent: "retry", verify: "retry", unsafe: "retry" },
  lost: { safe: "retry", idempotent: "retry", verify: "verify", unsafe: "unknown" },
  elsewhere: { safe: "stop", idempotent: "stop", verify: "verify", unsafe: "unknown" },
  broken: { safe: "retry", idempotent: "retry", verify: "applied", unsafe: "applied" },
  final: { safe: "stop", idempotent: "stop", verify: "stop", unsafe: "stop" },
};

/** R1: the class of an operation and the signal decide. `retryUnsafe` (R14) opts creations into transient retries. */
export function decide(retryClass: RetryClass, signal: Signal, retryUnsafe = false): Action {
  const action = TABLE[signal][retryClass];
  return action === "unknown" && signal === "lost" && retryUnsafe ? "retry" : action;
}

/** Whether a write that ended so may have been carried out. */
export const mayBeApplied = (signal: Signal): boolean => ["lost", "elsewhere", "broken"].includes(signal);

export interface Failed {
  ok: false;
  signal: Signal;
  failure: Failure;
  /** False if a retry would fail in the same way: a body that is too large. */
  repeatable: boolean;
  /** 429, or 408, 425 or 503 with Retry-After: a wait, not an attempt (R2). `asked`: milliseconds, if it named them. */
  throttle?: { asked: number | undefined; everyone: boolean } | undefined;
  response?: WireResponse | undefined;
}

export type Attempt<T> = { ok: true; value: T } | Failed;
export type Verdict<T> = { ok: true; value: T } | Stop;

/** `lost`: an attempt may have been applied. `sentAt`: when it, otherwise the last one, was sent; ms since the epoch. */
export interface Stop {
  ok: false;
  action: Action;
  failed: Failed;
  lost: boolean;
  sentAt: number;
}

export interface Job<T> {
  method: string;
  /** Without the query. */
  path: string;
  retry: RetryClass;
  lane: "read" | "write";
  /**
   * One request. `count` is 1 for the first; `lost` says that an earlier one may have been applied. Failures in the
   * decision table are returned, not thrown.
   */
  attempt(count: number, lost: boolean): Promise<Attempt<T>>;
}

/** Repeats attempts until one succeeds, or the table, a limit or the retry budget ends them. */
export async function repeat<T>(job: Job<T>, run: Run, scope: Scope): Promise<Verdict<T>> {
  const state: State = { attempts: 0, retries: 0, waits: 0, sentAt: run.clock.now(), lostAt: undefined };
  const stop = (action: Action, failed: Failed): Stop => {
    return { ok: false, action, failed, lost: state.lostAt !== undefined, sentAt: state.lostAt ?? state.sentAt };
  };
  for (;;) {
    const attempt = await once(job, run, scope, state);
    if (attempt.ok) {
      run.quota.earn();
      return attempt;
    }
    if (mayBeApplied(attempt.signal)) state.lostAt = state.sentAt;
    const action = decide(job.retry, attempt.signal, run.retryUnsafe);
    if (action !== "retry") return stop(action, attempt);
    const reason = attempt.repeatable ? await pause(job, run, scope, state, attempt) : attempt.failure;
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

async function once<T>(job: Job<T>, run: Run, scope: Scope, state: State): Promise<Attempt<T>> {
  const leave = await place(job, run, scope);
  if (typeof leave !== "function") return { ok: false, signal: "not-sent", failure: leave, repeatable: false };
  let attempt: Attempt<T> | undefined;
  try {
    state.attempts += 1;
    state.sentAt = run.clock.now();
    attempt = await job.attempt(state.attempts, state.lostAt !== undefined);
    return attempt;
  } finally {
    leave(attempt?.ok === true);
  }
}

/** Waits for a free place and for the end of a hold after 429 (R7). A Failure if that takes too long. */
async function place<T>(job: Job<T>, run: Run, scope: Scope): Promise<((succeeded: boolean) => void) | Failure> {
  for (;;) {
    const held = run.lanes.held(run.clock.now());
    if (held > 0) {
      const refused = stopped.wait(held, run, scope);
      if (refused) return refused;
      scope.waited += held;
      await run.clock.sleep(held, scope.signal);
    }
    if (timeLeft(run, scope) <= 0) return stopped.deadline(scope);
    const leave = await run.lanes.enter(job.lane, scope.signal);
    if (run.lanes.held(run.clock.now()) === 0) return leave;
    leave(false);
  }
}

/** Waits before the next attempt; a Failure if there is to be none. */
async function pause<T>(
  job: Job<T>,
  run: Run,
  scope: Scope,
  state: State,
  failed: Failed,
): Promise<Failure | undefined> {
  const { throttle } = failed;
  const [count, of] = throttle ? [state.waits, run.waits] : [state.retries, run.retries];
  if (throttle) state.waits += 1;
  else state.retries += 1;
  if (count >= of) return failed.failure;
  const asked = throttle?.asked;
  const backoff = throttle ? throttleDelay : transientDelay;
  const ms = asked === undefined ? backoff(count, run.random) : askedDelay(asked, run.random);
  if (throttle?.everyone) run.lanes.hold(run.clock.now() + ms);
  const refused = throttle ? stopped.wait(ms, run, scope, failed.failure) : stopped.pause(ms, run, scope);
  if (refused) return refused;
  if (!run.quota.spend(throttle ? "throttle" : "transient")) return stopped.quota(failed.failure);
  if (throttle) scope.waited += ms;
  const why = failed.response ? String(failed.response.status) : failed.failure.message;
  run.observe({ type: "wait", method: job.method, path: job.path, ms, why, count: count + 1, of });
  await run.clock.sleep(ms, scope.signal);
  return undefined;
}

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
