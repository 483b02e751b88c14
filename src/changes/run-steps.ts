/** The one runner of changes: the steps of a plan, and the targets of a command. */

interface Runnable {
  id: string;
  /** Ids of steps that have to end before this one starts. */
  needs: readonly string[];
}

interface RunStepsOptions<S extends Runnable> {
  /** How many run at once. */
  atOnce: number;
  /** What is answered as `later` goes on while other steps run; those that need this one wait for it. */
  work(step: S): Promise<void | { later: Promise<void> }>;
  /** Called while nothing can start but what waits for others. */
  onIdle?(): void;
  /** Such a step starts after all that stand before it, and nothing starts before it has ended. */
  isAlone?(step: S): boolean;
  /** Nothing more is started. */
  isStopped?(): boolean;
}

/**
 * Calls `work` once for each step, in their order, after the steps it needs. After an error nothing new is started; it is
 * thrown once all that was running has ended.
 */
export async function runSteps<S extends Runnable>(steps: readonly S[], options: RunStepsOptions<S>): Promise<void> {
  const { atOnce, work, isAlone, onIdle, isStopped = () => false } = options;
  const waiting = [...steps];
  const ended = new Set<string>();
  const known = new Set(steps.map(({ id }) => id));
  const running = new Set<Promise<void>>();
  const later = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const { wake, woken } = createAlarm();
  let alone: S | undefined;
  const isReady = ({ needs }: S) => needs.every((id) => ended.has(id) || !known.has(id));
  const isIdle = () => running.size + later.size === 0;
  const next = (): S | undefined => {
    if (alone && !ended.has(alone.id)) return undefined;
    const step = takeNext(waiting, { isReady, isAlone, isIdle });
    alone = step && isAlone?.(step) ? step : undefined;
    return step;
  };
  while (errors.length === 0) {
    const step = running.size < Math.max(1, atOnce) && !isStopped() ? next() : undefined;
    if (!step) {
      if (isIdle()) break;
      if (running.size === 0) onIdle?.();
      await woken();
      continue;
    }
    const fail = (error: unknown) => void errors.push(error);
    const end = () => void ended.add(step.id);
    const run: Promise<void> = work(step)
      .then((more) => {
        if (!more) return end();
        const rest: Promise<void> = more.later.then(end, fail).finally(() => {
          later.delete(rest);
          wake();
        });
        later.add(rest);
      })
      .catch(fail)
      .finally(() => {
        running.delete(run);
        wake();
      });
    running.add(run);
  }
  await Promise.all(running);
  if (later.size > 0) onIdle?.();
  await Promise.all(later);
  if (errors.length > 0) throw errors[0];
}

/** The first that is ready, of those before the first that runs alone. */
function takeNext<S extends Runnable>(
  waiting: S[],
  { isReady, isAlone, isIdle }: Pick<RunStepsOptions<S>, "isAlone"> & { isReady(step: S): boolean; isIdle(): boolean },
): S | undefined {
  const barrier = isAlone ? waiting.findIndex(isAlone) : -1;
  let at = (barrier < 0 ? waiting : waiting.slice(0, barrier)).findIndex(isReady);
  // Nothing before it is left, or what is left waits for it.
  if (at < 0 && isIdle()) at = waiting.findIndex(isReady);
  return at < 0 ? undefined : waiting.splice(at, 1)[0];
}

/** In place of a race of all that run: that would leave something with every promise that is still waiting. */
function createAlarm(): { wake(): void; woken(): Promise<void> } {
  let ring = () => {};
  return {
    wake: () => ring(),
    woken: () =>
      new Promise((resolve) => {
        ring = resolve;
      }),
  };
}
