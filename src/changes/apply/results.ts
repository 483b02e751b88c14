/** The results of steps, and what the state records of them. */

import type { Absence } from "../../absence/absence.js";
import { Failure } from "../../errors.js";
import { endpointNamed } from "../endpoints.js";
import type { StepState } from "../log/read-log.js";
import type { LogWriter } from "../log/write-log.js";
import type { Step } from "../types.js";
import type { ThingReader, World } from "../world.js";
import { type Outputs, pickOutputs } from "./answers.js";
import type { Comparison } from "./compare.js";
import type { ApplyPlanOptions, StepResult } from "./options.js";
import type { StepReads } from "./step-reads.js";

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
export async function outOf({ id, reads: [read] }: Step, { used }: Run, world: World) {
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
