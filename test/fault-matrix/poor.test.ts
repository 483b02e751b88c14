import { expect, test } from "vitest";
import { sampleCases } from "../helpers/sample.js";
import { poorCases, poorProblems } from "./poor-cases.js";

/* Answers that prove nothing: each write on each road. */

const chosen = sampleCases("poor", await poorCases(), {
  nameOf: ({ road, line, answer, isSentOn, isLate }) =>
    `${road}: ${line}: ${answer}${isSentOn ? ", applied" : ""}${isLate ? ", shown late" : ""}`,
  few: 9,
  rooms: ["src/http/answer"],
});

test.each(chosen)("$road: $line: $answer, applied: $isSentOn, shown late: $isLate", async (one) => {
  expect(await poorProblems(one)).toEqual([]);
});
