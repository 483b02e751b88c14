import { describe, expect, it } from "vitest";
import type { OutputOptions, Terminal } from "../../../src/cli/output/types.js";
import { Failure } from "../../../src/errors.js";
import type { Form, Page, PageFacts, RawPage } from "../../../src/http/types.js";
import { COLOR, listing, PIPE, speak, TTY } from "./helpers.js";

/** A page whose items were not parsed. */
const passing = (items: string, starts: readonly number[], more: Partial<PageFacts> = {}): RawPage => ({
  raw: Buffer.from(items),
  starts,
  ...more,
});

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

  it("are left as they are: other readers may hold them", async () => {
    for (const format of ["json", "jsonl"] as const) {
      const page = passing(TWO, [0, 19]);
      await speak(PIPE, { format }).out.list(listing<object>(page));
      expect(Buffer.from(page.raw).toString()).toBe(TWO);
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

/** As which pages are asked for by a list that is written so. */
async function formOf(terminal: Terminal, options: Partial<OutputOptions>): Promise<Form | undefined> {
  const asked: (Form | undefined)[] = [];
  const { out } = speak(terminal, options);
  await out.list<object>({
    pages(form) {
      asked.push(form);
      return listing({ items: [{ id: "1" }] }).pages();
    },
  });
  return asked[0];
}

describe("bytes", () => {
  it.each([
    ["a terminal", TTY, { format: "json" as const }],
    ["a table", TTY, {}],
    ["--fields", PIPE, { format: "json" as const, fields: ["id"] }],
    ["--jq", PIPE, { jq: ".[].id" }],
    ["--unique", PIPE, { format: "jsonl" as const, unique: true }],
    ["YAML", PIPE, { format: "yaml" as const }],
    ["CSV", PIPE, { format: "csv" as const }],
    ["TSV", PIPE, {}],
  ])("are not asked for where something has to be changed: %s", async (_, terminal, options) => {
    expect(await formOf(terminal, options)).toBe("items");
  });

  it.each(["json", "jsonl"] as const)("are asked for: %s to a pipe", async (format) => {
    expect(await formOf(PIPE, { format })).toBe("bytes");
  });
});
