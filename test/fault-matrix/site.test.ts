import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { SITE_CASES, siteProblems } from "./site-cases.js";

/* A few of the cases of site.long.test.ts. */

const { DOCS_SEED: seed = "5" } = process.env;

test.each(sampled(SITE_CASES, 1, Number(seed)))(`pair $pair: $fault at write $at (seed ${seed})`, async (one) => {
  expect(await siteProblems(one)).toEqual([]);
});
