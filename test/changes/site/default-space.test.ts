/** The default site space, where a step creates the one that is to be it. */
import { expect, it } from "vitest";
import { addSiteSpace } from "../../../src/catalog/site-spaces.js";
import { updateSite } from "../../../src/catalog/sites.js";
import { parsePlan } from "../../../src/changes/format/parse.js";
import { planText } from "../../../src/changes/format/write.js";
import { createPlanner } from "../../../src/changes/make/planner.js";
import { type Plan, referenceTo } from "../../../src/changes/types.js";
import { ORG } from "../../helpers/sandbox.js";
import { useOnce } from "../../helpers/set-ups.js";
import { newSite, placeOfSites, SPACES, type Values } from "./site-helper.js";
import { apply, planFor, undo } from "./undo-helper.js";

const place = useOnce(placeOfSites);

const HEAD = { origin: "sandbox", organization: ORG, maker: "docs", command: "docs", made: "2026-01-15T10:00:00.000Z" };
const first = { path: "first", space: SPACES[0] };
const second = { path: "second", space: SPACES[1] };

const siteOf = async (file: Values): Promise<string> => {
  const site = await newSite(place);
  expect(await apply(place, { plan: await planFor(place, site, file), text: "" })).toEqual([]);
  return site;
};

/** The paths of the site spaces that are the default. */
const defaults = async (site: string): Promise<string[]> => {
  const { items } = (await place.call("GET", `/v1/orgs/${ORG}/sites/${site}/site-spaces`)).json;
  return (items as Values[]).filter((one) => one.default).map(({ path }) => path as string);
};

it("a new space outside sections becomes the default that the file wants", async () => {
  const site = await siteOf({ spaces: [{ ...first, default: true }] });
  const wanted = { spaces: [first, { ...second, default: true }] };
  const run = { plan: await planFor(place, site, wanted), text: "" };
  expect(await apply(place, run)).toEqual([]);
  expect(await defaults(site)).toEqual(["second"]);
  expect((await planFor(place, site, wanted)).steps).toEqual([]);
  await undo(place, run);
  expect(await defaults(site)).toEqual(["first"]);
});

/** A plan that adds a site space and makes it the default, along with what else is to be set. */
async function planOf(site: string, body: Values): Promise<Plan> {
  const planner = createPlanner({ client: place.client, head: HEAD, redact: (value) => value });
  const params = { organizationId: ORG, siteId: site };
  const made = await planner.add({ endpoint: addSiteSpace, params, body: { spaceId: SPACES[1] } });
  await planner.add({ endpoint: updateSite, params, body: { ...body, defaultSiteSpace: referenceTo(made.id) } });
  // As a file says it.
  return parsePlan(planText(await planner.finish()), "a.plan");
}

it("a step that sets it is kept where all else that it sets is there already", async () => {
  const site = await siteOf({ spaces: [{ ...first, default: true }] });
  const { title } = (await place.call("GET", `/v1/orgs/${ORG}/sites/${site}`)).json;
  const plan = await planOf(site, { title });
  expect(plan.steps.map(({ endpoint }) => endpoint)).toEqual(["addSiteSpace", "updateSite"]);
  expect(await apply(place, { plan, text: "" })).toEqual([]);
  const { items } = (await place.call("GET", `/v1/orgs/${ORG}/sites/${site}/site-spaces`)).json;
  expect((items as Values[]).map((one) => [(one.space as Values).id, one.default])).toEqual([
    [SPACES[0], false],
    [SPACES[1], true],
  ]);
});

it("a step that sets it says that the old default was not read", async () => {
  const site = await siteOf({ spaces: [{ ...first, default: true }] });
  const why = "its target was not read: defaultSiteSpace";
  expect((await planOf(site, {})).steps[1]).toMatchObject({ undo: "impossible", inverse: [], why });
  const [inverse] = (await planOf(site, { title: "Else" })).steps[1]?.inverse ?? [];
  expect(inverse?.body).toEqual({ title: expect.stringMatching(/^Site \d+$/) });
  expect((await planOf(site, { title: "Else" })).steps[1]).toMatchObject({ undo: "near", why });
});
