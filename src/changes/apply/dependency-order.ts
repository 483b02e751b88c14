/** Runs steps in order, several at once if they do not need each other. */
import type { Step } from "../types.js";

/**
 * Calls `work` once for each step, after the steps it needs. After an error nothing new is started. A step that goes
 * `alone` starts after all that stand before it, and nothing starts before it has ended.
 */
export async function runInDependencyOrder(
  steps: readonly Step[],
  lanes: number,
  work: (step: Step) => Promise<void>,
  alone: (step: Step) => boolean = () => false,
): Promise<void> {
  const waiting = [...steps];
  const settled = new Set<string>();
  const known = new Set(steps.map(({ id }) => id));
  const running = new Set<Promise<void>>();
  const broken: unknown[] = [];
  let isAlone = false;
  const isReady = ({ needs }: Step) => needs.every((id) => settled.has(id) || !known.has(id));
  const next = (): Step | undefined => {
    if (isAlone) return undefined;
    const barrier = waiting.findIndex(alone);
    let at = (barrier < 0 ? waiting : waiting.slice(0, barrier)).findIndex(isReady);
    // Nothing before it is left, or what is left waits for it.
    if (at < 0 && running.size === 0) at = waiting.findIndex(isReady);
    const [step] = at < 0 ? [] : waiting.splice(at, 1);
    isAlone = step !== undefined && alone(step);
    return step;
  };
  while (broken.length === 0 && (waiting.length > 0 || running.size > 0)) {
    const step = running.size < Math.max(1, lanes) ? next() : undefined;
    if (!step) {
      if (running.size === 0) break;
      await Promise.race(running);
      continue;
    }
    const run: Promise<void> = work(step)
      .catch((error: unknown) => void broken.push(error))
      .finally(() => {
        settled.add(step.id);
        if (alone(step)) isAlone = false;
        running.delete(run);
      });
    running.add(run);
  }
  await Promise.all(running);
  if (broken.length > 0) throw broken[0];
}
