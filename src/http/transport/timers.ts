import { MAX_TIMER } from "../defaults.js";
import type { WireLimits } from "../types.js";
import { seconds } from "./error.js";

/** The timers of one attempt (R9): one for the whole, one for the current step. */
export interface Timers {
  /** Connected: now waiting for the first byte of the answer. */
  opened(): void;
  /** Headers or a part of the body have come: now waiting for the next part. */
  heard(): void;
  stop(): void;
}

/** Calls `expire` with what took too long; the caller then stops the timers. */
export function startTimers(limits: WireLimits, expire: (message: string) => void): Timers {
  const after = (what: string, ms: number) =>
    setTimeout(() => expire(`${what} timed out after ${seconds(ms)}`), Math.min(ms, MAX_TIMER));
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
