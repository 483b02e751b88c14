import { expect, it, test } from "vitest";
import { sampled } from "../helpers/random.js";
import { CASES, problemsOf, unreached } from "./fault-cases.js";

/* DOCS_FAULT_CASES=all tries each line under each fault, which takes ten minutes; DOCS_SEED chooses others. */

const { DOCS_FAULT_CASES: many = "200", DOCS_SEED: seed = "1" } = process.env;

test.each(many === "all" ? CASES : sampled(CASES, Number(many), Number(seed)))(
  `$line: $fault (seed ${seed})`,
  async (one) => {
    expect(await problemsOf(one)).toEqual([]);
  },
);

it("there is a line for each endpoint that changes something", async () => {
  expect(await unreached()).toEqual([]);
});
