import { test } from "vitest";
import { sampled } from "../helpers/random.js";
import { CASES } from "./fault-cases.js";

/* Each line under each fault, which takes some minutes; DOCS_FAULT_CASES tries fewer, and DOCS_SEED chooses which. */

const { DOCS_FAULT_CASES: many = "all", DOCS_SEED: seed = "1" } = process.env;

/** Every second case: two files are run side by side. */
export const eachOfHalf = (half: 0 | 1) =>
  test.each((many === "all" ? CASES : sampled(CASES, Number(many), Number(seed))).filter((_, at) => at % 2 === half));
export const NAME = `$line: $fault (seed ${seed})`;
