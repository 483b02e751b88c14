/** Runs work side by side, a few at once. */
import pLimit from "p-limit";

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `most` pieces of work run at once; the others wait in their order. */
export const createLimiter = (most: number): Limiter => pLimit(most);

interface Pace {
  /** How many pieces of work may start per second; undefined: no limit. */
  rate: number | undefined;
  /** Milliseconds. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** The same lane, but work starts at even intervals. */
export function withRate(lane: Limiter, { rate, now, sleep }: Pace): Limiter {
  if (rate === undefined) return lane;
  const interval = 1000 / rate;
  let next = 0;
  return (work) =>
    lane(async () => {
      const at = Math.max(now(), next);
      next = at + interval;
      if (at > now()) await sleep(at - now());
      return work();
    });
}

/**
 * Runs `work` for each thing, `most` at once; what is done at once waits for nothing. After a failure nothing new starts; it is
 * thrown once all running work has ended.
 */
export async function forEachLimited<T>(
  things: Iterable<T>,
  most: number,
  work: (thing: T) => Promise<void> | void,
): Promise<void> {
  const rest = things[Symbol.iterator]();
  let failed: { error: unknown } | undefined;
  const lane = async () => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      try {
        const running = work(next.value);
        if (running) await running;
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  if (failed) throw failed.error;
}
