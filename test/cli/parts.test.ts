/** Small parts that commands are made of. */

import { describe, expect, it, vi } from "vitest";
import { readGlobals } from "../../src/cli/argv/globals.js";
import { asDocument } from "../../src/cli/argv/instruction-document.js";
import { showLinks } from "../../src/cli/output/link-lists.js";
import type { Format, Terminal } from "../../src/cli/output/types.js";
import { createCommandOutput } from "../../src/cli/run/command-output.js";
import { type Waiting, waitFor } from "../../src/cli/run/wait.js";
import { flattenTree } from "../../src/commands/pages.js";
import { makePosition } from "../../src/commands/plain-verbs.js";
import { Failure } from "../../src/errors.js";
import type { ListOptions, Page } from "../../src/http/types.js";
import { getPath } from "../../src/shared/paths.js";
import { inputs } from "./helpers.js";
import { listing, PIPE, speak, TTY } from "./output/helpers.js";

const speaker = (terminal: Terminal, format?: Format) => {
  const spoken = speak(terminal, format ? { format } : {});
  const browse = async () => {};
  return { ...spoken, out: createCommandOutput({ out: spoken.out, browse, globals: readGlobals({}), endpoints: [] }) };
};

describe("positions", () => {
  it.each<[{ before?: string; after?: string }, object]>([
    [{ before: "a" }, { position: { before: { type: "space", space: "a" } } }],
    [{ after: "a" }, { position: { after: { type: "space", space: "a" } } }],
    [{}, {}],
  ])("are made of flags: %o", (flags, expected) => {
    expect(makePosition(flags, "space", "space")).toEqual(expected);
  });

  it.each([
    ["site-section", "id", { position: { after: { type: "site-section", id: "a" } } }],
    ["site-space", "siteSpace", { position: { after: { type: "site-space", siteSpace: "a" } } }],
  ] as const)("of a %s by %s", (type, reference, expected) => {
    expect(makePosition({ after: "a" }, type, reference)).toEqual(expected);
  });

  it("are one", () => {
    expect(() => makePosition({ before: "a", after: "b" }, "space", "space")).toThrow(
      "--before and --after cannot be used together",
    );
  });

  it.each([
    ["spaces move --before https://app.example.com/o/o/s/s9", { before: "s9" }],
    ["spaces move --after https://api.example.com/v1/collections/c9", { after: "c9" }],
    ["section-groups move g --after https://api.example.com/v1/orgs/o/sites/t/sections/x9", { after: "x9" }],
  ])("docs %s", async (line, flags) => {
    expect((await inputs(line)).flags).toEqual(flags);
  });
});

describe("trees", () => {
  const page = (title: string, ...pages: object[]) => ({ title, ...(pages.length > 0 && { pages }) });
  const nested = [page("A", page("A1", page("A1a")), page("A2")), page("B", page("B1"))];

  const leads = async (terminal: Terminal, format: Format) => {
    const { out } = speaker(terminal, format);
    const rows: string[] = [];
    for await (const { items } of flattenTree(listing({ items: nested }), out).pages()) {
      for (const item of items as { title: string; lead?: string }[]) rows.push(`${item.lead ?? ""}${item.title}`);
    }
    return rows;
  };

  it.each<[string, Terminal, Format, string[]]>([
    ["branches on a terminal", TTY, "table", ["A", "├─A1", "│  └─A1a", "└─A2", "B", "└─B1"]],
    ["spaces for screen readers", { ...TTY, accessible: true }, "table", ["A", " A1", "   A1a", " A2", "B", " B1"]],
    ["nothing when piped", PIPE, "tsv", ["A", "A1", "A1a", "A2", "B", "B1"]],
    ["as they are in JSON", PIPE, "json", ["A", "B"]],
  ])("are indented by %s", async (_, terminal, format, rows) => {
    expect(await leads(terminal, format)).toEqual(rows);
  });
});

describe("links", () => {
  const link = (status: string, id: string) => ({ status, targetReference: { url: `https://${id}.example` } });
  const pages: Page<object>[] = [
    { items: [link("ok", "a"), link("broken", "b")], next: "p2", stats: { total: 4, broken: { total: 2 } } },
    { items: [link("broken", "c"), link("broken", "d")], stats: { total: 4, broken: { total: 2 } } },
  ];

  const show = async (flags: object, list: object = {}, given: Page<object>[] = pages) => {
    const spoken = speaker(PIPE, "tsv");
    const asked: ListOptions[] = [];
    const source = (options: ListOptions) => {
      asked.push(options);
      return listing(...given);
    };
    await showLinks({ out: spoken.out, globals: { ...readGlobals({}), list } }, source, flags);
    return { stdout: spoken.stdout(), stderr: spoken.stderr(), asked };
  };
  const targets = (text: string) => [...text.matchAll(/https:\/\/(\w)/g)].map((match) => match[1]).join("");

  it.each<[string, object, object, string]>([
    ["all", {}, {}, "abcd"],
    ["broken ones", { broken: true }, {}, "bcd"],
    ["the first broken one", { broken: true }, { limit: 1 }, "b"],
    ["broken ones up to the end of a page", { broken: true }, { limit: 2 }, "bc"],
    ["broken ones up to the limit", { broken: true }, { limit: 3 }, "bcd"],
  ])("are shown as asked for: %s", async (_, flags, globals, expected) => {
    expect(targets((await show(flags, globals)).stdout)).toBe(expected);
  });

  it("counts the limit after filtering, and says where to go on", async () => {
    const { asked, stderr } = await show({ broken: true }, { limit: 2 });
    expect(asked).toEqual([{ limit: undefined }]);
    expect(stderr).toBe("there are more items: continue with --page p2\n");
  });

  it("shows the counts alone", async () => {
    expect((await show({ stats: true })).stdout).toBe("Total\t4\nBroken\t2\n");
  });

  it("refuses an answer without counts", async () => {
    await expect(show({ stats: true }, {}, [{ items: [] }])).rejects.toMatchObject({ kind: "invalid-answer" });
  });
});

describe("documents", () => {
  const paragraph = (text: string) => ({
    object: "block",
    type: "paragraph",
    isVoid: false,
    data: {},
    nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }],
  });

  it.each<[string, string, string[]]>([
    ["one paragraph", "Keep names.", ["Keep names."]],
    ["paragraphs between blank lines", "One\ntwo.\n\n \n\nThree.\n", ["One\ntwo.", "Three."]],
    ["Windows line ends", "One.\r\n\r\nTwo.", ["One.", "Two."]],
    ["text that begins with a brace", "{name} stays.", ["{name} stays."]],
  ])("a document of %s", (_, text, paragraphs) => {
    expect(asDocument(text)).toEqual({
      object: "document",
      data: { schemaVersion: 2 },
      nodes: paragraphs.map(paragraph),
    });
  });

  it("is sent as it is when it is one", () => {
    expect(asDocument('\n {"object":"document","data":{"schemaVersion":9,"x":1},"nodes":[],"key":"k"}')).toEqual({
      object: "document",
      data: { schemaVersion: 9, x: 1 },
      nodes: [],
      key: "k",
    });
  });

  it.each([
    ["", "the instructions are empty"],
    [" \n\n ", "the instructions are empty"],
    ['{"object":"block"}', 'the JSON is not a document: it needs "object": "document"'],
    ["{}", 'the JSON is not a document: it needs "object": "document"'],
  ])("%j is refused", (text, message) => {
    expect(() => asDocument(text)).toThrow(message);
  });
});

describe("waiting", () => {
  const setup = (states: string[]) => {
    let now = 0;
    const slept: number[] = [];
    const { out } = speaker(PIPE);
    const sleep = async (ms: number) => {
      slept.push(ms);
      now += ms;
    };
    const read = vi.fn(async () => states.shift() ?? "pending");
    const waiting: Waiting<string> = {
      what: "specification pets",
      done: "published",
      look: "docs openapi view pets",
      read,
      settled: (state) =>
        state === "failed" ? new Failure("refused", "it failed") : state === "complete" || undefined,
      state: (state) => state,
    };
    return { context: { out, api: { pause: sleep }, now: () => now }, waiting, slept, read };
  };

  it("ends at once when it is done already", async () => {
    const { context, waiting, slept, read } = setup([]);
    expect(await waitFor(context, "complete", waiting)).toBe("complete");
    expect([slept, read.mock.calls.length]).toEqual([[], 0]);
  });

  it("looks again, more and more rarely", async () => {
    const { context, waiting, slept } = setup(["pending", "progress", "complete"]);
    expect(await waitFor(context, "pending", waiting)).toBe("complete");
    expect(slept).toEqual([500, 750, 1125]);
  });

  it("never waits for more than 5 seconds at a time", async () => {
    const { context, waiting, slept } = setup([]);
    await expect(waitFor(context, "pending", waiting, 60)).rejects.toThrow("is still pending after 60 s");
    expect(Math.max(...slept)).toBe(5000);
    expect(slept.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
  });

  it.each<[string, string[], number, object]>([
    ["exit 5 when it failed", ["progress", "failed"], 300, { kind: "refused", message: "it failed" }],
    [
      "exit 8 when time is over",
      [],
      1,
      { kind: "wait-timeout", message: "specification pets is still pending after 1 s" },
    ],
  ])("fails where the state never comes: %s", async (_, states, seconds, failure) => {
    const { context, waiting } = setup(states);
    await expect(waitFor(context, "pending", waiting, seconds)).rejects.toMatchObject(failure);
  });
});

it.each<[unknown, string, unknown]>([
  [{ a: { b: 1 } }, "a.b", 1],
  [{ a: null }, "a.b", undefined],
  [{ a: 1 }, "a.toFixed", undefined],
  [{}, "constructor", undefined],
  [undefined, "a", undefined],
])("member of %o at %s", (value, path, expected) => {
  expect(getPath(value, path)).toBe(expected);
});
