import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { bulkCases, bulkProblems } from "./bulk-cases.js";

/* Each line under each fault; DOCS_FAULT_CASES tries fewer, and DOCS_SEED chooses which. */

const { DOCS_FAULT_CASES: many = "all", DOCS_SEED: seed = "1" } = process.env;

const all = await bulkCases();

const chosen = many === "all" ? all : sampled(all, Number(many), Number(seed));

test.each(chosen)(`$name: $fault (seed ${seed})`, async (one) => {
  expect(await bulkProblems(one)).toEqual([]);
});
