/** Any site becomes any other one, and a plan after that has nothing to do. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ORG } from "../../helpers/sandbox.js";
import { useOnce } from "../../helpers/set-ups.js";
import { changes, fullFile, newSite, placeOfSites, readIt, send, sites, type Values } from "./site-helper.js";

const place = useOnce(placeOfSites);

/** Files are YAML, and JSON is. */
const asFile = (values: Values): string => JSON.stringify(values);

/** Basenames are unique, so that the other one of a pair has to be gone. */
async function removed(site: string): Promise<void> {
  await place.call("DELETE", `/v1/orgs/${ORG}/sites/${site}`);
}

const fileNow = async (site: string): Promise<Values> => fullFile(await readIt(place, site));

/** What the service decides by itself, a path that was taken, a default that left, is seen by planning again. */
async function settle(site: string, file: string): Promise<void> {
  for (let round = 1; round <= 3; round += 1) {
    const { calls } = await changes(place, site, file);
    if (calls.length === 0) return;
    await send(place, calls);
  }
  expect((await changes(place, site, file)).calls).toEqual([]);
}

describe("pairs of sites", () => {
  it("apply makes one equal to the other, and then there is nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(sites, sites, async (a, b) => {
        const site = await newSite(place);
        try {
          await settle(site, asFile(a));
          expect(await fileNow(site)).toMatchObject(a);
          await settle(site, asFile(b));
          expect(await fileNow(site)).toMatchObject(b);
        } finally {
          await removed(site);
        }
      }),
      { numRuns: 15 },
    );
  }, 300_000);
});
