import { expect, it } from "vitest";
import { problemsOf, unreached } from "./fault-cases.js";
import { eachOfHalf, NAME } from "./fault-halves.js";

eachOfHalf(0)(NAME, async (one) => {
  expect(await problemsOf(one)).toEqual([]);
});

it("there is a line for each endpoint that changes something", async () => {
  expect(await unreached()).toEqual([]);
});
