import { expect, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { bulkCases, bulkProblems } from "./bulk-cases.js";

/* DOCS_FAULT_CASES=all tries each line under each fault; DOCS_SEED chooses others. */

const { DOCS_FAULT_CASES: many = "80", DOCS_SEED: seed = "1" } = process.env;

const all = await bulkCases();

const chosen = many === "all" ? all : sampled(all, Number(many), Number(seed));

test.each(chosen)(`$name: $fault (seed ${seed})`, async (one) => {
  expect(await bulkProblems(one)).toEqual([]);
});
