/** Makes the plan that takes another one back: what was done, in reverse, where it is still as it came out. */

import { hashOf } from "../../facts/values.js";
import { named } from "../endpoints.js";

import { createPlanner, type PlannerSetup } from "../make/planner.js";
import { backOf } from "../make/template.js";
import { from, isFrom, type Plan, type PlannedCall, type Step } from "../types.js";
import type { World } from "../world.js";
import { placed } from "./answers.js";
import type { StepState } from "./state.js";

export interface Undoing {
  plan: Plan;
  /** Were done and cannot be undone. */
  impossible: Step[];
  /** Were done, and somebody changed since what came out. */
  changed: Step[];
  /** Were done and are as they were before already, or go with what they belong to. */
  nothing: Step[];
}

/** Ids of steps that take back a step of another plan: `undo.s3.1`. */
const undoId = (step: string, at: number): string => `undo.${step}.${at + 1}`;

/** The step that a step of an undo takes back. */
export const undoneBy = (id: string): string => id.slice("undo.".length, id.lastIndexOf("."));

/** @throws Failure of the reads */
export async function makeUndo(
  plan: Plan,
  states: ReadonlyMap<string, StepState>,
  setup: PlannerSetup,
): Promise<Undoing> {
  const planner = createPlanner(setup);
  const found: Omit<Undoing, "plan"> = { impossible: [], changed: [], nothing: [] };
  for (const step of [...plan.steps].reverse()) {
    const state = states.get(step.id);
    if (state?.state !== "done") continue;
    if (step.undo === "impossible") found.impossible.push(step);
    else if (!(await isAsItCame(step, state, planner.world))) found.changed.push(step);
    else {
      const before = planner.unchanged();
      const calls = await takeBack(step, state, planner);
      if (calls === planner.unchanged() - before) found.nothing.push(step);
    }
  }
  const me = setup.me === undefined ? [] : [setup.me];
  // What goes is what the plan brought: only the last administrator is held to the place.
  return { ...found, plan: await planner.finish({ named: me, maxRemovals: 1, ownersMayGo: true }) };
}

/** What was not looked at afterward is taken as it is. */
async function isAsItCame({ reads }: Step, { came = [] }: StepState, world: World): Promise<boolean> {
  if (came.length !== reads.length) return true;
  for (const [at, read] of reads.entries()) {
    const hash = hashOf(await world.look(read));
    if (hash !== came[at] && hash !== read.was) return false;
  }
  return true;
}

/** Adds the inverses of a step. Answers how many there are. */
async function takeBack(step: Step, state: StepState, planner: ReturnType<typeof createPlanner>): Promise<number> {
  let first: Step | undefined;
  const outs = new Map([[step.id, state.out]]);
  for (const [at, call] of step.inverse.entries()) {
    const own = withFirst(call, step, first);
    const { endpoint, params, body } = placed(own, outs) ?? own;
    const added = await planner.add({
      id: undoId(step.id, at),
      endpoint: named(endpoint),
      params,
      body,
      title: `take back: ${step.title}`,
      ...(first && { needs: [first], unseen: true }),
    });
    first ??= added;
  }
  return step.inverse.length;
}

/** What the first of several requests is answered is used by the others. */
function withFirst(call: PlannedCall, { id }: Step, first: Step | undefined): PlannedCall {
  const put = (value: unknown): unknown => {
    if (isFrom(value)) return value.$from === backOf(id) && first ? from(first, value.path) : value;
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, put(member)]));
  };
  // Only placeholders were replaced.
  return put(call) as PlannedCall;
}

/** Whether an undo was broken off within a step: then it is gone on with, and not made anew. */
export function isBrokenOff(undo: Plan, states: ReadonlyMap<string, StepState>): boolean {
  const groups = new Map<string, string[]>();
  for (const { id } of undo.steps) groups.set(undoneBy(id), [...(groups.get(undoneBy(id)) ?? []), id]);
  return [...groups.values()].some((ids) => {
    const kinds = ids.map((id) => states.get(id)?.state);
    const begun = kinds.filter((kind) => kind === "done" || kind === "open" || kind === "satisfied").length;
    return kinds.includes("open") || (begun > 0 && begun < ids.length);
  });
}
