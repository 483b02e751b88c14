import { expect, it, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { CASES, problemsOf, unreached } from "./fault-cases.js";

/* Each line under each fault, which takes some minutes; DOCS_FAULT_CASES tries fewer, and DOCS_SEED chooses which. */

const { DOCS_FAULT_CASES: many = "all", DOCS_SEED: seed = "1" } = process.env;

test.each(many === "all" ? CASES : sampled(CASES, Number(many), Number(seed)))(
  `$line: $fault (seed ${seed})`,
  async (one) => {
    expect(await problemsOf(one)).toEqual([]);
  },
);

it("there is a line for each endpoint that changes something", async () => {
  expect(await unreached()).toEqual([]);
});
