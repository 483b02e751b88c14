/** Checks the conditions of steps that fix findings, when a plan is applied. */

import type { Plan, Step } from "../../changes/types.js";
import type { Context } from "../../cli/context.js";

interface Needs {
  api: Pick<Context["api"], "call" | "list">;
  now: Context["now"];
}

/** For `applyPlan`: the rule that a step names is run again, on what the step is about. */
export const conditionsOf =
  ({ api, now }: Needs, { organization }: Pick<Plan, "organization">) =>
  async ({ endpoint, params, body, condition }: Step): Promise<string | undefined> => {
    if (!condition) return undefined;
    const { whyNotNow } = await import("../../checks/condition.js");
    // Steps that fix a finding use no answers of other steps: all their parameters are ids.
    const ids = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    return whyNotNow({ client: api, organization, now: now() }, condition, {
      endpoint,
      params: ids,
      ...(body && { body }),
    });
  };
