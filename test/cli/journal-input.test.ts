/** R44 what a journal is of: the values of a run, whatever the order of their members. */
import { describe, expect, test } from "vitest";
import { readCommandLog } from "../../src/changes/log/command-log.js";
import { readGlobals } from "../../src/cli/argv/globals.js";
import { createJournaling } from "../../src/cli/run/journaling.js";
import { hashOf } from "../../src/shared/values.js";

describe("the hash of the values", () => {
  test("is the same whatever the order of members, at every depth", () => {
    expect(hashOf({ a: 1, b: { c: [{ d: 1, e: 2 }], f: null } })).toBe(
      hashOf({ b: { f: null, c: [{ e: 2, d: 1 }] }, a: 1 }),
    );
    // SHA-256 of {"a":1}
    expect(hashOf({ a: 1 })).toBe("015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862");
  });

  test.each([
    [
      ["a", "b"],
      ["b", "a"],
    ],
    [["a"], { 0: "a" }],
    [{ a: 1 }, { a: "1" }],
    [{ a: 1 }, { a: 1, b: null }],
    [[], {}],
  ])("differs between %j and %j", (one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
  });
});

test("a damaged line is named, with the way out", () => {
  const run = {
    record: "run",
    version: 1,
    at: "2026-01-15T10:00:00.000Z",
    operation: "o",
    origin: "s",
    input: "h",
    targets: 1,
  };
  expect(() => readCommandLog(`${JSON.stringify(run)}\n{"record":7}\n${JSON.stringify(run)}\n`)).toThrow(
    expect.objectContaining({
      message: "the journal is damaged: line 2 is not a record",
      hint: "start again with --journal and a new file",
    }),
  );
});

test("a run without a journal has sent nothing before", async () => {
  const journaling = createJournaling({
    globals: readGlobals({}),
    operation: "docs cr merge",
    args: undefined,
    settings: { sandbox: true, baseUrl: undefined },
    journals: () => Promise.reject(new Error("a journal was opened")),
    now: () => 0,
    note: () => {},
  });
  journaling.begin({ args: {} } as never);
  await journaling.open(2);
  const seen: boolean[] = [];
  await journaling.run({ index: 0, key: "42", target: {} }, async (sentBefore) => void seen.push(sentBefore));
  expect(seen).toEqual([false]);
  expect(journaling.callOptions()).toEqual({});
});
