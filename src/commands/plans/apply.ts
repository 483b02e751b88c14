/** `plans apply`: what is confirmed is what is sent. */
import type { Context } from "../../cli/context.js";
import { Failure } from "../../errors.js";
import type { Guard, StepResult } from "../../plans/apply/apply.js";
import type { Plan } from "../../plans/types.js";
import type { Needs } from "./shared.js";

/** A request that was sent and never answered may be under way for so long. */
const SETTLE_MS = 150_000;

export interface RunWith {
  retryUnknown: boolean;
  /** Whatever is beside the plan is of another one. */
  fresh?: boolean;
  /** It takes back what was there: the rails were measured when it was made. */
  isUndo?: boolean;
  /** What the flags allow beyond the plan. */
  allowed?: Pick<Guard, "named" | "maxRemovals">;
  /** Told of each step when it is settled. */
  told?: (result: StepResult) => void;
}

/** Applies a plan that was shown and confirmed, telling each step. @throws Failure usage for a state of another plan */
export async function runPlan(
  context: Needs,
  plan: Plan,
  file: string,
  { retryUnknown, fresh = false, isUndo = false, allowed, told }: RunWith,
): Promise<StepResult[]> {
  const { api, out, settings, now, globals } = context;
  const [{ applyPlan }, service] = await Promise.all([import("../../plans/apply/apply.js"), context.plans()]);
  const state = await service.state(file, { fresh });
  let settled = 0;
  return applyPlan({
    client: api,
    plan,
    state,
    stateName: `${file}.state`,
    now,
    lanes: globals.client.concurrency ?? 1,
    // In this process nothing is under way any more once the process ended.
    settleMs: settings.sandbox ? 0 : SETTLE_MS,
    retryUnknown,
    ...(!isUndo && { guard: { me: settings.me, ...allowed } }),
    onResult(result) {
      settled += 1;
      told?.(result);
      tell(out, result, `${settled}/${plan.steps.length}`);
    },
  });
}

function tell(out: Context["out"], { step, outcome, says }: StepResult, at: string): void {
  const line = `${at} ${outcome}: ${step.title}${says === undefined ? "" : `: ${says}`}`;
  if (outcome === "done" || outcome === "satisfied" || outcome === "earlier") out.done(line);
  else out.complain(line);
}

export const RESULT_COLUMNS = [
  { header: "ID", path: "id", as: "id" },
  { header: "Outcome", path: "outcome", as: "state" },
  { header: "Title", path: "title" },
  { header: "Reason", path: "says" },
] as const;

/** Rows for programs, and the failure where not all went well. @throws Failure partial, unknown-outcome */
export async function reportResults(
  { out, next }: Needs,
  results: readonly StepResult[],
  file: string,
  command = "plans apply",
): Promise<void> {
  const rows = results.map(({ step, outcome, says }) => ({
    id: step.id,
    outcome,
    title: step.title,
    says: says ?? null,
  }));
  if (out.format !== "table") await out.list(rows, { columns: RESULT_COLUMNS });
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const words = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  const bad = results.filter(({ outcome }) => !["done", "satisfied", "earlier"].includes(outcome));
  const [only] = results;
  if (results.length === 1 && only?.failure?.kind === "unknown-outcome") throw only.failure;
  if (bad.length === 0) {
    out.done(words === "" ? "Nothing to do" : `Applied: ${words}`);
    return;
  }
  throw new Failure("partial", words, {
    hint: `what was done is not sent again: ${next(command, file)}`,
    details: {
      ...Object.fromEntries(counts),
      failures: rows.filter(({ outcome }) => !["done", "satisfied", "earlier"].includes(outcome)),
    },
  });
}
