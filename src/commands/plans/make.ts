/** What commands that make plans share: a planner, and what becomes of a finished plan. */
import { Failure } from "../../errors.js";
import type { StepResult } from "../../plans/apply/apply.js";
import type { Planner } from "../../plans/make/planner.js";
import type { Plan } from "../../plans/types.js";
import { runPlan } from "./apply.js";
import { confirmPlan, type Needs, originOf, showPlan } from "./shared.js";

export interface MadeBy {
  /** Id of the organization that the plan is about. */
  organization: string;
  /** The command that makes it, without secrets. */
  command: string;
}

/** A planner with the head that every plan of this run has. */
export async function plannerFor(context: Needs, { organization, command }: MadeBy): Promise<Planner> {
  const { api, settings, now } = context;
  const [{ createPlanner }, service] = await Promise.all([import("../../plans/make/planner.js"), context.plans()]);
  return createPlanner({
    client: api,
    head: {
      origin: originOf(settings),
      organization,
      maker: service.maker,
      command,
      made: new Date(now()).toISOString(),
    },
    me: settings.me,
    redact: (value) => service.redact(value),
  });
}

/** Writes a plan into a new file and shows it. @throws Failure usage where the file is there */
export async function writePlan(context: Needs, plan: Plan, file: string): Promise<void> {
  const [{ planText }, service] = await Promise.all([import("../../plans/format/write.js"), context.plans()]);
  await service.write(file, planText(plan));
  await showPlan(context, plan);
  if (plan.steps.length > 0) context.out.done(`Wrote ${file}: ${context.next("plans apply", file)} applies it`);
}

export interface Carrying {
  /** Asked before anything is sent. */
  question: string;
  /** In place of the usual question. @throws Failure usage, canceled */
  confirm?: () => Promise<void>;
}

/**
 * Shows a plan, asks, and applies it from a private file, so that it can go on and be taken back. Undefined: nothing to do,
 * or --dry-run.
 * @throws Failure usage, canceled
 */
export async function carryOut(
  context: Needs,
  plan: Plan,
  { question, confirm }: Carrying,
): Promise<{ results: StepResult[]; file: string } | undefined> {
  const { out, globals } = context;
  const { safety } = globals;
  if (safety.dryRun) {
    await showPlan(context, plan);
    return undefined;
  }
  if (out.format === "table") await showPlan(context, plan);
  if (plan.steps.length === 0) {
    if (out.format !== "table") await showPlan(context, plan);
    return undefined;
  }
  await (confirm ? confirm() : confirmPlan(context, plan, question));
  const [{ planText }, service] = await Promise.all([import("../../plans/format/write.js"), context.plans()]);
  const file = await service.keep(plan.id, planText(plan));
  return { results: await runPlan(context, plan, file, false), file };
}

/** Rows and decisions that are in no plan: the rest was done. @throws Failure partial */
export function refuseLeft(left: readonly string[], what: string): void {
  if (left.length === 0) return;
  const lines = left.slice(0, 20).map((one) => `  ${one}`);
  const more = left.length > 20 ? [`  and ${left.length - 20} more`] : [];
  throw new Failure("partial", [`${left.length} of ${what} could not be used:`, ...lines, ...more].join("\n"), {
    details: { left },
  });
}
