/** Compares a half-done undo in a file with the plan that it is to take back. */
import { hashOf } from "../../shared/values.js";
import { endpointNamed } from "../endpoints.js";
import type { StepState } from "../log/read-log.js";
import { isOfSite } from "../site/undo/effects.js";
import type { Plan, PlannedCall, Step } from "../types.js";
import { resolveReferences } from "./answers.js";
import { SITE, undoId, undoStates, withFirst } from "./undo.js";

/** An undo, as its file and the state beside it have it. */
interface HalfDone {
  undo: Pick<Plan, "steps">;
  states: ReadonlyMap<string, StepState>;
}

/** The first step that is still to be sent and takes nothing of the plan back; undefined if there is none. */
export function findForeignStep(
  { undo, states }: HalfDone,
  plan: Pick<Plan, "steps" | "site" | "organization">,
  applied: ReadonlyMap<string, StepState>,
): Step | undefined {
  const originals = new Map(plan.steps.map((step) => [step.id, step]));
  return undo.steps.find((step) => {
    if (["done", "satisfied"].includes(states.get(step.id)?.state ?? "")) return false;
    const group = undoStates(step.id);
    if (group === SITE) return plan.site === undefined || !isOfSite(step, plan.site);
    const original = originals.get(group);
    return original === undefined || !isInverse(step, original, applied.get(group), plan);
  });
}

/** Whether it is one of the requests that the plan names as the inverse of its own step. */
function isInverse(
  step: Step,
  original: Step,
  state: StepState | undefined,
  { organization }: Pick<Plan, "organization">,
): boolean {
  if (state?.state !== "done") return false;
  const outs = new Map([[original.id, state.out]]);
  const requests = original.inverse.map((call) => {
    const own = withFirst(call, original, { id: undoId(original.id, 0) });
    return requestOf(resolveReferences(own, outs) ?? own, organization);
  });
  return requests.includes(requestOf(step, organization));
}

/** Inverses may leave the organization out. */
function requestOf({ endpoint, params, body }: PlannedCall, organizationId: string): string {
  const given: Record<string, unknown> = { organizationId, ...params };
  const names: readonly string[] = endpointNamed(endpoint).params;
  return hashOf({ endpoint, params: names.map((name) => given[name]), ...(body && { body }) });
}
