import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { CASES, problemsOf } from "./fault-cases.js";

/* A few of the cases of faults.long.test.ts. */

const { DOCS_SEED: seed = "5" } = process.env;

test.each(sampled(CASES, 6, Number(seed)))(`$line: $fault (seed ${seed})`, async (one) => {
  expect(await problemsOf(one)).toEqual([]);
});
