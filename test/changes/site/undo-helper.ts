/** Plans of a site, applied and taken back as the commands do it. */
import { expect } from "vitest";
import { type ApplyPlanOptions, applyPlan } from "../../../src/changes/apply/apply.js";
import { makeUndo, type Undoing } from "../../../src/changes/apply/undo.js";
import { parsePlan } from "../../../src/changes/format/parse.js";
import { planText } from "../../../src/changes/format/write.js";
import { readPlanLog } from "../../../src/changes/log/plan-log.js";
import { createPlanner } from "../../../src/changes/make/planner.js";
import { addSteps } from "../../../src/changes/site/plan.js";
import { recordSite } from "../../../src/changes/site/undo/undo-site.js";
import type { Plan } from "../../../src/changes/types.js";
import { GOOD } from "../../../src/shared/choices.js";
import { ORG } from "../../helpers/sandbox.js";
import { changes, type Place, readIt, type Values } from "./site-helper.js";

const head = { origin: "sandbox", organization: ORG, maker: "docs", command: "docs", made: "2026-01-15T10:00:00.000Z" };
const setup = ({ client }: Place) => ({ client, head, redact: <T>(value: T) => value });

export async function planFor(place: Place, site: string, file: Values): Promise<Plan> {
  const planner = createPlanner(setup(place));
  await addSteps(planner, (await changes(place, site, JSON.stringify(file))).calls, { holdsSite: true });
  const plan = await planner.finish({ site: await readIt(place, site) });
  // As a file says it.
  return parsePlan(planText(plan), "a.plan");
}

export interface Run {
  plan: Plan;
  text: string;
}

/** Applies it; the state is as the command keeps it. */
export async function apply(
  place: Place,
  run: Run,
  more: Partial<ApplyPlanOptions> = {},
  note = true,
): Promise<string[]> {
  const append = (line: string) => {
    run.text += line;
  };
  const fixed = {
    stateName: "state",
    now: () => 0,
    concurrency: 1,
    settleMs: 0,
    retryUnknown: false,
    onResult: () => {},
  };
  const { text } = run;
  const results = await applyPlan({
    client: place.client,
    plan: run.plan,
    state: { text, append, flush: async () => {} },
    ...fixed,
    ...more,
  });
  if (note) await noteSite(place, run);
  return results.filter(({ outcome }) => !GOOD.has(outcome)).map(({ step, says }) => `${step.title}: ${says}`);
}

/** Records how the site is, as the command does after a run. */
export async function noteSite(place: Place, run: Run): Promise<void> {
  const append = (line: string) => {
    run.text += line;
  };
  const { site } = run.plan;
  if (site) await recordSite(place.client, site, { append }, { now: () => 0, redact: (value) => value });
}

export const undoOf = (place: Place, { plan, text }: Run): Promise<Undoing> =>
  makeUndo(plan, readPlanLog(text, plan, "state").steps, setup(place), readPlanLog(text, plan, "state").site);

export async function undo(place: Place, run: Run): Promise<Undoing> {
  const made = await undoOf(place, run);
  expect(await apply(place, { plan: parsePlan(planText(made.plan), "undo"), text: "" })).toEqual([]);
  return made;
}
