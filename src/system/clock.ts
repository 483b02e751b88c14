/** The real clock, and the longest wait that a timer of Node can be given. */

/** Node fires timers longer than this immediately. */
export const MAX_TIMER = 2 ** 31 - 1;

export interface Clock {
  /** Milliseconds since the epoch; never goes backward and never jumps. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason if it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const BEGUN = { epoch: Date.now(), steady: process.hrtime.bigint() };

/**
 * Milliseconds since the epoch by the clock at process start: setting the clock later moves no deadline. By `hrtime`, as
 * `performance` loads a part of Node.
 */
export const steadyNow = (): number => BEGUN.epoch + Number(process.hrtime.bigint() - BEGUN.steady) / 1e6;

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
