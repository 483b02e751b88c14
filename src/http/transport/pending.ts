import { MAX_TIMER } from "../../system/clock.js";
import type { WireLimits, WireRequest, WireResponse } from "../types.js";
import { formatSeconds, hostOf, TransportError } from "./error.js";

/** A request in progress. It settles once: by an answer, an error, a timer or its signal. */
export interface Pending {
  readonly timers: Timers;
  readonly settled: boolean;
  done(response: WireResponse): void;
  fail(error: unknown): void;
  /** Runs `act`; if it throws, the request fails with that error. */
  guard(act: () => void): void;
}

interface Hooks {
  /** True once a byte of the request has left. */
  sent(): boolean;
  /** Closes the connection. */
  cancel(): void;
}

/** Starts the timers and listens to the request's signal until it settles. */
export function createPending(
  wire: WireRequest,
  resolve: (response: WireResponse) => void,
  reject: (error: unknown) => void,
  hooks: Hooks,
): Pending {
  let settled = false;
  const settle = (act: () => void) => {
    if (settled) return;
    settled = true;
    timers.stop();
    wire.signal?.removeEventListener("abort", abort);
    act();
  };
  const fail = (error: unknown) =>
    settle(() => {
      reject(error);
      hooks.cancel();
    });
  const timers = startTimers(wire.limits, (message) =>
    fail(new TransportError(`${hostOf(wire)}: ${message}`, { phase: "timeout", sent: hooks.sent() })),
  );
  const abort = () => fail(new TransportError("canceled", { phase: "aborted", sent: hooks.sent() }));
  wire.signal?.addEventListener("abort", abort, { once: true });
  return {
    timers,
    fail,
    done: (response) => settle(() => resolve(response)),
    get settled() {
      return settled;
    },
    guard(act) {
      // After settling, the place that parts are written to may already belong to the next attempt.
      if (settled) return;
      try {
        act();
      } catch (error) {
        fail(error);
      }
    },
  };
}

/** The timers of one attempt (R9): one for the whole, one for the current step. */
interface Timers {
  /** Connected: now waiting for the first byte of the answer. */
  opened(): void;
  /** Headers or a part of the body have come: now waiting for the next part. */
  heard(): void;
  stop(): void;
}

/** Calls `expire` with what took too long; the caller then stops the timers. */
function startTimers(limits: WireLimits, expire: (message: string) => void): Timers {
  const after = (what: string, ms: number) =>
    setTimeout(() => expire(`${what} timed out after ${formatSeconds(ms)}`), Math.min(ms, MAX_TIMER));
  const whole = after("the request", limits.attempt);
  let step = after("connecting", limits.connect);
  let reading = false;
  let stopped = false;
  return {
    opened() {
      if (stopped) return;
      clearTimeout(step);
      step = after("the answer", limits.firstByte);
    },
    heard() {
      if (stopped) return;
      if (reading) return void step.refresh();
      reading = true;
      clearTimeout(step);
      step = after("the body", limits.idle);
    },
    stop() {
      stopped = true;
      clearTimeout(whole);
      clearTimeout(step);
    },
  };
}
