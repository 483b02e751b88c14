/** R43 R44 what a journal says, and what a later run makes of it. */

import { describe, expect, test } from "vitest";
import { openCommandLog, readCommandLog, readTargetNames } from "../../src/changes/log/command-log.js";
import { readGlobals } from "../../src/cli/argv/globals.js";
import { createJournaling } from "../../src/cli/run/journaling.js";

const AT = "2026-01-15T10:00:00.000Z";
const RUN = {
  record: "run",
  version: 1,
  at: AT,
  operation: "docs cr merge",
  origin: "sandbox",
  input: "h1",
  targets: 2,
};
const of = (record: string, index: number, key: string, more: object = {}) => ({ record, at: AT, index, key, ...more });
const sent = (index: number, key: string) => of("sent", index, key, { operation: "docs cr merge", target: {} });
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("R44 what became of a write", () => {
  test.each([
    ["sent, and nothing more", [], "open"],
    ["done", [of("ok", 0, "42")], "done"],
    ["done, as its broken answer shows", [of("failed", 0, "42", { outcome: "applied" })], "done"],
    ["refused", [of("failed", 0, "42", { outcome: "not_applied" })], "failed"],
    ["done, and skipped by a later run", [of("ok", 0, "42"), RUN, of("skipped", 0, "42")], "done"],
    ["refused, and sent again", [of("failed", 0, "42"), RUN, sent(0, "42")], "open"],
  ])("is read from its records: %s", (_, records, state) => {
    expect(readCommandLog(lines(RUN, sent(0, "42"), ...records)).steps.get("0")?.state).toBe(state);
  });

  test("says when a write was sent", () => {
    expect(readCommandLog(lines(RUN, sent(0, "42"))).steps.get("0")?.sentAt).toBe(Date.UTC(2026, 0, 15, 10));
  });

  test("a run with other targets or values says nothing of these", () => {
    const { steps, keys } = readCommandLog(lines(RUN, sent(0, "7"), of("ok", 0, "7"), { ...RUN, input: "h2" }));
    expect([steps.size, keys.size]).toEqual([0, 0]);
  });
});

const NAMED = { args: { cr: [{ id: "42", label: "42", params: { changeRequestId: "42" } }] }, scope: {} };

describe("what a run named", () => {
  const now = { operation: "docs cr merge", origin: "sandbox" };

  test("is told by its journal, once", () => {
    expect(readTargetNames(lines({ ...RUN, named: NAMED }, sent(0, "42"), RUN), now)).toEqual(NAMED);
    const { written } = resumed(lines({ ...RUN, named: NAMED }));
    expect(written[0]).not.toHaveProperty("named");
    expect(resumed(lines(RUN)).written[0]).toMatchObject({ named: NAMED });
  });

  test.each<[string, object, string]>([
    ["an old journal", {}, "the journal does not name its targets; nothing was sent"],
    [
      "another command",
      { operation: "docs cr edit" },
      "the journal is for another command (docs cr edit, not docs cr merge); nothing was sent",
    ],
    [
      "another service",
      { origin: "https://a.example" },
      "the journal is for another service (https://a.example, not sandbox); nothing was sent",
    ],
    [
      "no target",
      { named: { args: { cr: [{ id: "42" }] }, scope: {} } },
      "the journal does not name its targets; nothing was sent",
    ],
    [
      "no text",
      { named: { ...NAMED, scope: { spaceId: 7 } } },
      "the journal does not name its targets; nothing was sent",
    ],
  ])("is refused: %s", (_, run, message) => {
    expect(() => readTargetNames(lines({ ...RUN, ...run }), now)).toThrow(
      expect.objectContaining({ kind: "usage", message }),
    );
  });
});

/** A run over the targets of an earlier one. */
function resumed(text: string) {
  const written: { record: string; key?: string }[] = [];
  const file = { text, append: (line: string) => void written.push(JSON.parse(line)), flush: async () => {} };
  const journal = openCommandLog(
    {
      file,
      isResumed: true,
      retryUnknown: false,
      now: () => Date.UTC(2026, 0, 15, 11),
      note: () => {},
    },
    { operation: "docs cr merge", origin: "sandbox", input: "h1", targets: 2, named: NAMED },
  );
  return { journal, written };
}

describe("R44 a target", () => {
  test("that stands where another one stood is refused", async () => {
    const { journal } = resumed(lines(RUN, sent(0, "42"), of("ok", 0, "42")));
    let worked = false;
    const run = journal.run({ index: 0, key: "43", target: {} }, async () => {
      worked = true;
    });
    await expect(run).rejects.toMatchObject({
      kind: "usage",
      message: "the journal is for other targets; nothing was sent",
    });
    expect(worked).toBe(false);
  });
});

describe("R14 --retry-unsafe", () => {
  const begin = (targets: readonly string[], safety: object) => {
    const none = () => Promise.reject(new Error("a journal was opened"));
    const journaling = createJournaling({
      globals: { ...readGlobals({}), client: { retryUnsafe: true }, safety },
      operation: "docs cr merge",
      args: { cr: { describe: "change request", arity: "many" } as never },
      settings: { sandbox: true, baseUrl: undefined },
      ...{ journals: none, now: () => 0 },
      note: () => {},
    });
    return () => journaling.begin({ args: { cr: targets } } as never);
  };

  test("needs a journal for two targets, not for one", () => {
    expect(begin(["42"], {})).not.toThrow();
    expect(begin(["42", "43"], {})).toThrow("--retry-unsafe with several targets needs a journal");
    expect(begin(["42", "43"], { journal: "j" })).not.toThrow();
    expect(begin(["42", "43"], { resume: "j" })).not.toThrow();
  });
});
