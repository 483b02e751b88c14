/**
 * What commands that make plans share: a planner for where they act, and what becomes of the plan: a file, or shown,
 * confirmed and applied at once.
 */
import { usage } from "../../errors.js";
import type { Planner } from "../../plans/make/planner.js";
import type { Plan } from "../../plans/types.js";
import { reportResults, runPlan } from "./apply.js";
import { confirmPlan, isObjects, type Needs, originOf, showPlan } from "./shared.js";

/** `command` as it was typed, with values that are no secret: `docs teams sync teams.csv`. */
export async function plannerFor(context: Needs, organization: string, command: string): Promise<Planner> {
  const { api, settings, now, plans } = context;
  const [{ createPlanner }, service] = await Promise.all([import("../../plans/make/planner.js"), plans()]);
  const made = new Date(now()).toISOString();
  return createPlanner({
    client: api,
    head: { origin: originOf(settings), organization, maker: service.maker, command: service.redact(command), made },
    me: settings.me,
    redact: (value) => service.redact(value),
  });
}

export interface Settle {
  /** Where --plan writes it. */
  file?: string | undefined;
  /** Value of --confirm (CONFIRM of shared.ts). */
  confirm?: string | undefined;
}

/**
 * With a file the plan is written there and nothing is sent. Else it is shown, asked for, applied and reported.
 * @throws Failure usage, canceled, partial, unknown-outcome
 */
export async function settlePlan(context: Needs, plan: Plan, { file, confirm }: Settle): Promise<void> {
  const { out, globals, next } = context;
  const service = await context.plans();
  const { planText } = await import("../../plans/format/write.js");
  if (file !== undefined) {
    await service.write(file, planText(plan));
    if (isObjects(out.format)) await out.item(plan);
    out.done(`Wrote ${file} (${countWords(plan)}): ${next("plans view", file)}`);
    return;
  }
  if (plan.steps.length === 0) {
    if (isObjects(out.format)) await out.item(plan);
    return out.done("Nothing to do");
  }
  if (globals.safety.dryRun) return showPlan(context, plan);
  await askFirst(context, plan, confirm);
  const kept = await service.remember({ ...plan, steps: plan.steps.length }, { text: planText(plan) });
  const results = await runPlan(context, plan, kept, { retryUnknown: false });
  await reportResults(context, results, kept);
}

/** People see the plan before they are asked; programs have seen it, or say --yes. @throws Failure usage, canceled */
export async function askFirst(context: Needs, plan: Plan, confirm?: string): Promise<void> {
  const { safety } = context.globals;
  if (!context.ask.available && !safety.yes && confirm === undefined) {
    throw usage("confirmation is required when not running interactively", `pass --yes, or --confirm ${plan.id}`);
  }
  if (!safety.yes && confirm === undefined) await showPlan(context, plan);
  const place = plan.organization === "" ? plan.origin : plan.organization;
  await confirmPlan(context, plan, `Apply ${countWords(plan)} to ${place}?`, confirm);
}

const countWords = ({ steps }: Plan): string => (steps.length === 1 ? "1 step" : `${steps.length} steps`);
