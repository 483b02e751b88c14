/** `plans apply --on`: runs all steps on a copy of a snapshot, to find out in seconds what the service would refuse. */

import type { StepResult } from "../../changes/apply/apply.js";
import type { LogFile } from "../../changes/log/records.js";
import type { Plan } from "../../changes/types.js";
import { Failure, usage } from "../../errors.js";
import { type Allowed, conditionsOf, RESULT_COLUMNS, resultRow } from "./apply.js";
import type { PlanContext } from "./shared.js";

const GOOD: ReadonlySet<string> = new Set(["done", "satisfied"]);

/** Sends nothing to the service and keeps nothing. @throws Failure usage for another organization; refused: a guard; partial */
export async function rehearsePlan(
  context: PlanContext,
  plan: Plan,
  snapshot: string,
  allowed: Allowed,
): Promise<void> {
  const { out, now, globals, settings } = context;
  const [{ applyPlan }, service] = await Promise.all([import("../../changes/apply/apply.js"), context.plans()]);
  const copy = await service.rehearse(snapshot);
  try {
    refuseOther(plan, copy, snapshot);
    const results = await applyPlan({
      redact: service.redact,
      client: copy.client,
      plan,
      state: createForgottenLog(),
      stateName: "the rehearsal",
      now,
      concurrency: globals.client.concurrency ?? 1,
      settleMs: 0,
      retryUnknown: false,
      me: settings.me,
      whyNotNow: conditionsOf({ api: copy.client, now }, plan),
      guard: { me: settings.me, ...allowed },
      onResult(result) {
        if (!GOOD.has(result.outcome)) out.complain(wordsOf(result));
      },
    });
    await report(context, results, `${snapshot}, read ${copy.read}`);
  } finally {
    copy.close();
  }
}

/** @throws Failure usage */
function refuseOther(
  plan: Plan,
  { origin, organization }: { origin: string; organization: string },
  file: string,
): void {
  const differs = plan.origin === origin ? undefined : `the plan is for ${plan.origin}, not ${origin}`;
  const other =
    plan.organization === "" || plan.organization === organization
      ? undefined
      : `the plan is for organization ${plan.organization}, not ${organization}`;
  const what = differs ?? other;
  if (what !== undefined)
    throw usage(`the plan and ${file} do not match: ${what}`, "make a snapshot of the same organization");
}

/** Every rehearsal starts from scratch. */
const createForgottenLog = (): LogFile => ({ text: "", append: () => {}, flush: async () => {} });

const wordsOf = ({ step, outcome, says }: StepResult): string =>
  `${outcome === "failed" ? "would be refused" : outcome}: ${step.id}: ${step.title}${says === undefined ? "" : `: ${says}`}`;

async function report({ out }: PlanContext, results: readonly StepResult[], where: string): Promise<void> {
  const rows = results.map(resultRow);
  if (out.format !== "table") await out.list(rows, { columns: RESULT_COLUMNS });
  const bad = rows.filter(({ outcome }) => !GOOD.has(outcome));
  const good = `${rows.length - bad.length} of ${rows.length} steps would be done`;
  if (bad.length > 0) throw new Failure("partial", `${good} (rehearsed on ${where})`, { details: { failures: bad } });
  out.done(`${good}: rehearsed on ${where}, nothing was sent`);
}
