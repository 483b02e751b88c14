import { expect, test } from "vitest";
import { createProgressReporter } from "../../src/commands/progress-reporter.js";

test.each([
  [400, { requests: 5, left: 3_095 }, "Read 5 of about 3,100 requests"],
  [2_000, { requests: 0, left: 3_100 }, "Read 0 of about 3,100 requests"],
  [10_000, { requests: 1_000, left: 1_100 }, "Read 1,000 of about 2,100 requests, 100 a second, about 11 s left"],
  [60_000, { requests: 60, left: 600 }, "Read 60 of about 660 requests, 1.0 a second, about 10 min left"],
  [60_000, { requests: 1_234 }, "Read 1,234 requests, 21 a second"],
])("after %i ms of %j", (passed, state, text) => {
  let time = 1_000;
  const shown: string[] = [];
  const report = createProgressReporter(
    () => time,
    (line) => shown.push(line),
  );
  time += passed;
  report(state);
  expect(shown).toEqual([text]);
});

test("of what is known exactly", () => {
  const shown: string[] = [];
  createProgressReporter(
    () => 0,
    (line) => shown.push(line),
    { verb: "Checking:", of: "of", what: "addresses" },
  )({ requests: 1, left: 1_999 });
  expect(shown).toEqual(["Checking: 1 of 2,000 addresses"]);
});
