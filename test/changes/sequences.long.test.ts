import { expect, it } from "vitest";
import { applyPlan, type StepResult } from "../../src/changes/apply/apply.js";
import { makeUndo } from "../../src/changes/apply/undo.js";
import { parsePlan } from "../../src/changes/format/parse.js";
import { planText } from "../../src/changes/format/write.js";
import { readPlanLog } from "../../src/changes/log/plan-log.js";
import type { LogFile } from "../../src/changes/log/write-log.js";
import type { PlannedRequest } from "../../src/changes/make/step.js";
import type { Client, Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { randomOf } from "../helpers/random.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { clientOf, HEAD, plannerOf } from "./plan-helper.js";
import { randomWish, shake, thingsOf } from "./random-writes.js";
import { differences, stateOf } from "./state-of.js";

/* Random organizations and random sequences of writes that can be undone exactly: afterward all is as it was. */

const SEEDS = Array.from({ length: 8 }, (_, at) => at + 1);
const WRITES = 12;

const memory = (): LogFile & { lines: string[] } => {
  const lines: string[] = [];
  return {
    lines,
    get text() {
      return lines.join("");
    },
    append: (line) => void lines.push(line),
    flush: async () => {},
  };
};

const apply = (client: Client, plan: Plan, state: LogFile): Promise<StepResult[]> =>
  applyPlan({
    client,
    plan,
    state,
    stateName: "state",
    now: () => 0,
    concurrency: 1,
    settleMs: 0,
    retryUnknown: false,
    onResult: () => {},
  });

async function tryOne(
  cli: TestCli,
  seed: number,
): Promise<{ results: StepResult[]; undone: StepResult[]; left: string[] }> {
  const random = randomOf(seed);
  const { client } = clientOf(cli);
  await shake(client, random, WRITES);
  const things = await thingsOf(client);
  const before = await stateOf(cli.sandbox);
  const wishes: PlannedRequest[] = [];
  for (let at = 0; at < WRITES; at++) {
    const wish = randomWish(things, random);
    // Who takes an own right away cannot take that back.
    if (!wish || wish.params?.userId === SAMPLE.member) continue;
    const tried = plannerOf(cli);
    for (const one of wishes) await tried.add(one);
    if ((await tried.add(wish)).undo === "exact") wishes.push(wish);
  }
  const planner = plannerOf(cli);
  for (const wish of wishes) await planner.add(wish);
  const made = await planner.finish({ named: [SAMPLE.member], maxRemovals: 1 }).catch(() => undefined);
  if (!made) return { results: [], undone: [], left: [] };
  const plan = parsePlan(planText(made), "the plan");
  const state = memory();
  const results = await apply(client, plan, state);
  const setup = { client, head: HEAD, me: SAMPLE.member, redact: <T>(value: T) => value };
  const undoing = await makeUndo(plan, readPlanLog(state.text, plan, "state").steps, { ...setup, maxRemovals: 1 });
  expect([undoing.impossible, undoing.changed]).toEqual([[], []]);
  const undone = await apply(client, undoing.plan, memory());
  const after = await stateOf(cli.sandbox);
  return { results, undone, left: differences(before, after) };
}

const chosen = sampleCases("sequences", SEEDS, { nameOf: String, few: 2, rooms: ["src/changes"] });

it.each(chosen)("seed %i: planned, applied, taken back", async (seed) => {
  const cli = await testCli();
  try {
    const { results, undone, left } = await tryOne(cli, seed * 7919);
    const odd = (all: StepResult[], outcomes: string[]) =>
      all
        .filter(({ outcome }) => !outcomes.includes(outcome))
        .map(({ step, outcome, says }) => `${step.title}: ${outcome}: ${says}`);
    expect(odd(results, ["done", "satisfied", "failed", "blocked"])).toEqual([]);
    expect(odd(undone, ["done", "satisfied"])).toEqual([]);
    expect(left).toEqual([]);
  } finally {
    cli.close();
  }
});
