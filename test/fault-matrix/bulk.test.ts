import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { bulkCases, bulkProblems } from "./bulk-cases.js";

/* A few of the cases of bulk.long.test.ts. */

const { DOCS_SEED: seed = "5" } = process.env;

test.each(sampled(await bulkCases(), 1, Number(seed)))(`$name: $fault (seed ${seed})`, async (one) => {
  expect(await bulkProblems(one)).toEqual([]);
});
