import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { DIRECT_CASES, directProblems } from "./direct-cases.js";

/* Each line under each fault; DOCS_FAULT_CASES tries fewer, and DOCS_SEED chooses which. */

const { DOCS_FAULT_CASES: many = "all", DOCS_SEED: seed = "1" } = process.env;

const chosen = many === "all" ? DIRECT_CASES : sampled(DIRECT_CASES, Number(many), Number(seed));

test.each(chosen)(`$line: $fault (seed ${seed})`, async (one) => {
  expect(await directProblems(one)).toEqual([]);
});
