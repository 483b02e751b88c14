/** The one runner of changes: the steps of a plan, and the targets of a command. */
import type { Failure } from "../errors.js";
import { createOutageRule, OUTAGE_TEXT, type StopReason } from "../shared/outage-rule.js";

interface Runnable {
  id: string;
  /** Ids of steps that have to end before this one starts. */
  needs: readonly string[];
}

/** How a step ended. */
interface StepEnd {
  failure?: Failure | undefined;
}

/** Why nothing more is started. */
export interface Stop {
  reason: StopReason | "other";
  why: string;
}

interface RunStepsOptions<S extends Runnable, E extends StepEnd> {
  /** How many run at once. */
  atOnce: number;
  /** Work in `later` goes on while other steps run; those that need this one wait for it. */
  work(step: S): Promise<E | { later: Promise<E> }>;
  /** True if the service answered: failures before are not in a row with those after. */
  isAnswered(ended: E): boolean;
  /** Why nothing more is started after a failure, besides what stops every run. */
  stopsAfter?(failure: Failure): Promise<string | undefined> | string | undefined;
  /** Called with each step that has ended, before those that need it start. */
  onEnd(step: S, ended: E): Promise<void> | void;
  /** Called with each step that is not started. */
  onSkip?(step: S, stop: Stop): void;
  /** Called while nothing can start but what waits for others. */
  onIdle?(): void;
  /** Such a step starts after all that stand before it, and nothing starts before it has ended. */
  isAlone?(step: S): boolean;
}

/**
 * Calls `work` once for each step, in their order, after the steps it needs. After an error nothing new is started; it is
 * thrown once all that was running has ended.
 */
export async function runSteps<S extends Runnable, E extends StepEnd>(
  steps: readonly S[],
  options: RunStepsOptions<S, E>,
): Promise<Stop | undefined> {
  const { atOnce, work, onIdle, onSkip } = options;
  const waiting = [...steps];
  const errors: unknown[] = [];
  const { wake, woken } = createAlarm();
  const [running, later] = [createTracker(errors, wake), createTracker(errors, wake)];
  const isIdle = () => running.size() + later.size() === 0;
  const order = createOrder(waiting, options, isIdle);
  const stopper = createStopper(options);
  const end = async (step: S, ended: E) => {
    await stopper.see(ended);
    await options.onEnd(step, ended);
    order.ended(step);
  };
  const start = async (step: S) => {
    const ended = await work(step);
    if ("later" in ended) later.add(ended.later.then((found) => end(step, found)));
    else await end(step, ended);
  };
  while (errors.length === 0) {
    const stop = stopper.stop();
    if (stop) for (const step of waiting.splice(0)) onSkip?.(step, stop);
    const step = running.size() < Math.max(1, atOnce) ? order.next() : undefined;
    if (step) {
      running.add(start(step));
      continue;
    }
    if (isIdle()) break;
    if (running.size() === 0) onIdle?.();
    await woken();
  }
  await running.ended();
  if (later.size() > 0) onIdle?.();
  await later.ended();
  if (errors.length > 0) throw errors[0];
  return stopper.stop();
}

/** Keeps what is under way; what fails is an error of the run. */
function createTracker(errors: unknown[], wake: () => void) {
  const all = new Set<Promise<void>>();
  return {
    size: () => all.size,
    ended: () => Promise.all(all),
    add(work: Promise<void>) {
      const tracked: Promise<void> = work
        .catch((error) => void errors.push(error))
        .finally(() => {
          all.delete(tracked);
          wake();
        });
      all.add(tracked);
    },
  };
}

/** Decides when a run stops: after failures that all later steps would meet, too. */
function createStopper<S extends Runnable, E extends StepEnd>({
  isAnswered,
  stopsAfter,
}: Pick<RunStepsOptions<S, E>, "isAnswered" | "stopsAfter">) {
  const rule = createOutageRule();
  let stop: Stop | undefined;
  return {
    stop: () => stop,
    async see(ended: E): Promise<void> {
      if (isAnswered(ended)) rule.answered();
      const { failure } = ended;
      if (!failure) return;
      const reason = rule.failed(failure.kind);
      if (reason) stop = { reason, why: reason === "outage" ? OUTAGE_TEXT : failure.message };
      if (stop) return;
      const why = await stopsAfter?.(failure);
      if (why !== undefined) stop ??= { reason: "other", why };
    },
  };
}

/** Says which of the waiting steps starts next. */
function createOrder<S extends Runnable>(
  waiting: S[],
  { isAlone }: { isAlone?: ((step: S) => boolean) | undefined },
  isIdle: () => boolean,
) {
  const known = new Set(waiting.map(({ id }) => id));
  const ended = new Set<string>();
  let alone: S | undefined;
  const isReady = ({ needs }: S) => needs.every((id) => ended.has(id) || !known.has(id));
  return {
    ended: ({ id }: S) => void ended.add(id),
    next(): S | undefined {
      if (alone && !ended.has(alone.id)) return undefined;
      const barrier = isAlone ? waiting.findIndex(isAlone) : -1;
      let at = (barrier < 0 ? waiting : waiting.slice(0, barrier)).findIndex(isReady);
      // Nothing before it is left, or what is left waits for it.
      if (at < 0 && isIdle()) at = waiting.findIndex(isReady);
      const step = at < 0 ? undefined : waiting.splice(at, 1)[0];
      alone = step && isAlone?.(step) ? step : undefined;
      return step;
    },
  };
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
