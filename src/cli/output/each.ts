import type { Stop } from "../../changes/run-steps.js";
import { Failure, isOutcomeUnknown } from "../../errors.js";
import { OUTAGE_TEXT } from "../../shared/outage-rule.js";
import { isObject } from "../../shared/values.js";
import type { Engine } from "./engine.js";
import type { AnyColumn, EachOptions, ItemOptions, Out, TargetOutcome } from "./types.js";

/** Writes the outcome of each target as soon as it is known. */
interface BulkWriter {
  add(target: string, settled: TargetOutcome<unknown>): Promise<void>;
  end(): Promise<void>;
}

/** Names that --fields accepts for each result, besides those of the thing itself. */
export const BULK_FIELDS = ["target", "error"] as const;

/**
 * For tables, blocks of labeled lines with failures set apart; for other formats always a list: one array, one sequence or
 * one row each, with the target first and the error last.
 */
async function createBulkWriter<T>(engine: Engine, options: ItemOptions<T>): Promise<BulkWriter> {
  const renderer = await engine.renderer();
  const { writer } = engine;
  const blocks = engine.format === "table";
  let target = "";
  // The service's member of that name is an object, and rows are written one at a time.
  const name: AnyColumn = { header: "Target", path: "target", value: () => target };
  const checked = { ...options, columns: [name, ...(options.columns ?? []), ERROR] };
  const columns = engine.columns(blocks ? options : checked);
  let count = 0;
  const begin = async () => {
    if (count === 0 && !blocks) await writer.write(await renderer.begin(columns));
  };
  return {
    async add(label, settled) {
      target = label;
      const item = blocks ? resultOf(settled) : makeRecord(label, settled, engine);
      if (item === undefined || item === null || isLeftOut(engine, settled)) return;
      if ("result" in settled) engine.check(() => [item], checked);
      await begin();
      // Failures are shown whole: they have none of the picked members.
      const shown = "failure" in settled ? [item] : engine.project([item]);
      if (!blocks) await writer.write(await renderer.page(shown, columns));
      else await writer.write((count === 0 ? "" : "\n") + (await renderer.item(shown[0], columns)));
      count += 1;
    },
    async end() {
      await begin();
      if (!blocks) await writer.write(await renderer.end());
      await writer.flush();
    },
  };
}

const ERROR: AnyColumn = {
  header: "Error",
  path: "error",
  // Answers of the service have no column named like this.
  value: ({ error }: { error?: unknown }) => (isObject(error) ? `${error.kind}: ${error.message}` : ""),
};

const resultOf = (settled: TargetOutcome<unknown>): unknown => ("result" in settled ? settled.result : undefined);

/** The answer with the target as it was named. If the answer has a member of that name, the service's value stays. */
function makeRecord(target: string, settled: TargetOutcome<unknown>, { redact }: Engine): Record<string, unknown> {
  // An error may echo the token; the service's own data is left as it is.
  if ("failure" in settled) return { target, error: redact(errorOf(settled.failure)) };
  const { result } = settled;
  if (result === undefined || result === null) return { target };
  return isObject(result) ? { target, ...result } : { target, result };
}

const errorOf = ({ kind, message, hint, status, outcome }: Failure): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ kind, message, hint, status, outcome }).filter(([, value]) => value !== undefined),
  );

/** Leaves a failure out of formats in which its row would be empty; it is reported on standard error. */
function isLeftOut({ options: { fields }, structured }: Engine, settled: TargetOutcome<unknown>): boolean {
  if (structured || fields === undefined || !("failure" in settled)) return false;
  return !fields.some((field) => BULK_FIELDS.some((own) => field === own || field.startsWith(`${own}.`)));
}

type Run<Target, Result> = (target: Target) => Promise<Result>;

/** Does the same for several targets; a target that was named alone behaves like a single command (R45). */
export async function runEach<Target, Result>(
  engine: Engine,
  out: Out,
  targets: readonly Target[],
  run: Run<Target, Result>,
  options: EachOptions<Target, Result>,
): Promise<void> {
  const several = options.several ?? targets.length > 1;
  // A mistake in --fields must show before anything is changed. What is read may have members that nobody documented.
  if (options.reads) await out.prepare();
  else await out.prepare(several ? withBulkFields(options.item) : options.item);
  const [only] = targets;
  if (!several && only !== undefined) {
    const result = await runOnly(only, run, options);
    if (showsData(engine, options)) await out.item(result, options.item);
    printDone(out, options, only, result);
    return;
  }
  await runSeveral(engine, out, targets, run, options);
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

function printDone<Target, Result>(out: Out, options: EachOptions<Target, Result>, target: Target, result: Result) {
  const message = options.done?.(target, result);
  if (message !== undefined) out.done(message);
}

/** Without `item`, people and pipes only get messages unless a format or fields were requested. */
function showsData<Target, Result>(engine: Engine, options: EachOptions<Target, Result>): boolean {
  const { format, fields, jq } = engine.options;
  if (options.bare) return false;
  return options.item !== undefined || format !== undefined || fields !== undefined || jq !== undefined;
}

async function runSeveral<Target, Result>(
  engine: Engine,
  out: Out,
  targets: readonly Target[],
  run: Run<Target, Result>,
  options: EachOptions<Target, Result>,
): Promise<void> {
  const tally = createTally(targets.length, options.reads);
  const label = (target: Target) => options.label?.(target) ?? String(target);
  const data = showsData(engine, options) ? await createBulkWriter(engine, options.item ?? {}) : undefined;
  const counter = out.progress.count({ verb: "Finished", of: "of" });
  const count = () => counter.at(tally.finished(), targets.length - tally.finished());
  count();
  const { runSteps } = await import("../../changes/run-steps.js");
  const steps = targets.map((target, at) => ({ id: String(at), needs: [], at, target }));
  const tell = createTelling<TargetOutcome<Result>>(async (at, settled) => {
    const target = targets[at] as Target; // Settled indexes are indexes of targets.
    if ("failure" in settled) out.failed(describe(label(target), settled.failure));
    await data?.add(label(target), settled);
    if ("result" in settled) printDone(out, options, target, settled.result);
    count();
  });
  let stop: Stop | undefined;
  try {
    stop = await runSteps(steps, {
      atOnce: options.concurrency ?? 1,
      // Anything that is neither a result nor the target's own failure (a bug, a closed pipe, Ctrl-C) ends the run.
      work: async ({ target }) => toEnded(await attempt(() => run(target))),
      isAnswered: ({ settled }) => "result" in settled,
      stopsAfter: () => (options.failFast ? "" : undefined),
      async onEnd({ at, target }, { settled }) {
        tally.add(label(target), settled);
        options.settled?.(target, settled);
        await tell(at, settled);
        await turn();
      },
    });
    await data?.end();
  } catch (error) {
    throw tally.interrupted(error);
  } finally {
    counter.end();
  }
  tally.conclude(stop);
}

const toEnded = <Result>(settled: TargetOutcome<Result>) => ({
  settled,
  failure: "failure" in settled ? settled.failure : undefined,
});

function describe(label: string, failure: Failure): string[] {
  const word = isOutcomeUnknown(failure) ? "unknown" : "failed";
  const { lines, hint } = failure;
  const last = lines.length - 1;
  return lines.map((line, at) => {
    const start = at === 0 ? `${word}: ${label}: ` : "";
    return `${start}${line}${at === last && hint !== undefined ? ` (${hint})` : ""}`;
  });
}

/** The sandbox answers within one turn of the event loop; signals are only seen between two. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Calls `tell` for each of the settled targets in their order, as soon as those before it are. */
function createTelling<T>(tell: (at: number, settled: T) => Promise<void>): (at: number, settled: T) => Promise<void> {
  const settled = new Map<number, T>();
  let told = 0;
  let telling = Promise.resolve();
  const tellReady = async () => {
    for (let ready = settled.get(told); ready !== undefined; ready = settled.get(told)) {
      settled.delete(told);
      told += 1;
      await tell(told - 1, ready);
    }
  };
  return (at, one) => {
    settled.set(at, one);
    telling = telling.then(tellReady);
    return telling;
  };
}

async function attempt<Result>(run: () => Promise<Result>): Promise<TargetOutcome<Result>> {
  try {
    return { result: await run() };
  } catch (error) {
    if (error instanceof Failure && error.kind !== "canceled") return { failure: error };
    throw error;
  }
}

const STOPPED: Partial<Record<Stop["reason"], string>> = {
  refused: "stopped: the token was not accepted",
  outage: `stopped after ${OUTAGE_TEXT}`,
};

function createTally(total: number, reads = false) {
  const failures: Record<string, unknown>[] = [];
  const counts = { ok: 0, failed: 0, unknown: 0 };
  const finished = () => counts.ok + counts.failed + counts.unknown;
  const notStarted = () => total - finished();
  const details = () => ({ ...counts, notStarted: notStarted(), failures });
  const sum = () => `${counts.ok} ok, ${counts.failed} failed, ${counts.unknown} unknown, ${notStarted()} not started`;
  return {
    finished,
    add(target: string, settled: TargetOutcome<unknown>) {
      if ("result" in settled) {
        counts.ok += 1;
        return;
      }
      const { kind, message, hint, status, outcome } = settled.failure;
      counts[isOutcomeUnknown(settled.failure) ? "unknown" : "failed"] += 1;
      failures.push({ target, kind, message, hint, status, outcome });
    },
    /** @throws Failure of kind partial unless every target succeeded */
    conclude(stop: Stop | undefined) {
      if (counts.ok === total) return;
      throw new Failure("partial", sum(), { hint: stop && STOPPED[stop.reason], details: details() });
    },
    /** The output failed: adds how far the run had come. */
    interrupted(error: unknown): unknown {
      // A mistake in what is to be shown says nothing of targets that were only read.
      if (!(error instanceof Failure) || error.kind === "canceled" || (reads && error.kind === "usage")) return error;
      return error.with({ message: `${error.message}; ${sum()}`, details: details() });
    },
  };
}
