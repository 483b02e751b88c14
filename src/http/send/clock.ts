import { MAX_TIMER } from "../defaults.js";
import type { Clock } from "../types.js";

/** Milliseconds since the epoch by the clock at process start: setting the clock later moves no deadline. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** The real clock. Tests pass their own. */
export const systemClock: Clock = {
  now: steadyNow,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(ms, MAX_TIMER),
      );
      signal?.addEventListener("abort", stop, { once: true });
    }),
};
