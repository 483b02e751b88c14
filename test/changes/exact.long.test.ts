import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import { closeAll } from "../../src/system/signals.js";
import { randomOf } from "../helpers/random.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { sampleCases } from "../helpers/sample.js";
import { applied, exactPlanFor, shakeAll } from "./exact-helper.js";
import { differences, stateOf } from "./state-of.js";

/* Each undo rule, in random organizations: where a step says "exact", every answer is as before, times aside. */

const SEEDS = Number(process.env.DOCS_SEEDS ?? 3);
const TRIES = 3;

const NAMES = Object.keys(UNDO_RULES);
const chosen = sampleCases("exact undo", NAMES, {
  nameOf: (name) => name,
  few: 12,
  rooms: ["src/changes/inverses", "src/changes/apply"],
});
const tried = new Set<string>();

describe.each(Array.from({ length: SEEDS }, (_, at) => at + 1))("organization %i", (seed) => {
  const random = randomOf(seed * 7919);
  let cli: TestCli;
  let before: Map<string, string>;
  beforeAll(async () => {
    cli = await testCli();
    await shakeAll(cli, random, 40);
    before = await stateOf(cli.sandbox);
  });
  afterAll(async () => {
    await closeAll();
    cli.close();
  });

  // Those that are never exact, too: a caveat that goes wrong must not hide behind the level of its rule.
  it.each(chosen)("the undo of %s restores the state before", async (name) => {
    for (let at = 0; at < TRIES; at++) {
      const plan = await exactPlanFor(cli, name, random);
      const undo = plan && (await applied(cli, plan));
      if (!undo) continue;
      tried.add(name);
      const left = await undo();
      const after = await stateOf(cli.sandbox);
      const odd = [...left, ...differences(before, after)];
      // What is left over is not found a second time.
      before = after;
      expect(odd, JSON.stringify(plan.steps[0])).toEqual([]);
    }
  });
});

it("every rule that may be exact was tried; of a share, half, as not every organization has something to change", () => {
  const rows = chosen.filter((name) => UNDO_RULES[name]?.undo === "exact");
  const missed = rows.filter((name) => !tried.has(name));
  if (chosen.length === NAMES.length) expect(missed).toEqual([]);
  else expect(missed.length, missed.join()).toBeLessThanOrEqual(rows.length / 2);
});
