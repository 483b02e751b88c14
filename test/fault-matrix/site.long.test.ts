import { expect, test } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { SITE_CASES, siteProblems } from "./site-cases.js";

/* Plans of a site: each pair of sites under each fault. */

const chosen = sampleCases("site", SITE_CASES, {
  nameOf: ({ pair, fault, at }) => `pair ${pair}: ${fault} at write ${at}`,
  few: 1,
  rooms: ["src/changes"],
});

test.each(chosen)("pair $pair: $fault at write $at", async (one) => {
  expect(await siteProblems(one)).toEqual([]);
});
