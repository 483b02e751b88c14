import { expect } from "vitest";
import { problemsOf } from "./fault-cases.js";
import { eachOfHalf, NAME } from "./fault-halves.js";

eachOfHalf(1)(NAME, async (one) => {
  expect(await problemsOf(one)).toEqual([]);
});
