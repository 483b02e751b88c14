/** What a plan made of a site is taken back: the site is as it was, in its file and in every answer of the service. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyEndpoint } from "../../../src/catalog/endpoint.js";
import { touchedIds, type Undoing } from "../../../src/changes/apply/undo.js";
import { parsePlan } from "../../../src/changes/format/parse.js";
import { planText } from "../../../src/changes/format/write.js";
import { readPlanLog } from "../../../src/changes/log/plan-log.js";
import type { Client } from "../../../src/changes/types.js";
import { Failure } from "../../../src/errors.js";
import { sampleCases } from "../../helpers/sample.js";
import { ORG } from "../../helpers/sandbox.js";
import { useOnce } from "../../helpers/set-ups.js";
import {
  answersOf,
  fullFile,
  newSite,
  placeOfSites,
  readIt,
  renumbered,
  SPACES,
  sites,
  type Values,
} from "./site-helper.js";
import { apply, noteSite, planFor, type Run, undo, undoOf } from "./undo-helper.js";

const place = useOnce(placeOfSites);

/** The file of a site, and all that the service answers about it. */
const seen = async (site: string) => ({ file: fullFile(await readIt(place, site)), ...(await answersOf(place, site)) });

const idsIn = (value: Values): Set<string> => new Set(JSON.stringify(value).match(/(?<="id":")\w+/g));

/** Equal but for the ids of what the undo says comes back under another one. */
async function expectAsBefore(site: string, before: Values, { again }: Pick<Undoing, "again">): Promise<void> {
  const now = await seen(site);
  const [was, is] = [idsIn(before), idsIn(now)];
  expect([...was].filter((id) => !is.has(id)).sort()).toEqual(again.map(({ id }) => id).sort());
  expect(renumbered(now, (id) => was.has(id))).toEqual(renumbered(before, (id) => is.has(id)));
}

const pairs = (made: (site: string, a: Values, b: Values, at: number) => Promise<void>) =>
  fc.asyncProperty(sites, sites, fc.nat(1000), async (a, b, at) => {
    const site = await newSite(place);
    try {
      await apply(place, { plan: await planFor(place, site, a), text: "" });
      await made(site, a, b, at);
    } finally {
      await place.call("DELETE", `/v1/orgs/${ORG}/sites/${site}`);
    }
  });

const remade = (ids: string[]) => `${JSON.stringify({ record: "remade", at: "", step: "site", ids })}\n`;

/** Some of the same pairs each time; DOCS_SITE_PAIRS tries more, DOCS_SITE_SEED others. */
async function tryPairs(name: string, property: ReturnType<typeof pairs>, most: number): Promise<void> {
  const all = Array.from({ length: Number(process.env.DOCS_SITE_PAIRS ?? most) }, (_, at) => String(at));
  const chosen = sampleCases(`pairs of sites: ${name}`, all, {
    nameOf: (at) => at,
    few: 1,
    rooms: ["src/changes/site", "src/changes/apply"],
  });
  const options = { seed: Number(process.env.DOCS_SITE_SEED ?? 1), endOnFailure: true };
  if (chosen.length === all.length) return fc.assert(property, { ...options, numRuns: all.length });
  // Of the same sequence, from there.
  for (const path of chosen) await fc.assert(property, { ...options, path, numRuns: 1 });
}

type Broken = "refused" | "killed before it was sent" | "killed before the answer";

/** A client that breaks at its nth write. */
function breaking(nth: number, how: Broken): Client {
  let writes = 0;
  const call = async (endpoint: AnyEndpoint, input: never) => {
    const isNow = endpoint.method !== "GET" && ++writes === nth;
    if (isNow && how === "refused") throw new Failure("forbidden", "not allowed", { outcome: "not_applied" });
    if (isNow && how === "killed before it was sent") throw new Error("killed");
    const answer = await place.client.call(endpoint, input);
    if (isNow) throw new Error("killed");
    return answer;
  };
  // Only these are used.
  return { ...place.client, call } as Client;
}

describe("pairs of sites", () => {
  it("undo makes a site what it was before", async () => {
    const property = pairs(async (site, _, b) => {
      const before = await seen(site);
      const run = { plan: await planFor(place, site, b), text: "" };
      expect(await apply(place, run)).toEqual([]);
      expect(fullFile(await readIt(place, site))).toMatchObject(b);
      const undone = await undo(place, run);
      expect(undone.changed).toEqual([]);
      await expectAsBefore(site, before, undone);
    });
    await tryPairs("undone", property, 25);
  }, 3_000_000);

  it("undo takes back what was done of a plan that was refused half way", async () => {
    const property = pairs(async (site, _, b, at) => {
      const before = await seen(site);
      const run = { plan: await planFor(place, site, b), text: "" };
      await apply(place, run, { client: breaking(1 + (at % Math.max(1, run.plan.steps.length)), "refused") });
      const undone = await undo(place, run);
      expect(undone.changed).toEqual([]);
      await expectAsBefore(site, before, undone);
    });
    await tryPairs("refused half way", property, 6);
  }, 3_000_000);

  it.each<Broken>(["killed before it was sent", "killed before the answer"])(
    "undo of a plan that was %s waits until the plan was applied to its end",
    async (how) => {
      const property = pairs(async (site, _, b, at) => {
        const before = await seen(site);
        const run = { plan: await planFor(place, site, b), text: "" };
        fc.pre(run.plan.steps.length > 0);
        const client = breaking(1 + (at % run.plan.steps.length), how);
        await expect(apply(place, run, { client }, false)).rejects.toThrow("killed");
        const killed = await undoOf(place, run);
        expect(killed.plan.steps).toEqual([]);
        if (run.text.includes('"sent"')) expect(killed.unclear.map(({ id }) => id)).toEqual([site]);
        const left = await apply(place, run);
        // The answer of a creation is lost: whether it was made again is for a person to say.
        if (left.length > 0) return;
        const undone = await undo(place, run);
        expect(undone.changed).toEqual([]);
        await expectAsBefore(site, before, undone);
      });
      await tryPairs(how, property, 6);
    },
    3_000_000,
  );

  it("an undo that was refused half way is planned again", async () => {
    const property = pairs(async (site, _, b, at) => {
      const before = await seen(site);
      const run = { plan: await planFor(place, site, b), text: "" };
      await apply(place, run);
      const first = await undoOf(place, run);
      const half = { plan: parsePlan(planText(first.plan), "undo"), text: "" };
      await apply(place, half, { client: breaking(1 + (at % Math.max(1, half.plan.steps.length)), "refused") }, false);
      run.text += remade(touchedIds(half.plan, readPlanLog(half.text, half.plan, "state").steps));
      await noteSite(place, run);
      const undone = await undo(place, run);
      expect(undone.changed).toEqual([]);
      expect((await seen(site)).file).toEqual(before.file);
    });
    await tryPairs("undo refused", property, 6);
  }, 3_000_000);
});

/** Sections of a site and their ids. */
const sectionsOf = async (site: string): Promise<Values[]> =>
  (await place.call("GET", `/v1/orgs/${ORG}/sites/${site}/sections`)).json.items;

/** Nothing is sent, and what somebody else has changed is named. */
async function expectRefused(site: string, run: Run, changed: string): Promise<void> {
  const before = await seen(site);
  const undone = await undo(place, run);
  expect(undone.plan.steps).toEqual([]);
  expect(undone.changed.map(({ id }) => id)).toContain(changed);
  expect(await seen(site)).toEqual(before);
}

const renameOne = async (site: string, at: number): Promise<string> => {
  const sections = await sectionsOf(site);
  const { id } = sections[at % sections.length] ?? {};
  await place.call("PATCH", `/v1/orgs/${ORG}/sites/${site}/sections/${id}`, { title: "Foreign" });
  return String(id);
};

const FOREIGN: Record<string, (site: string, at: number) => Promise<string>> = {
  "a new section": async (site) => {
    const body = { spaceId: SPACES[0], title: "Foreign" };
    return (await place.call("POST", `/v1/orgs/${ORG}/sites/${site}/sections`, body)).json.id;
  },
  "another title": renameOne,
  "a section less": async (site, at) => {
    const sections = await sectionsOf(site);
    const { id } = sections[at % sections.length] ?? {};
    await place.call("DELETE", `/v1/orgs/${ORG}/sites/${site}/sections/${id}`);
    return String(id);
  },
  "another share link": async (site) =>
    (await place.call("POST", `/v1/orgs/${ORG}/sites/${site}/share-links`, { name: "Foreign" })).json.id,
};

describe("what somebody else changed", () => {
  const withForeign = (check: (site: string, run: Run, at: number) => Promise<void>) =>
    pairs(async (site, a, b, at) => {
      fc.pre([a, b].every(({ sections }) => (sections as Values[]).length > 1));
      const plan = await planFor(place, site, b);
      fc.pre(plan.steps.length > 0);
      await check(site, { plan, text: "" }, at);
    });

  it.each(Object.entries(FOREIGN))(
    "since the plan was applied stays, and nothing is undone: %s",
    async (name, change) => {
      const property = withForeign(async (site, run, at) => {
        expect(await apply(place, run)).toEqual([]);
        await expectRefused(site, run, await change(site, at));
      });
      await tryPairs(`foreign: ${name}`, property, 4);
    },
    3_000_000,
  );

  it.each(["a new section", "another share link"])(
    "between the plan and its run stays, and nothing is undone: %s",
    async (name) => {
      const property = withForeign(async (site, run, at) => {
        const changed = await FOREIGN[name]?.(site, at);
        await apply(place, run);
        fc.pre(run.text.includes('"ok"'));
        await expectRefused(site, run, String(changed));
      });
      await tryPairs(`foreign before: ${name}`, property, 4);
    },
    3_000_000,
  );
});
