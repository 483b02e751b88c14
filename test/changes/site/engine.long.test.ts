/** The same pairs through the engine: as steps of a plan, each looked at again before it is sent. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyPlan } from "../../../src/changes/apply/apply.js";
import { createPlanner } from "../../../src/changes/make/planner.js";
import { addSteps } from "../../../src/changes/site/plan.js";
import type { Plan } from "../../../src/changes/types.js";
import { GOOD } from "../../../src/shared/choices.js";
import { ORG } from "../../helpers/sandbox.js";
import { useOnce } from "../../helpers/set-ups.js";
import { changes, fullFile, newSite, placeOfSites, readIt, sites, type Values } from "./site-helper.js";

const place = useOnce(placeOfSites);

async function planFor(site: string, file: Values): Promise<Plan> {
  const head = {
    origin: "sandbox",
    organization: ORG,
    maker: "docs",
    command: "docs",
    made: "2026-01-15T10:00:00.000Z",
  };
  const planner = createPlanner({ client: place.client, head, redact: (value) => value });
  await addSteps(planner, (await changes(place, site, JSON.stringify(file))).calls, { holdsSite: true });
  return planner.finish();
}

async function apply(plan: Plan): Promise<string[]> {
  let text = "";
  const append = (line: string) => {
    text += line;
  };
  const setup = {
    stateName: "state",
    now: () => 0,
    concurrency: 1,
    settleMs: 0,
    retryUnknown: false,
    onResult: () => {},
  };
  const results = await applyPlan({
    client: place.client,
    plan,
    state: { text, append, flush: async () => {} },
    ...setup,
  });
  return results
    .filter(({ outcome }) => !GOOD.has(outcome))
    .map(({ step, outcome, says }) => `${step.title}: ${outcome}: ${says}`);
}

describe("pairs of sites, as plans", () => {
  /** In one go, and a plan after that has no steps. */
  async function settle(site: string, file: Values): Promise<void> {
    expect(await apply(await planFor(site, file))).toEqual([]);
    expect(fullFile(await readIt(place, site))).toMatchObject(file);
    expect((await planFor(site, file)).steps).toEqual([]);
  }

  const pairs = (made: (site: string, a: Values, b: Values) => Promise<void>) =>
    fc.asyncProperty(sites, sites, async (a, b) => {
      const site = await newSite(place);
      try {
        await made(site, a, b);
      } finally {
        await place.call("DELETE", `/v1/orgs/${ORG}/sites/${site}`);
      }
    });

  const settled = pairs(async (site, a, b) => {
    await settle(site, a);
    await settle(site, b);
  });

  it("apply makes one equal to the other, and the plan after that has no steps", async () => {
    await fc.assert(settled, { numRuns: 12, endOnFailure: true });
  }, 300_000);

  it.each([
    ["a default leaves its section, and the service picks another", { seed: -1661794921, path: "7" }],
    ["something goes beside what only just came into its section", { seed: 1, path: "230" }],
  ])(
    "also where %s",
    async (_, found) => {
      await fc.assert(settled, { ...found, numRuns: 1, endOnFailure: true });
    },
    60_000,
  );
});
