import type { WireRequest, WireResponse } from "../types.js";
import { hostOf, TransportError } from "./error.js";
import { startTimers, type Timers } from "./timers.js";

/** A request in progress. It settles once: by an answer, an error, a timer or its signal. */
export interface Pending {
  readonly timers: Timers;
  readonly settled: boolean;
  done(response: WireResponse): void;
  fail(error: unknown): void;
  /** Runs `act`; if it throws, the request fails with that error. */
  guard(act: () => void): void;
}

export interface Hooks {
  /** Whether a byte of the request has left. */
  sent(): boolean;
  /** Closes the connection. */
  cancel(): void;
}

/** Starts the timers and listens to the request's signal until it settles. */
export function pend(
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
