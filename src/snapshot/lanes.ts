/** Runs work side by side, a few at once. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `most` pieces of work run at once; the others wait in their order. */
export function lanes(most: number): Lane {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export interface Pace {
  /** How many pieces of work may start per second; undefined: no limit. */
  rate: number | undefined;
  /** Milliseconds. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** The same lane, but work starts at even intervals. */
export function paced(lane: Lane, { rate, now, sleep }: Pace): Lane {
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

/** Runs `work` for each thing, `most` at once. After a failure nothing new starts; it is thrown once all running work has ended. */
export async function forEach<T>(things: Iterable<T>, most: number, work: (thing: T) => Promise<void>): Promise<void> {
  const all = things[Symbol.iterator]();
  let failed: { error: unknown } | undefined;
  const run = async (): Promise<void> => {
    for (let next = all.next(); !next.done && !failed; next = all.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: most }, run));
  if (failed) throw failed.error;
}
