/** What a plan made of a site is taken back: the site is as it was, in its file and in every answer of the service. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnyEndpoint } from "../../../src/catalog/endpoint.js";
import { touchedIds, type Undoing } from "../../../src/changes/apply/undo.js";
import { parsePlan } from "../../../src/changes/format/parse.js";
import { planText } from "../../../src/changes/format/write.js";
import { readPlanLog } from "../../../src/changes/log/plan-log.js";
import type { SiteState } from "../../../src/changes/site/model.js";
import type { Client } from "../../../src/changes/types.js";
import { Failure } from "../../../src/errors.js";
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
import { apply, planFor, undo, undoOf } from "./undo-helper.js";

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

/** The same pairs each time; DOCS_SITE_PAIRS tries more, DOCS_SITE_SEED others. */
const runs = (most: number) => ({
  seed: Number(process.env.DOCS_SITE_SEED ?? 1),
  numRuns: Number(process.env.DOCS_SITE_PAIRS ?? most),
  endOnFailure: true,
});

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
    await fc.assert(property, runs(25));
  }, 3_000_000);

  it.each<Broken>(["refused", "killed before it was sent", "killed before the answer"])(
    "undo takes back what was done of a plan that was %s half way",
    async (how) => {
      const property = pairs(async (site, _, b, at) => {
        const before = await seen(site);
        const run = { plan: await planFor(place, site, b), text: "" };
        const client = breaking(1 + (at % Math.max(1, run.plan.steps.length)), how);
        const isKilled = how !== "refused";
        await apply(place, run, { client }, !isKilled).catch((error: Error) => expect(error.message).toBe("killed"));
        const undone = await undo(place, run);
        expect(undone.changed).toEqual([]);
        await expectAsBefore(site, before, undone);
      });
      await fc.assert(property, runs(6));
    },
    3_000_000,
  );

  it("an undo that was broken off is gone on with, and one that was refused is planned again", async () => {
    const property = pairs(async (site, _, b, at) => {
      const before = await seen(site);
      const run = { plan: await planFor(place, site, b), text: "" };
      await apply(place, run);
      const first = await undoOf(place, run);
      const half = { plan: parsePlan(planText(first.plan), "undo"), text: "" };
      run.text += remade([]);
      await apply(place, half, { client: breaking(1 + (at % Math.max(1, half.plan.steps.length)), "refused") }, false);
      run.text += remade(touchedIds(half.plan, readPlanLog(half.text, half.plan, "state").steps));
      const undone = await undo(place, run);
      expect(undone.changed).toEqual([]);
      expect((await seen(site)).file).toEqual(before.file);
    });
    await fc.assert(property, runs(6));
  }, 3_000_000);
});

/** Sections of a site and their ids. */
const sectionsOf = async (site: string): Promise<Values[]> =>
  (await place.call("GET", `/v1/orgs/${ORG}/sites/${site}/sections`)).json.items;

describe("what somebody else changed since", () => {
  const withForeign = (change: (site: string, sections: Values[], at: number) => Promise<unknown>, check: Checked) =>
    pairs(async (site, a, b, at) => {
      fc.pre([a, b].every(({ sections }) => (sections as Values[]).length > 0));
      const before = await readIt(place, site);
      const run = { plan: await planFor(place, site, b), text: "" };
      expect(await apply(place, run)).toEqual([]);
      const done = await change(site, await sectionsOf(site), at);
      const undone = await undo(place, run);
      await check(site, { before, undone, done });
    });
  type Checked = (site: string, seen: { before: SiteState; undone: Undoing; done: unknown }) => Promise<void>;

  it("a new section stays, and all else is taken back", async () => {
    const add = async (site: string) => {
      const body = { spaceId: SPACES[0], title: "Foreign" };
      return (await place.call("POST", `/v1/orgs/${ORG}/sites/${site}/sections`, body)).json.id;
    };
    const property = withForeign(add, async (site, { before, undone, done }) => {
      const now = await readIt(place, site);
      const isForeign = ({ id }: { id: string }) => id === done;
      expect(now.level.filter(isForeign)).toHaveLength(1);
      expect(undone.changed).toEqual([]);
      expect(fullFile({ ...now, level: now.level.filter((one) => !isForeign(one)) })).toEqual(fullFile(before));
    });
    await fc.assert(property, runs(6));
  }, 3_000_000);

  it("what changed before the plan was applied stays, and all that was done is taken back", async () => {
    const property = pairs(async (site, a, b, at) => {
      fc.pre((a.sections as Values[]).length > 0);
      const run = { plan: await planFor(place, site, b), text: "" };
      const sections = await sectionsOf(site);
      const { id } = sections[at % sections.length] ?? {};
      await place.call("PATCH", `/v1/orgs/${ORG}/sites/${site}/sections/${id}`, { title: "Foreign" });
      const before = await seen(site);
      await apply(place, run);
      const undone = await undo(place, run);
      expect(undone.changed).toEqual([]);
      await expectAsBefore(site, before, undone);
    });
    await fc.assert(property, runs(6));
  }, 3_000_000);

  it("a title stays, and is told where the plan had changed it or made the section", async () => {
    const rename = async (site: string, sections: Values[], at: number) => {
      const { id } = sections[at % sections.length] ?? {};
      await place.call("PATCH", `/v1/orgs/${ORG}/sites/${site}/sections/${id}`, { title: "Foreign" });
      return id;
    };
    const property = withForeign(rename, async (site, { before, undone, done }) => {
      const titles = ({ level }: SiteState) =>
        new Map(level.flatMap((one) => (one.kind === "group" ? one.sections : [one])).map((one) => [one.id, one]));
      const [was, is] = [titles(before), titles(await readIt(place, site))];
      expect(is.get(done as string)?.title).toBe("Foreign");
      const isTold = undone.changed.some(({ id }) => id === done);
      const { plan } = undone;
      expect(plan.steps.filter(({ params, body }) => params.siteSectionId === done && body?.title)).toEqual([]);
      if (!was.has(done as string)) expect(isTold).toBe(true);
      for (const [id, one] of was) if (id !== done && is.has(id)) expect(is.get(id)?.title).toBe(one.title);
    });
    await fc.assert(property, runs(6));
  }, 3_000_000);
});
