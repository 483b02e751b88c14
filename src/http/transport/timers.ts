import { MAX_TIMER } from "../defaults.js";
import type { WireLimits } from "../types.js";
import { seconds } from "./error.js";

/** The clocks of one attempt (R9): the whole of it, and the step it is in. */
export interface Timers {
  /** Connected: the first byte of the answer is waited for. */
  opened(): void;
  /** Headers or a part of the body have come: the next part is waited for. */
  heard(): void;
  stop(): void;
}

/** `expire` hears what took too long; who was told stops the rest. */
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
