/** The one runner of changes: the steps of a plan, and the targets of a command. */

interface Runnable {
  id: string;
  /** Ids of steps that have to end before this one starts. */
  needs: readonly string[];
}

export interface RunStepsOptions<S extends Runnable> {
  /** How many run at once. */
  atOnce: number;
  work(step: S): Promise<void>;
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
  const { atOnce, work, isAlone, isStopped = () => false } = options;
  const waiting = [...steps];
  const ended = new Set<string>();
  const known = new Set(steps.map(({ id }) => id));
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let isBarred = false;
  const isReady = ({ needs }: S) => needs.every((id) => ended.has(id) || !known.has(id));
  const next = (): S | undefined => {
    if (isBarred) return undefined;
    const barrier = isAlone ? waiting.findIndex(isAlone) : -1;
    let at = (barrier < 0 ? waiting : waiting.slice(0, barrier)).findIndex(isReady);
    // Nothing before it is left, or what is left waits for it.
    if (at < 0 && running.size === 0) at = waiting.findIndex(isReady);
    const [step] = at < 0 ? [] : waiting.splice(at, 1);
    isBarred = step !== undefined && isAlone?.(step) === true;
    return step;
  };
  while (errors.length === 0) {
    const step = running.size < Math.max(1, atOnce) && !isStopped() ? next() : undefined;
    if (!step) {
      if (running.size === 0) break;
      await Promise.race(running);
      continue;
    }
    const run: Promise<void> = work(step)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => {
        ended.add(step.id);
        if (isAlone?.(step)) isBarred = false;
        running.delete(run);
      });
    running.add(run);
  }
  await Promise.all(running);
  if (errors.length > 0) throw errors[0];
}
