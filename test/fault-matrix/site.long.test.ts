import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { SITE_CASES, siteProblems } from "./site-cases.js";

/* Each pair of sites under each fault; DOCS_FAULT_CASES tries fewer, and DOCS_SEED chooses which. */

const { DOCS_FAULT_CASES: many = "all", DOCS_SEED: seed = "1" } = process.env;

const chosen = many === "all" ? SITE_CASES : sampled(SITE_CASES, Number(many), Number(seed));

test.each(chosen)(`pair $pair: $fault at write $at (seed ${seed})`, async (one) => {
  expect(await siteProblems(one)).toEqual([]);
});
