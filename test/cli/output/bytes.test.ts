import { describe, expect, it } from "vitest";
import { Failure } from "../../../src/errors.js";
import type { Page } from "../../../src/http/types.js";
import { COLOR, listing, PIPE, speak, TTY } from "./helpers.js";

/** A page whose items were not parsed: reading them would be seen. */
function passing(items: string, starts: readonly number[], more: Partial<Page<object>> = {}): Page<object> {
  return {
    get items(): readonly object[] {
      throw new Error("the items were read");
    },
    raw: Buffer.from(items),
    lines: () => Buffer.from(starts.map((start, at) => `${items.slice(start, ends(items, starts)[at])}\n`).join("")),
    starts: Int32Array.from(starts),
    ...more,
  };
}

const ends = (items: string, starts: readonly number[]) => [...starts.slice(1).map((start) => start - 1), items.length];

const TWO = '{"id":"1","n":1.0},{"id":"2","t":"a,{b"}';

describe("pages that are passed through", () => {
  it("R29 R31 are one compact array as JSON, byte for byte", async () => {
    const spoken = speak(PIPE, { format: "json" });
    const pages = [passing(TWO, [0, 19]), passing("", []), passing('{"id":"3"}', [0])];
    await spoken.out.list(listing<object>(...pages));
    expect(spoken.stdout()).toBe('[{"id":"1","n":1.0},{"id":"2","t":"a,{b"},{"id":"3"}]\n');
  });

  it("R29 R31 are one line each as JSON lines, also on a terminal", async () => {
    for (const terminal of [PIPE, COLOR]) {
      const spoken = speak(terminal, { format: "jsonl" });
      await spoken.out.list(listing<object>(passing(TWO, [0, 19]), passing("", []), passing('{"id":"3"}', [0])));
      expect(spoken.stdout()).toBe('{"id":"1","n":1.0}\n{"id":"2","t":"a,{b"}\n{"id":"3"}\n');
    }
  });

  it("may be mixed with pages that were parsed", async () => {
    const spoken = speak(PIPE, { format: "json" });
    const parsed: Page<object> = { items: [{ id: "2", t: "\u202e" }] };
    await spoken.out.list(listing<object>(passing('{"id":"1"}', [0]), parsed, passing('{"id":"3"}', [0])));
    expect(spoken.stdout()).toBe('[{"id":"1"},{"id":"2","t":"\\u202e"},{"id":"3"}]\n');
  });

  it("R27 tell how many came before", async () => {
    const spoken = speak(PIPE, { format: "json" });
    await spoken.out.list(listing<object>(passing('{"id":"1"}', [0]), passing('{"id":"1"}', [0], { repeated: 1 })));
    expect(spoken.stderr()).toBe("note: 1 item listed more than once; --unique leaves them out\n");
  });

  it("R28 count what was printed before a failure", async () => {
    const spoken = speak(PIPE, { format: "jsonl" });
    const failure = new Failure("network", "connection closed");
    const written = spoken.out.list(listing<object>(passing(TWO, [0, 19], { next: "A" }), failure));
    await expect(written).rejects.toMatchObject({ details: { itemsPrinted: 2, nextPage: "A" } });
    expect(spoken.stdout()).toBe('{"id":"1","n":1.0}\n{"id":"2","t":"a,{b"}\n');
  });
});

describe("where something has to be changed", () => {
  it.each([
    ["a terminal", TTY, { format: "json" as const }],
    ["a table", TTY, {}],
    ["--fields", PIPE, { format: "json" as const, fields: ["id"] }],
    ["--jq", PIPE, { jq: ".[].id" }],
    ["--unique", PIPE, { format: "jsonl" as const, unique: true }],
    ["YAML", PIPE, { format: "yaml" as const }],
  ])("bytes are not asked for: %s", async (_, terminal, options) => {
    const spoken = speak(terminal, options);
    expect(spoken.out.bytes).toBe(false);
    const page: Page<object> = { items: [{ id: "1" }], raw: Buffer.from('{"id":"wrong"}'), starts: Int32Array.of(0) };
    await spoken.out.list(listing<object>(page));
    expect(spoken.stdout()).toMatch(/\b1\b/);
    expect(spoken.stdout()).not.toContain("wrong");
  });

  it.each([{ format: "csv" as const }, { format: "tsv" as const }, { format: "csv" as const, fields: ["id"] }, {}])(
    "values are asked for: %j to a pipe",
    (options) => {
      expect(speak(PIPE, options).out.bytes).toBe("values");
      expect(speak(PIPE, { ...options, unique: true }).out.bytes).toBe(false);
    },
  );

  it.each(["json", "jsonl"] as const)("bytes are asked for: %s to a pipe", (format) => {
    expect(speak(PIPE, { format }).out.bytes).toBe(true);
  });
});
