import { expect, test } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { DIRECT_CASES, directProblems } from "./direct-cases.js";

/* Writes that are typed directly: each line under each fault. */

const chosen = sampleCases("direct", DIRECT_CASES, {
  nameOf: ({ line, fault }) => `${line}: ${fault}`,
  few: 3,
  rooms: ["src/cli/run", "src/http/send"],
});

test.each(chosen)("a command tells what happened: $line: $fault", async (one) => {
  expect(await directProblems(one)).toEqual([]);
});
