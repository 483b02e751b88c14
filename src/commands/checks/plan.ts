/** `checks run --plan`: findings that a single request fixes become steps; the plan names the others. */

import type { Planner } from "../../changes/make/planner.js";
import type { Withheld } from "../../checks/not-evaluable.js";
import type { Finding, FixPlan, Outcome } from "../../checks/types.js";
import type { Context } from "../../cli/context.js";
import { Failure } from "../../errors.js";
import { endsRun } from "../../shared/outage-rule.js";
import { count } from "../../shared/wrap.js";
import { refuseUnplanned } from "../plans/unplanned-rows.js";
import { plannerFor, writeOrApplyPlan } from "../plans/write-or-apply.js";

type FixContext = Parameters<typeof writeOrApplyPlan>[0] & Pick<Context, "out">;

interface FixOptions {
  file: string;
  /** Plan also what removes something, or takes access away. */
  includeRemovals: boolean;
}

/**
 * Writes the plan; nothing is sent.
 * @throws Failure usage: the file exists; refused: a guard; partial: something could not be evaluated, or read
 */
export async function planFixes(
  context: FixContext,
  organization: string,
  outcomes: readonly Outcome[],
  { file, includeRemovals }: FixOptions,
): Promise<void> {
  const planner = await plannerFor(context, organization);
  const left: string[] = [];
  const unknown: string[] = [];
  const risky = new Map<string, number>();
  for (const { rule, days, findings } of outcomes) {
    for (const finding of findings) {
      if (finding.status === "not-evaluable") unknown.push(lineOf(finding));
      if (finding.status !== "fail") continue;
      const risk = finding.fix?.change && (await riskOf(finding.fix.change.endpoint, rule.planned));
      if (risk !== undefined && !includeRemovals) {
        left.push(lineOf(finding, `${rule.planned?.consequence ?? risk}; planned only with --include-removals`));
        risky.set(rule.id, (risky.get(rule.id) ?? 0) + 1);
      } else {
        const withheld = await plan(planner, finding, { rule: rule.id, days: finding.days ?? days });
        if (withheld) (withheld.isUnknown ? unknown : left).push(lineOf(finding, withheld.unplanned));
      }
    }
  }
  await writeOrApplyPlan(context, await planner.finish({ left: [...left, ...unknown], reportOnly: true }), {
    file,
    mayBreak: true,
  });
  noteLeft(context.out, left.length, risky);
  refuseUnplanned(unknown, "finding", "could not be determined");
}

/** Whatever deletes is a removal, even if its rule does not say so. */
async function riskOf(endpoint: string, planned: FixPlan | undefined): Promise<FixPlan["risk"]> {
  const { endpointNamed } = await import("../../changes/endpoints.js");
  return planned?.risk ?? (endpointNamed(endpoint).method === "DELETE" ? "removes" : undefined);
}

/** Adds the step. Returns why there is none. @throws Failure that is no matter of this finding */
async function plan(
  planner: Planner,
  { fix }: Finding,
  condition: { rule: string; days: number },
): Promise<Withheld | undefined> {
  const { endpointNamed } = await import("../../changes/endpoints.js");
  if (!fix?.change) return { unplanned: "no single request fixes it", ...fix };
  const { endpoint, params, body } = fix.change;
  try {
    // A body is a JSON object of the rule.
    await planner.add({ endpoint: endpointNamed(endpoint), params, ...(body && { body: { ...body } }), condition });
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure) || endsRun(error.kind)) throw error;
    // A request that cannot be planned at all is a mistake in it.
    return { unplanned: error.message, ...(error.kind !== "usage" && { isUnknown: true }) };
  }
}

function noteLeft(out: FixContext["out"], all: number, risky: ReadonlyMap<string, number>): void {
  const risks = [...risky].map(([rule, times]) => (times === 1 ? rule : `${rule} (${times})`));
  const held = [...risky.values()].reduce((sum, times) => sum + times, 0);
  if (held > 0) {
    out.note(
      `${count(held, "finding")} not planned without --include-removals (removals, or access taken away): ${risks.join(", ")}`,
    );
  }
  if (all > held) out.note(`${count(all - held, "more finding")} not planned: the reasons are in "left" in the plan`);
}

const lineOf = ({ rule, object, message }: Finding, why?: string): string =>
  [`${rule}: ${object?.title ?? object?.id ?? ""}: ${message}`, ...(why === undefined ? [] : [why])]
    .join(": ")
    .slice(0, 2000);
