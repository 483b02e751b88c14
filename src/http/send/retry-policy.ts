/** R1, R3, R4, R6: whether a request is repeated, after how long, and how often in a whole run. */
import type { RetryClass } from "../../catalog/endpoint.js";
import { BACKOFF, QUOTA } from "../defaults.js";

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
export interface Quota {
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
