/** What commands about plans share: reading, showing and confirming them. */

import type { Plan } from "../../changes/types.js";
import type { Context } from "../../cli/context.js";
import { text } from "../../cli/flags.js";
import { Failure, usage } from "../../errors.js";

export type Needs = Pick<Context, "plans" | "out" | "settings" | "globals" | "ask" | "api" | "now" | "next">;

/** @throws Failure usage for anything but a plan */
export async function readPlan({ plans }: Pick<Context, "plans">, file: string): Promise<Plan> {
  const [{ parsePlan }, service] = await Promise.all([import("../../changes/format/parse.js"), plans()]);
  return parsePlan(await service.read(file), file);
}

/** The address of the service, as plans name it. */
export const originOf = ({ sandbox, baseUrl }: Context["settings"]): string => (sandbox ? "sandbox" : (baseUrl ?? ""));

export const isObjects = (format: string): boolean => ["json", "jsonl", "yaml"].includes(format);

/** Shows a plan for people, or its steps as rows. */
export async function showPlan({ out }: Pick<Context, "out">, plan: Plan): Promise<void> {
  if (isObjects(out.format)) return out.item(plan);
  const { planLines, emptyWords } = await import("../../changes/show/lines.js");
  if (out.format !== "table") {
    if (plan.steps.length === 0) out.done(emptyWords(plan));
    for (const line of plan.left) out.note(`not in this plan: ${line}`);
    return out.list(await stepRows(plan), { columns: STEP_COLUMNS });
  }
  await out.diff(planLines(plan, out.terminal.width));
}

const STEP_COLUMNS = [
  { header: "ID", path: "id", as: "id" },
  { header: "Change", path: "change", as: "state" },
  { header: "Title", path: "title" },
  { header: "Undo", path: "undo", as: "state" },
  { header: "Endpoint", path: "endpoint" },
  { header: "Request", path: "request" },
] as const;

async function stepRows({ steps }: Plan) {
  const { requestOf } = await import("../../changes/endpoints.js");
  return steps.map((step) => ({ ...step, request: requestOf(step) }));
}

/** @throws Failure usage for a plan that cannot be applied here */
export function refusePlan({ settings }: Pick<Context, "settings">, plan: Plan): void {
  if (!plan.complete) {
    throw usage("the plan is not complete: making it failed halfway; nothing was sent", "make it again");
  }
  const here = originOf(settings);
  if (plan.origin !== here) {
    throw usage(
      `the plan is for another service (${plan.origin}, not ${here}); nothing was sent`,
      "choose its profile with --profile",
    );
  }
  if (settings.org !== undefined && plan.organization !== "" && settings.org !== plan.organization) {
    throw usage(
      `the plan is for another organization (${plan.organization}, not ${settings.org}); nothing was sent`,
      `pass --org ${plan.organization}`,
    );
  }
}

/** The flag --confirm of commands that apply a plan; --yes comes with `asks`. */
export const CONFIRM = text({ describe: "do not ask; must be the id of the plan", value: "id" });

/** @throws Failure usage, canceled */
export async function confirmPlan(
  { globals: { safety }, ask }: Pick<Context, "globals" | "ask">,
  plan: Plan,
  question: string,
  confirm?: string,
): Promise<void> {
  if (confirm !== undefined) {
    if (confirm === plan.id) return;
    throw usage(`--confirm ${JSON.stringify(confirm)} is not the id of the plan, which is ${plan.id}`);
  }
  if (safety.yes) return;
  if (!ask.available) {
    throw usage(
      "confirmation is required when not running interactively",
      "pass --yes, or --confirm with the plan's id",
    );
  }
  if (!(await ask.confirm(question))) throw new Failure("canceled", "canceled: nothing was changed");
}
