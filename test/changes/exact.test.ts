import { expect, it } from "vitest";
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import { closeAll } from "../../src/system/signals.js";
import { type Random, randomOf } from "../helpers/random.js";
import { testCli } from "../helpers/run.js";
import { applied, exactPlanFor, shakeAll } from "./exact-helper.js";
import { differences, stateOf } from "./state-of.js";

/* A sample of exact.long.test.ts: one step of each of some rows, one on top of the other, and back down. */

/** Another sample: DOCS_SEED=<number>. */
const SEED = Number(process.env.DOCS_SEED ?? 11);
const ROWS = 20;

/** Some of them, in their order. */
function sampleOf(names: readonly string[], random: Random): string[] {
  const left = [...names];
  while (left.length > ROWS) left.splice(random(left.length), 1);
  return left;
}

it(`what says exact leaves every answer as it was, seed ${SEED}`, async () => {
  const cli = await testCli();
  try {
    const random = randomOf(SEED);
    await shakeAll(cli, random, 5);
    const before = await stateOf(cli.sandbox);
    const back: (() => Promise<string[]>)[] = [];
    for (const name of sampleOf(Object.keys(UNDO_RULES), random)) {
      const plan = await exactPlanFor(cli, name, random, 3);
      const undo = plan && (await applied(cli, plan));
      if (undo) back.push(undo);
    }
    expect(back.length).toBeGreaterThan(3);
    const left: string[] = [];
    for (const undo of back.reverse()) left.push(...(await undo()));
    expect([...left, ...differences(before, await stateOf(cli.sandbox))]).toEqual([]);
  } finally {
    await closeAll();
    cli.close();
  }
});
