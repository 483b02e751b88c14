import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { DIRECT_CASES, directProblems } from "./direct-cases.js";

/* DOCS_FAULT_CASES=all tries each line under each fault; DOCS_SEED chooses others. */

const { DOCS_FAULT_CASES: many = "150", DOCS_SEED: seed = "1" } = process.env;

const chosen = many === "all" ? DIRECT_CASES : sampled(DIRECT_CASES, Number(many), Number(seed));

test.each(chosen)(`$line: $fault (seed ${seed})`, async (one) => {
  expect(await directProblems(one)).toEqual([]);
});
