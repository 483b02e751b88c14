/** Runs steps in order, several at once if they do not need each other. */
import type { Step } from "../types.js";

/** Calls `work` once for each step, after the steps it needs. After an error nothing new is started. */
export async function inLanes(
  steps: readonly Step[],
  lanes: number,
  work: (step: Step) => Promise<void>,
): Promise<void> {
  const waiting = [...steps];
  const settled = new Set<string>();
  const known = new Set(steps.map(({ id }) => id));
  const running = new Set<Promise<void>>();
  const broken: unknown[] = [];
  const next = (): Step | undefined => {
    const at = waiting.findIndex(({ needs }) => needs.every((id) => settled.has(id) || !known.has(id)));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
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
        running.delete(run);
      });
    running.add(run);
  }
  await Promise.all(running);
  if (broken.length > 0) throw broken[0];
}
