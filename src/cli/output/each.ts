import { Failure } from "../../errors.js";
import { createOutageRule, OUTAGE_TEXT, type StopReason } from "../../shared/outage-rule.js";
import { BULK_FIELDS, createBulkWriter } from "./bulk.js";
import type { Engine } from "./engine.js";
import type { EachOptions, ItemOptions, Out, Settled } from "./types.js";

type Words = Pick<Out, "item" | "done" | "failed" | "progress" | "prepare">;
type Run<Target, Result> = (target: Target) => Promise<Result>;

/** Does the same for several targets; a target that was named alone behaves like a single command (R45). */
export async function runEach<Target, Result>(
  engine: Engine,
  words: Words,
  targets: readonly Target[],
  run: Run<Target, Result>,
  options: EachOptions<Target, Result>,
): Promise<void> {
  // A mistake in --fields must show before anything is changed.
  const several = options.several ?? targets.length > 1;
  await words.prepare(several ? withBulkFields(options.item) : options.item);
  const [only] = targets;
  if (!several && only !== undefined) {
    const result = await runOnly(only, run, options);
    if (showsData(engine, options)) await words.item(result, options.item);
    sayDone(words, options, only, result);
    return;
  }
  await runSeveral(engine, words, targets, run, options);
}

function withBulkFields<T>(item: ItemOptions<T> | undefined): ItemOptions<T> | undefined {
  return item?.fields && { ...item, fields: [...item.fields, ...BULK_FIELDS] };
}

async function runOnly<Target, Result>(target: Target, run: Run<Target, Result>, options: EachOptions<Target, Result>) {
  const outcome = await attempt(() => run(target));
  options.settled?.(target, outcome);
  if ("failure" in outcome) throw outcome.failure;
  return outcome.result;
}

function sayDone<Target, Result>(words: Words, options: EachOptions<Target, Result>, target: Target, result: Result) {
  const message = options.done?.(target, result);
  if (message !== undefined) words.done(message);
}

/** Without `item`, people and pipes only get messages unless a format or fields were requested. */
function showsData<Target, Result>(engine: Engine, options: EachOptions<Target, Result>): boolean {
  const { format, fields, jq } = engine.options;
  if (options.bare) return false;
  return options.item !== undefined || format !== undefined || fields !== undefined || jq !== undefined;
}

async function runSeveral<Target, Result>(
  engine: Engine,
  words: Words,
  targets: readonly Target[],
  run: Run<Target, Result>,
  options: EachOptions<Target, Result>,
): Promise<void> {
  const tally = createTally(targets.length);
  const label = (target: Target) => options.label?.(target) ?? String(target);
  const data = showsData(engine, options) ? await createBulkWriter(engine, options.item ?? {}) : undefined;
  const spin = () => words.progress.start(`${tally.finished()} of ${targets.length}`);
  spin();
  try {
    await pool(targets, options.concurrency ?? 1, {
      run,
      settled(target, settled) {
        tally.add(label(target), settled);
        options.settled?.(target, settled);
        return "failure" in settled && (options.failFast === true || tally.isHopeless());
      },
      async tell(target, settled) {
        if ("failure" in settled) words.failed(describe(label(target), settled.failure));
        await data?.add(label(target), settled);
        if ("result" in settled) sayDone(words, options, target, settled.result);
        spin();
      },
    });
    await data?.end();
  } catch (error) {
    throw tally.interrupted(error);
  } finally {
    words.progress.stop();
  }
  tally.conclude();
}

function describe(label: string, failure: Failure): string[] {
  const word = isUnknown(failure) ? "unknown" : "failed";
  const { lines, hint } = failure;
  const last = lines.length - 1;
  return lines.map((line, at) => {
    const start = at === 0 ? `${word}: ${label}: ` : "";
    return `${start}${line}${at === last && hint !== undefined ? ` (${hint})` : ""}`;
  });
}

const isUnknown = (failure: Failure): boolean => failure.kind === "unknown-outcome" || failure.outcome === "unknown";

interface PoolWork<Target, Result> {
  run: Run<Target, Result>;
  /** Called as soon as a target is settled; true means: start no further targets. */
  settled(target: Target, settled: Settled<Result>): boolean;
  /** Called in the order of the targets. */
  tell(target: Target, settled: Settled<Result>): Promise<void>;
}

/** The sandbox answers within one turn of the event loop; signals are only seen between two. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Runs with bounded concurrency. Anything that is neither a result nor the target's own failure (a bug, a closed pipe,
 * Ctrl-C) stops new targets from starting, lets running ones finish and is thrown at the end.
 */
async function pool<Target, Result>(targets: readonly Target[], concurrency: number, work: PoolWork<Target, Result>) {
  const settled = new Map<number, Settled<Result>>();
  let started = 0;
  let told = 0;
  let stopped = false;
  const broken: unknown[] = [];
  let telling = Promise.resolve();
  const tellReady = async () => {
    for (let ready = settled.get(told); ready !== undefined && broken.length === 0; ready = settled.get(told)) {
      const target = targets[told] as Target; // Settled indexes are indexes of targets.
      settled.delete(told);
      told += 1;
      await work.tell(target, ready);
    }
  };
  const worker = async () => {
    while (!stopped && broken.length === 0 && started < targets.length) {
      const index = started++;
      const target = targets[index] as Target; // Checked against the length just above.
      try {
        const outcome = await attempt(() => work.run(target));
        settled.set(index, outcome);
        stopped = work.settled(target, outcome) || stopped;
        telling = telling.then(tellReady);
        await telling;
        await turn();
      } catch (error) {
        broken.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, targets.length)) }, worker));
  if (broken.length > 0) throw broken[0];
}

async function attempt<Result>(run: () => Promise<Result>): Promise<Settled<Result>> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof Failure && error.kind !== "canceled") return { failure: error };
    throw error;
  }
}

const STOPPED: Record<StopReason, string> = {
  refused: "stopped: the token was not accepted",
  outage: `stopped after ${OUTAGE_TEXT}`,
};

function createTally(total: number) {
  const failures: Record<string, unknown>[] = [];
  const counts = { ok: 0, failed: 0, unknown: 0 };
  const rule = createOutageRule();
  let stop: StopReason | undefined;
  const finished = () => counts.ok + counts.failed + counts.unknown;
  const notStarted = () => total - finished();
  const details = () => ({ ...counts, notStarted: notStarted(), failures });
  const sum = () => `${counts.ok} ok, ${counts.failed} failed, ${counts.unknown} unknown, ${notStarted()} not started`;
  return {
    finished,
    add(target: string, settled: Settled<unknown>) {
      if ("result" in settled) {
        counts.ok += 1;
        rule.answered();
        return;
      }
      const { kind, message, hint, status, outcome } = settled.failure;
      counts[isUnknown(settled.failure) ? "unknown" : "failed"] += 1;
      stop = rule.failed(kind) ?? stop;
      failures.push({ target, kind, message, hint, status, outcome });
    },
    isHopeless: () => stop !== undefined,
    /** @throws Failure of kind partial unless every target succeeded */
    conclude() {
      if (counts.ok === total) return;
      throw new Failure("partial", sum(), { hint: stop && STOPPED[stop], details: details() });
    },
    /** The output failed: adds how far the run had come. */
    interrupted(error: unknown): unknown {
      if (!(error instanceof Failure) || error.kind === "canceled") return error;
      return error.with({ message: `${error.message}; ${sum()}`, details: details() });
    },
  };
}
