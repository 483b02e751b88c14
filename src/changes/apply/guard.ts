/** Measures the guards of what is left of a plan, with what was there when it is applied. */
import { createAbsence, type Proofs } from "../../absence/absence.js";
import type { Reader } from "../../http/types.js";
import { checkGuards } from "../guards/guards.js";
import { stepPlaces } from "../guards/places.js";
import { stepsLeft } from "../log/plan-log.js";
import type { StepState } from "../log/read-log.js";
import { type GuardResult, MAX_REMOVALS, type Plan } from "../types.js";
import { createWorld } from "../world.js";
import type { GuardLimits } from "./options.js";

interface GuardSubject {
  plan: Pick<Plan, "steps" | "organization">;
  client: Reader;
  states: ReadonlyMap<string, StepState>;
  /** Guards that are not met are reported instead of being refused. */
  reportOnly?: boolean;
}

/**
 * Only what is given lifts a guard: what the plan itself asks for may be anyone's.
 * @throws Failure refused: a guard; and of the reads
 */
export async function guardPlan(
  { plan, client, states, reportOnly = false }: GuardSubject,
  { me, named = [], maxRemovals = MAX_REMOVALS, allowTeams }: GuardLimits,
  absence: Proofs = createAbsence(client, plan.organization),
): Promise<GuardResult[]> {
  const world = createWorld(client, absence);
  const places = stepPlaces(plan.steps);
  const given = { rows: undefined, named, maxRemovals, allowTeams, reportOnly, me, world, places };
  return (await checkGuards(stepsLeft(plan.steps, states), given)).rails;
}
