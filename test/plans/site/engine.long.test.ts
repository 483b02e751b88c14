/** The same pairs through the engine: as steps of a plan, each looked at again before it is sent. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyPlan, GOOD } from "../../../src/plans/apply/apply.js";
import { createPlanner } from "../../../src/plans/make/planner.js";
import { addSteps } from "../../../src/plans/site/plan.js";
import type { Plan } from "../../../src/plans/types.js";
import { ORG } from "../../helpers/sandbox.js";
import { changes, fullFile, newSite, type Place, placeOfSites, readIt, sites, type Values } from "./site-helper.js";

let place: Place;
beforeAll(async () => {
  place = await placeOfSites();
});
afterAll(() => place.close());

async function planFor(site: string, file: Values): Promise<Plan> {
  const head = {
    origin: "sandbox",
    organization: ORG,
    maker: "docs",
    command: "docs",
    made: "2026-01-15T10:00:00.000Z",
  };
  const planner = createPlanner({ client: place.client, head, redact: (value) => value });
  await addSteps(planner, (await changes(place, site, JSON.stringify(file))).calls);
  return planner.finish();
}

async function apply(plan: Plan): Promise<string[]> {
  let text = "";
  const append = (line: string) => {
    text += line;
  };
  const setup = { stateName: "state", now: () => 0, lanes: 1, settleMs: 0, retryUnknown: false, told: () => {} };
  const results = await applyPlan({ client: place.client, plan, state: { text, append }, ...setup });
  return results
    .filter(({ outcome }) => !GOOD.has(outcome))
    .map(({ step, outcome, says }) => `${step.title}: ${outcome}: ${says}`);
}

describe("pairs of sites, as plans", () => {
  it("apply makes one equal to the other, and the plan after that has no steps", async () => {
    await fc.assert(
      fc.asyncProperty(sites, sites, async (a, b) => {
        const site = await newSite(place);
        try {
          expect(await apply(await planFor(site, a))).toEqual([]);
          expect(fullFile(await readIt(place, site))).toMatchObject(a);
          expect(await apply(await planFor(site, b))).toEqual([]);
          expect(fullFile(await readIt(place, site))).toMatchObject(b);
          expect((await planFor(site, b)).steps).toEqual([]);
        } finally {
          await place.call("DELETE", `/v1/orgs/${ORG}/sites/${site}`);
        }
      }),
      { numRuns: 30, endOnFailure: true },
    );
  }, 300_000);
});
