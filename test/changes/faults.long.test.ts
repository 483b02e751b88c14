import { expect, it } from "vitest";
import { unreached } from "./fault-cases.js";

it("there is a line for each endpoint that changes something", async () => {
  expect(await unreached()).toEqual([]);
});
