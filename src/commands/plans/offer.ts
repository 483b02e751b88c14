/**
 * What commands that make plans share: a planner, and what to do with the plan: write it to a file, or show it, ask,
 * and apply it.
 */

import type { Planner } from "../../changes/make/planner.js";
import type { Plan } from "../../changes/types.js";
import { usage } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import { allowedBy, reportResults, runPlan } from "./apply.js";
import { confirmPlan, isObjects, type Needs, originOf, showPlan } from "./shared.js";

/** `command` as it was typed: `docs teams sync teams.csv`. Secrets in it are redacted. */
export async function plannerFor(context: Needs, organization: string, command: string): Promise<Planner> {
  const { api, settings, now, plans } = context;
  const [{ createPlanner }, service] = await Promise.all([import("../../changes/make/planner.js"), plans()]);
  const made = new Date(now()).toISOString();
  return createPlanner({
    client: api,
    head: { origin: originOf(settings), organization, maker: service.maker, command: service.redact(command), made },
    me: settings.me,
    redact: (value) => service.redact(value),
  });
}

export interface Settle {
  /** The file to write it to (--plan). */
  file?: string | undefined;
  /** The value of --confirm. */
  confirm?: string | undefined;
  /** What the caller reports afterward as not planned: as long as there is any, nobody knows that nothing is to do. */
  left?: readonly string[];
}

/**
 * For a plan that this run made. With a file, writes it there and sends nothing. Otherwise shows it, asks, applies it
 * and reports the results.
 * @throws Failure usage, canceled, partial, unknown-outcome
 */
export async function settlePlan(context: Needs, plan: Plan, { file, confirm, left = [] }: Settle): Promise<void> {
  const { out, globals, next } = context;
  const service = await context.plans();
  const { planText } = await import("../../changes/format/write.js");
  if (file !== undefined) {
    await service.write(file, planText(plan));
    if (isObjects(out.format)) await out.item(plan);
    out.done(`Wrote ${file} (${countWords(plan)}): ${next("plans view", file)}`);
    return;
  }
  if (plan.steps.length === 0) {
    if (isObjects(out.format)) await out.item(plan);
    if (left.length === 0) out.done("Nothing to do");
    return;
  }
  if (globals.safety.dryRun) return showPlan(context, plan);
  await askFirst(context, plan, confirm);
  const kept = await service.remember({ ...plan, steps: plan.steps.length }, { text: planText(plan) });
  const results = await runPlan(context, plan, kept, { retryUnknown: false, allowed: allowedBy(plan) });
  await reportResults(context, results, kept);
}

/** Whether somebody is asked, and sees the plan before. */
export const isAsked = ({ ask, globals: { safety } }: Pick<Needs, "ask" | "globals">, confirm?: string): boolean =>
  ask.available && !safety.yes && confirm === undefined;

/** Shows the plan and asks, unless --yes or --confirm is given. @throws Failure usage, canceled */
export async function askFirst(context: Needs, plan: Plan, confirm?: string): Promise<void> {
  const { safety } = context.globals;
  if (!context.ask.available && !safety.yes && confirm === undefined) {
    throw usage("confirmation is required when not running interactively", `pass --yes, or --confirm ${plan.id}`);
  }
  if (!safety.yes && confirm === undefined) await showPlan(context, plan);
  const place = plan.organization === "" ? plan.origin : plan.organization;
  await confirmPlan(context, plan, `Apply ${countWords(plan)} to ${place}?`, confirm);
}

const countWords = ({ steps }: Plan): string => count(steps.length, "step");
