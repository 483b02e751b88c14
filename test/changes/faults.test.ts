import { expect, test } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { CASES, problemsOf } from "./fault-cases.js";

/* Planned writes: each line under each fault. */

const chosen = sampleCases("planned", CASES, {
  nameOf: ({ line, fault }) => `${line}: ${fault}`,
  few: 6,
  rooms: ["src/changes", "src/http/send"],
});

test.each(chosen)("a planned command tells what happened: $line: $fault", async (one) => {
  expect(await problemsOf(one)).toEqual([]);
});
