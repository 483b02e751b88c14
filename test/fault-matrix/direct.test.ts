import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { DIRECT_CASES, directProblems } from "./direct-cases.js";

/* A few of the cases of direct.long.test.ts. */

const { DOCS_SEED: seed = "5" } = process.env;

test.each(sampled(DIRECT_CASES, 3, Number(seed)))(`$line: $fault (seed ${seed})`, async (one) => {
  expect(await directProblems(one)).toEqual([]);
});
