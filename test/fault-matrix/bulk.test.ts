import { expect, test } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { bulkCases, bulkProblems } from "./bulk-cases.js";

/* Commands over several targets: each line under each fault. */

const chosen = sampleCases("bulk", await bulkCases(), {
  nameOf: ({ name, fault }) => `${name}: ${fault}`,
  few: 1,
  rooms: ["src/cli/run", "src/http/send"],
});

test.each(chosen)("a command on several things tells what happened: $name: $fault", async (one) => {
  expect(await bulkProblems(one)).toEqual([]);
});
