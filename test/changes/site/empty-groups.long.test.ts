/** Groups without sections: a plan after apply is empty, and an undo brings them back in place. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { ORG } from "../../helpers/sandbox.js";
import { useOnce } from "../../helpers/set-ups.js";
import {
  answersOf,
  levelsWithEmptyGroups,
  newSite,
  placeOfSites,
  renumbered,
  SPACES,
  type Values,
} from "./site-helper.js";
import { apply, planFor, undo } from "./undo-helper.js";

const place = useOnce(placeOfSites);

const section = (path: string): Values => ({
  path,
  title: `Section ${path}`,
  spaces: [{ path: "x", space: SPACES[0] }],
});
const group = (title: string, ...sections: Values[]): Values => ({ group: title, sections });
const file = (...sections: Values[]): Values => ({ sections });

const PAIRS: Record<string, [Values, Values]> = {
  "a group is empty before": [file(group("A"), section("one")), file(group("A", section("one")))],
  "a group is empty after": [
    file(group("A", section("one")), section("two")),
    file(group("A"), section("one"), section("two")),
  ],
  "empty groups change places": [
    file(group("A"), group("B"), section("one")),
    file(group("B"), group("A"), section("one")),
  ],
  "an empty group moves past sections": [
    file(group("A"), section("one"), section("two")),
    file(section("one"), section("two"), group("A")),
  ],
  "an empty group moves past another": [
    file(group("A"), group("B", section("one"))),
    file(group("B", section("one")), group("A")),
  ],
  "two empty groups are made before one with sections": [
    file(section("one"), group("A", section("two"))),
    file(group("B"), group("C"), section("one"), group("A", section("two"))),
  ],
};

const MOVES = ["empty groups change places", "an empty group moves past another"];

/** Applied, planned again, undone: all as it should be. Returns the titles of the plan's steps. */
async function tryPair(a: Values, b: Values): Promise<string[]> {
  const site = await newSite(place);
  await applied(site, a);
  const before = await answersOf(place, site);
  const ids = new Set(JSON.stringify(before).match(/(?<="id":")\w+/g));
  const run = { plan: await planFor(place, site, b), text: "" };
  expect(await apply(place, run)).toEqual([]);
  expect(await titles(site, b)).toEqual([]);
  const undone = await undo(place, run);
  expect(undone.changed).toEqual([]);
  const after = await answersOf(place, site);
  const now = new Set(JSON.stringify(after).match(/(?<="id":")\w+/g));
  expect([...ids].filter((id) => !now.has(id)).sort()).toEqual(undone.again.map(({ id }) => id).sort());
  expect(renumbered(after, (id) => ids.has(id))).toEqual(renumbered(before, (id) => now.has(id)));
  await place.call("DELETE", `/v1/orgs/${ORG}/sites/${site}`);
  return run.plan.steps.map(({ title }) => title);
}

const titles = async (site: string, wanted: Values): Promise<string[]> =>
  (await planFor(place, site, wanted)).steps.map(({ title }) => title);

async function applied(site: string, wanted: Values): Promise<void> {
  await apply(place, { plan: await planFor(place, site, wanted), text: "" });
  expect(await titles(site, wanted)).toEqual([]);
}

it.each(Object.entries(PAIRS))("one site becomes the other, and nothing is left to do: %s", async (name, [a, b]) => {
  const steps = await tryPair(a, b);
  if (MOVES.includes(name)) expect(steps).toEqual([expect.stringContaining("move section group")]);
});

it("any two sites with empty groups", async () => {
  const pair = fc.tuple(levelsWithEmptyGroups, levelsWithEmptyGroups);
  const property = fc.asyncProperty(pair, async ([a, b]) => void (await tryPair(file(...a), file(...b))));
  // A pair takes half a second: more with DOCS_SITE_PAIRS.
  const most = Number(process.env.DOCS_PROPERTY_RUNS) >= 1000 ? 100 : 3;
  const numRuns = Number(process.env.DOCS_SITE_PAIRS ?? most);
  await fc.assert(property, { seed: Number(process.env.DOCS_SITE_SEED ?? 1), numRuns, endOnFailure: true });
}, 3_000_000);
