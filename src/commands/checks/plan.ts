/** `checks run --plan`: findings that a single request fixes become steps; the plan names the others. */

import type { Finding, Outcome } from "../../checks/types.js";
import type { Context } from "../../cli/context.js";
import { Failure } from "../../errors.js";
import { plannerFor, settlePlan } from "../plans/offer.js";

type Needs = Parameters<typeof settlePlan>[0] & Pick<Context, "out">;

/** Writes the plan; nothing is sent. @throws Failure usage: the file exists; refused: a rail */
export async function planFixes(
  context: Needs,
  organization: string,
  outcomes: readonly Outcome[],
  file: string,
): Promise<void> {
  const { named } = await import("../../plans/endpoints.js");
  const planner = await plannerFor(context, organization, "docs checks run --plan");
  const left: string[] = [];
  for (const finding of outcomes.flatMap(({ findings }) => findings)) {
    if (finding.status !== "fail") continue;
    const change = finding.fix?.change;
    if (!change) {
      left.push(wordsOf(finding, "no single request fixes it"));
      continue;
    }
    const { endpoint, params, body } = change;
    try {
      await planner.add({
        endpoint: named(endpoint),
        params,
        ...(body && { body: body as Record<string, unknown> }),
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      left.push(wordsOf(finding, error.message));
    }
  }
  await settlePlan(context, await planner.finish({ left, lifted: "later" }), { file });
}

const wordsOf = ({ rule, object, message }: Finding, why: string): string =>
  `${rule}: ${object?.title ?? object?.id ?? ""}: ${message}: ${why}`.slice(0, 2000);
