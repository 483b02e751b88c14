/** The results of steps, and what the state records of them. */

import type { Absence } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import type { StepOutcome } from "../../shared/choices.js";
import { getPath } from "../../shared/paths.js";
import { isObject } from "../../shared/values.js";
import { endpointNamed } from "../endpoints.js";
import { contentsOf } from "../inverses/contents.js";
import type { StepState } from "../log/read-log.js";
import type { LogFile, LogWriter } from "../log/write-log.js";
import { references } from "../request-rules.js";
import { type GuardResult, isReference, type Plan, type Read, referenceTo, type Step } from "../types.js";
import type { Who } from "../who.js";
import type { ThingReader, World } from "../world.js";
import type { Comparison, StepReads } from "./step-reads.js";

// Options for applying a plan, and the results of its steps.

export interface StepResult {
  step: Step;
  outcome: StepOutcome;
  /** Why, for people. */
  says?: string;
  /** Done, but some of what it was to change is as it was. */
  isPartial?: true;
  failure?: Failure;
  /** Of one that an earlier run has done: whether this run has read that it is so; null: the service does not show it. */
  holds?: boolean | null;
}

export interface ApplyPlanOptions {
  client: Reader;
  plan: Plan;
  state: LogFile;
  /** The name of the state in messages. */
  stateName: string;
  now: () => number;
  /** Steps at once. */
  concurrency: number;
  /** How many milliseconds an unanswered request may still be under way. */
  settleMs: number;
  /** Sends a request again even if it was sent before and its outcome cannot be found out. */
  retryUnknown: boolean;
  /** Removes secrets from a value, as it was done when the plan was made. Absent: nothing is removed. */
  redact?: <T>(value: T) => T;
  /** The person who applies it, for the log. */
  by?: Who | undefined;
  /** Id of the member who applies it, if known: steps about them wait for all before. */
  me?: string | undefined;
  /** Called before the first of these: afterward the token may not see what the others did. */
  beforeOwn?: (() => Promise<void>) | undefined;
  /** The guards are measured again for the remaining steps, as a plan may be written by hand. Absent: by the caller. */
  guard?: GuardLimits;
  /** Called with what they measured. */
  onGuards?: ((guards: readonly GuardResult[]) => void) | undefined;
  /** Why a step with a condition is not to be sent now; undefined if its condition holds. Absent: none is sent. */
  whyNotNow?: (step: Step) => Promise<string | undefined>;
  /** The last look before a step is sent: why it is not to be sent; undefined: nothing is in the way. `outcomeOf`: of steps before it. */
  lastLook?:
    | ((step: Step, outcomeOf: (id: string) => StepOutcome | undefined) => Promise<string | undefined>)
    | undefined;
  onResult: (result: StepResult) => void;
}

export interface GuardLimits {
  me: string | undefined;
  /** Members who may be changed even if they apply it, and the largest share that may be removed; never from the plan itself. */
  named?: readonly string[];
  maxRemovals?: number | undefined;
  /** Teams that may lose any share of their members. */
  allowTeams?: readonly string[] | undefined;
}

// Passes parts of answers on to later requests.

/** For each step, the dotted paths of its answer that other requests use, or that an undo compares. */
export function usedAnswers(steps: Step[]): Map<string, string[]> {
  const used = new Map<string, string[]>();
  const note = (value: unknown): void => {
    if (isReference(value)) used.set(value.$from, [...(used.get(value.$from) ?? []), value.path]);
    else if (Array.isArray(value)) value.forEach(note);
    else if (isObject(value)) Object.values(value).forEach(note);
  };
  for (const { id, endpoint, params, body, inverse } of steps) {
    note([params, body, inverse]);
    for (const content of contentsOf(endpoint)) if ("answered" in content) note(referenceTo(id, content.answered));
  }
  return used;
}

export const pickOutputs = (answer: unknown, paths: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(paths.map((path) => [path, valueAt(answer, path)]).filter(([, value]) => value !== undefined));

/** The member at a dotted path; a number in it is that element of a list. */
function valueAt(answer: unknown, path: string): unknown {
  const [, list = "", index = "", rest = ""] = /^(.+?)\.(\d+)\.(.+)$/.exec(path) ?? [];
  if (list === "") return getPath(answer, path);
  const items = getPath(answer, list);
  return Array.isArray(items) ? valueAt(items[Number(index)], rest) : undefined;
}

/** The value with placeholders filled in; undefined if an answer is not known. */
export function resolveReferences<T>(
  value: T,
  outs: ReadonlyMap<string, Record<string, unknown> | undefined>,
): T | undefined {
  if (references(value).length === 0) return value;
  const isKnown = (one: { $from: string; path: string }) => outs.get(one.$from)?.[one.path] !== undefined;
  let whole = true;
  const put = (one: unknown): unknown => {
    if (isReference(one)) {
      whole &&= isKnown(one);
      return outs.get(one.$from)?.[one.path];
    }
    if (Array.isArray(one)) return one.map(put);
    return isObject(one) ? Object.fromEntries(Object.entries(one).map(([name, member]) => [name, put(member)])) : one;
  };
  const filled = put(value);
  // Only placeholders were replaced.
  return whole ? (filled as T) : undefined;
}

type Outputs = Map<string, Record<string, unknown> | undefined>;

// Compares records of an earlier run with what the service shows now.

/** `rewritten`: as it was left, which is not as planned. Null: it cannot be told. */
type Judgement = boolean | "rewritten" | null;

/**
 * A file alone proves nothing: it may claim anything of what came out, but not that what was there before is the change.
 * @param now hash of what is there
 * @param came hash of what was there after the step, as the file says
 */
export function judgeRead({ was, becomes }: Read, now: string, came?: string): Judgement {
  if (now === becomes) return true;
  const isBack = now === was && (becomes !== undefined || (came !== undefined && came !== was));
  if (isBack) return false;
  if (becomes === undefined) return came === undefined || now !== came ? null : "rewritten";
  return now === came ? "rewritten" : false;
}

const keyOf = ({ path, item }: Read): string => JSON.stringify([path, item ?? null]);

/** The positions of a step's reads by its id: of what several steps read, the last one that was done says what is there. */
export function lastReads(steps: readonly Step[], isDone: (step: Step) => boolean): ReadonlyMap<string, number[]> {
  const later = new Set<string>();
  const own = new Map<string, number[]>();
  for (const step of [...steps].reverse()) {
    if (!isDone(step)) continue;
    own.set(
      step.id,
      [...step.reads.keys()].filter((at) => !later.has(keyOf(step.reads[at] as Read))),
    );
    for (const read of step.reads) later.add(keyOf(read));
  }
  return own;
}

export const isDoneBefore = (state: StepState | undefined): boolean =>
  state?.state === "done" || state?.state === "satisfied";

interface EarlierRuns {
  steps: readonly Step[];
  states: ReadonlyMap<string, StepState>;
  /** @throws Failure of the reads */
  read(step: Step): Promise<Comparison>;
}

/** Checks that a step is done as recorded; if it is not, it is not sent again. */
export function createEarlierCheck({ steps, states, read }: EarlierRuns): (step: Step) => Promise<StepResult> {
  const own = lastReads(steps, ({ id }) => isDoneBefore(states.get(id)));
  // A later step that needs this one shows its state better: it may have renamed or moved the thing.
  const needed = new Set(steps.filter(({ id }) => isDoneBefore(states.get(id))).flatMap(({ needs }) => needs));
  return async (step) => {
    const reads = own.get(step.id) ?? [];
    if (reads.length === 0) return { step, outcome: "earlier", holds: null };
    try {
      const { hashes } = await read(step);
      const came = states.get(step.id)?.came;
      const all = reads.map((at) => judgeRead(step.reads[at] as Read, hashes[at] ?? "", came?.[at]));
      if (all.includes(false) && !needed.has(step.id)) return { step, outcome: "changed", says: NO_LONGER };
      const holds = all.every((one) => one === true) ? true : all.some((one) => one === null) ? null : false;
      return { step, outcome: "earlier", holds, ...(holds === false && { says: "not exactly as planned" }) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const says = `an earlier run did it; it could not be determined whether it is still so: ${error.message}`;
      return { step, outcome: "cannot tell", says, failure: error };
    }
  };
}

const NO_LONGER = "recorded as done by an earlier run, but the service does not show it; not sent again";

export interface Run {
  options: ApplyPlanOptions;
  absence: Absence;
  states: ReadonlyMap<string, StepState>;
  used: ReadonlyMap<string, string[]>;
  outs: Outputs;
  /** Containers of other things, read once until a step may have changed it. */
  around: ThingReader;
  log: LogWriter;
  reads: StepReads;
  /** For a step that an earlier run has done. */
  earlier(step: Step): Promise<StepResult>;
}

export const stillUnknown = ({ title }: Step, says: string): Failure =>
  new Failure("unknown-outcome", `outcome unknown: ${title}: ${says}`, { outcome: "unknown" });

/** If an earlier run sent the request, the step counts as done, so that it can be undone. */
export function satisfiedResult(
  step: Step,
  { hashes }: Comparison,
  before: StepState | undefined,
  run: Run,
  out: Record<string, unknown> | undefined,
): StepResult {
  run.outs.set(step.id, out);
  if (before?.state === "open") {
    run.log.write({ record: "ok", step: step.id, came: hashes, out });
    return { step, outcome: "done", says: "sent by an earlier run" };
  }
  run.log.write({ record: "satisfied", step: step.id, out });
  return { step, outcome: "satisfied" };
}

/** Values of an existing thing that later steps use. */
export async function readUsed({ id, reads: [read] }: Step, { used }: Run, world: World) {
  const paths = used.get(id);
  return paths && read ? pickOutputs(await world.thing(read), paths) : undefined;
}

export function doneResult(
  step: Step,
  after: Comparison | undefined,
  out: Record<string, unknown>,
  run: Run,
): StepResult {
  const canTell = step.reads.length > 0 && step.reads.every(({ becomes }) => becomes !== undefined);
  const differs = canTell && after !== undefined && after.is !== "becomes";
  run.outs.set(step.id, out);
  run.log.write({
    record: "ok",
    step: step.id,
    came: after?.hashes ?? [],
    out: Object.keys(out).length > 0 ? out : undefined,
    differs: differs || undefined,
  });
  const left = after ? unchangedReads(step, after) : 0;
  const says =
    left > 0
      ? `done in part: ${left} of ${step.reads.length} did not change`
      : differs
        ? "done, but not exactly as planned"
        : after
          ? undefined
          : "done, but the result could not be checked";
  return { step, outcome: "done", ...(says !== undefined && { says }), ...(left > 0 && { isPartial: true }) };
}

/** How many of the things that a step was to change are as they were. What a service normalizes is not. */
const unchangedReads = ({ reads }: Step, { hashes }: Comparison): number =>
  reads.filter(({ was, becomes }, at) => becomes !== undefined && becomes !== was && hashes[at] === was).length;

export const unclearResult = (step: Step, failure: Failure): StepResult => ({
  step,
  outcome: "cannot tell",
  says: failure.message,
  failure,
});

/** The request was sent, but it removed nothing: recorded as such, so that a later run does not take it for its own. */
export function notRemoved(step: Step, failure: Failure, run: Run): StepResult {
  run.log.fail({ step: step.id }, failure);
  return unclearResult(step, failure);
}

/** @param made id of what was created, though nothing shows it */
export function failedResult(step: Step, failure: Failure, run: Run, made?: unknown): StepResult {
  const { message, hint } = failure;
  const outcome = run.log.fail({ step: step.id, id: typeof made === "string" ? made : undefined }, failure);
  return { step, outcome, says: hint === undefined ? message : `${message} (${hint})`, failure };
}

/** Why a request that an earlier run sent is not sent again; undefined: it may be. */
export function openReason(
  { endpoint, reads }: Step,
  { sentAt = 0, made }: StepState,
  { options }: Run,
): string | undefined {
  const { retry } = endpointNamed(endpoint);
  if (retry === "idempotent") return undefined;
  if (made !== undefined)
    return `an earlier run made it (${made}), but the service does not show it: it is not made twice`;
  const left = options.settleMs - Math.abs(options.now() - sentAt);
  if (left > 0 && !options.retryUnknown) {
    return `an earlier run sent it, and it may still be under way: apply again in ${Math.ceil(left / 1000)} s`;
  }
  const canTell = reads.some(({ becomes }) => becomes !== undefined);
  return canTell || options.retryUnknown
    ? undefined
    : "an earlier run sent it, and the service does not show whether it took effect: check, then apply again with --retry-unknown";
}
