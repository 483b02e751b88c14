/** Any site becomes any other one, and a plan after that has nothing to do. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ORG } from "../../helpers/sandbox.js";
import {
  changes,
  fullFile,
  newSite,
  type Place,
  placeOfSites,
  readIt,
  send,
  sites,
  type Values,
} from "./site-helper.js";

let place: Place;
beforeAll(async () => {
  place = await placeOfSites();
});
afterAll(() => place.close());

/** Files are YAML, and JSON is. */
const asFile = (values: Values): string => JSON.stringify(values);

/** Basenames are unique, so that the other one of a pair has to be gone. */
async function removed(site: string): Promise<void> {
  await place.call("DELETE", `/v1/orgs/${ORG}/sites/${site}`);
}

const fileNow = async (site: string): Promise<Values> => fullFile(await readIt(place, site));

describe("pairs of sites", () => {
  it("apply makes one equal to the other, and then there is nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(sites, sites, async (a, b) => {
        const site = await newSite(place);
        try {
          await send(place, (await changes(place, site, asFile(a))).calls);
          expect(await fileNow(site)).toMatchObject(a);
          await send(place, (await changes(place, site, asFile(b))).calls);
          expect(await fileNow(site)).toMatchObject(b);
          expect((await changes(place, site, asFile(b))).calls).toEqual([]);
        } finally {
          await removed(site);
        }
      }),
      { numRuns: 40 },
    );
  }, 300_000);
});
