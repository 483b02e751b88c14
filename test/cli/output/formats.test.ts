import { describe, expect, it } from "vitest";
import type { Column, Format } from "../../../src/cli/output/types.js";
import { COLOR, listing, PIPE, speak, TTY } from "./helpers.js";

const COLUMNS: Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Title", path: "title" },
  { header: "Status", path: "status", as: "state" },
  { header: "Comments", path: "comments", as: "number" },
  { header: "Live", path: "live", as: "boolean" },
  { header: "Updated", path: "updatedAt", as: "time" },
];
const GUIDE = {
  object: "space",
  id: "sp1",
  title: 'Guide, "new"',
  status: "open",
  comments: 3,
  live: true,
  updatedAt: "2026-03-08T12:00:00.000Z",
  later: { unknown: [1] },
};
const NOTES = { object: "space", id: "sp2", title: null, status: "weird", comments: 12, live: false };

const SPACES: Record<string, unknown>[] = [GUIDE, NOTES];

const list = async (terminal: typeof PIPE, format?: Format) => {
  const spoken = speak(terminal, { format });
  await spoken.out.list(listing({ items: SPACES.slice(0, 1), next: "c2" }, { items: SPACES.slice(1) }), {
    columns: COLUMNS,
  });
  return spoken.stdout();
};
const item = async (terminal: typeof PIPE, format?: Format) => {
  const spoken = speak(terminal, { format });
  await spoken.out.item(GUIDE, { columns: COLUMNS });
  return spoken.stdout();
};

const GUIDE_JSON =
  '{"object":"space","id":"sp1","title":"Guide, \\"new\\"","status":"open","comments":3,"live":true,' +
  '"updatedAt":"2026-03-08T12:00:00.000Z","later":{"unknown":[1]}}';
const NOTES_JSON = '{"object":"space","id":"sp2","title":null,"status":"weird","comments":12,"live":false}';
const TSV = 'sp1\tGuide, "new"\topen\t3\ttrue\t2026-03-08T12:00:00.000Z\n' + "sp2\t\tweird\t12\tfalse\t\n";
const CSV =
  "id,title,status,comments,live,updatedAt\r\n" +
  'sp1,"Guide, ""new""",open,3,true,2026-03-08T12:00:00.000Z\r\n' +
  "sp2,,weird,12,false,\r\n";
const YAML = `- object: space
  id: sp1
  title: Guide, "new"
  status: open
  comments: 3
  live: true
  updatedAt: "2026-03-08T12:00:00.000Z"
  later:
    unknown:
      - 1
- object: space
  id: sp2
  title: null
  status: weird
  comments: 12
  live: false
`;
const TABLE = `ID   TITLE         STATUS  COMMENTS  LIVE  UPDATED
sp1  Guide, "new"  open           3  yes   2 days ago
`;

describe("a list", () => {
  it("is tab-separated without a header on a pipe", async () => {
    expect(await list(PIPE)).toBe(TSV);
    expect(await list(TTY, "tsv")).toBe(TSV);
  });

  it("is a table on a terminal", async () => {
    expect(await list(TTY)).toBe(`${TABLE}sp2                weird         12  no\n`);
  });

  it("is compact JSON on a pipe, with unknown members", async () => {
    expect(await list(PIPE, "json")).toBe(`[${GUIDE_JSON},${NOTES_JSON}]\n`);
  });

  it("is indented JSON on a terminal", async () => {
    const text = await list(TTY, "json");
    expect(text.startsWith('[\n  {\n    "object": "space",\n    "id": "sp1",\n')).toBe(true);
    expect(text.endsWith('    "comments": 12,\n    "live": false\n  }\n]\n')).toBe(true);
    expect(JSON.parse(text)).toEqual([GUIDE, NOTES]);
  });

  it("is one JSON object a line", async () => {
    expect(await list(PIPE, "jsonl")).toBe(`${GUIDE_JSON}\n${NOTES_JSON}\n`);
    expect(await list(COLOR, "jsonl")).toBe(`${GUIDE_JSON}\n${NOTES_JSON}\n`);
  });

  it("is one YAML sequence", async () => {
    expect(await list(PIPE, "yaml")).toBe(YAML);
    expect(await list(TTY, "yaml")).toBe(YAML);
  });

  it("is CSV with a header", async () => {
    expect(await list(PIPE, "csv")).toBe(CSV);
    expect(await list(COLOR, "csv")).toBe(CSV);
  });

  it.each([
    ["json", "[]\n"],
    ["jsonl", ""],
    ["yaml", "[]\n"],
    ["csv", "id,title,status,comments,live,updatedAt\r\n"],
    ["tsv", ""],
    ["table", ""],
  ] as const)("that is empty as %s", async (format, expected) => {
    const spoken = speak(PIPE, { format });
    await spoken.out.list([], { columns: COLUMNS, empty: "no spaces" });
    expect(spoken.stdout()).toBe(expected);
    expect(spoken.stderr()).toBe(format === "table" ? "no spaces\n" : "");
  });
});

describe("one thing", () => {
  it("is labels and values with tabs on a pipe", async () => {
    expect(await item(PIPE)).toBe(
      'ID\tsp1\nTitle\tGuide, "new"\nStatus\topen\nComments\t3\nLive\ttrue\nUpdated\t2026-03-08T12:00:00.000Z\n',
    );
  });

  it("is labelled lines on a terminal", async () => {
    expect(await item(TTY)).toBe(
      'ID:        sp1\nTitle:     Guide, "new"\nStatus:    open\nComments:  3\nLive:      yes\nUpdated:   2 days ago\n',
    );
  });

  it("is one object in JSON, JSON lines and YAML", async () => {
    expect(await item(PIPE, "json")).toBe(`${GUIDE_JSON}\n`);
    expect(await item(PIPE, "jsonl")).toBe(`${GUIDE_JSON}\n`);
    expect(await item(PIPE, "yaml")).toBe(
      'object: space\nid: sp1\ntitle: Guide, "new"\nstatus: open\ncomments: 3\nlive: true\n' +
        'updatedAt: "2026-03-08T12:00:00.000Z"\nlater:\n  unknown:\n    - 1\n',
    );
  });

  it("is a header and a row in CSV", async () => {
    expect(await item(PIPE, "csv")).toBe(CSV.split("\r\n").slice(0, 2).join("\r\n").concat("\r\n"));
  });

  it("prints nothing for an empty answer", async () => {
    for (const format of ["json", "table", "yaml"] as const) {
      const spoken = speak(PIPE, { format });
      await spoken.out.item(undefined, { columns: COLUMNS });
      expect(spoken.stdout()).toBe("");
    }
  });

  it("folds permissions into one line and shows bodies after the lines", async () => {
    const spoken = speak(TTY);
    const value = {
      id: "c1",
      permissions: { view: true, edit: false, reply: true },
      body: { markdown: "Hello **you**" },
    };
    await spoken.out.item(value, {
      columns: [
        { header: "ID", path: "id" },
        { header: "Body", path: "body", as: "markdown" },
        { header: "Permissions", path: "permissions" },
      ],
    });
    expect(spoken.stdout()).toBe("ID:           c1\nPermissions:  view, reply\n\nHello you\n");
  });

  it("shows people by name, lists with commas and other objects by title", async () => {
    const spoken = speak(PIPE, { format: "tsv" });
    await spoken.out.item(
      {
        by: { id: "u1", displayName: "Ana" },
        tags: ["a", "b"],
        site: { id: "s1", title: "Docs" },
        raw: { x: 1 },
        body: { markdown: "a\nb" },
      },
      {},
    );
    expect(spoken.stdout()).toBe('by\tAna\ntags\ta, b\nsite\tDocs\nraw\t{"x":1}\nbody\ta\\nb\n');
  });
});

describe("color", () => {
  it("marks headers, states and times, and the words stay", async () => {
    expect(await list(COLOR)).toContain(
      'sp1  Guide, "new"  \u001b[32mopen\u001b[39m           3  \u001b[32myes\u001b[39m   \u001b[2m2 days ago\u001b[22m\n',
    );
    expect((await list(COLOR)).startsWith("\u001b[1mID \u001b[22m  \u001b[1mTITLE       \u001b[22m")).toBe(true);
  });

  it("marks the parts of JSON", async () => {
    const spoken = speak(COLOR, { format: "json" });
    await spoken.out.item({ a: "x: \u001b", b: [true, null, 1.5] });
    expect(spoken.stdout()).toBe(
      '{\n  \u001b[34m"a"\u001b[39m: \u001b[32m"x: \\u001b"\u001b[39m,\n  \u001b[34m"b"\u001b[39m: [\n' +
        "    \u001b[33mtrue\u001b[39m,\n    \u001b[2mnull\u001b[22m,\n    1.5\n  ]\n}\n",
    );
  });

  it("R57 links addresses where the terminal knows how", async () => {
    const spoken = speak({ ...TTY, hyperlinks: true });
    const columns: Column[] = [{ header: "URL", path: "url", as: "url" }];
    await spoken.out.list([{ url: "https://x.example/a" }, { url: "javascript:alert(1)" }], { columns });
    expect(spoken.stdout()).toBe(
      "URL\n\u001b]8;;https://x.example/a\u001b\\https://x.example/a\u001b]8;;\u001b\\\njavascript:alert(1)\n",
    );
  });
});

describe("TSV", () => {
  it("escapes backslashes, so that what was escaped can be told from what was there", async () => {
    const spoken = speak(PIPE, { format: "tsv" });
    await spoken.out.list([
      { a: "x\\ty", b: "x\ty" },
      { a: "\\", b: "\r\n" },
    ]);
    expect(spoken.stdout()).toBe("x\\\\ty\tx\\ty\n\\\\\t\\r\\n\n");
  });
});

describe("YAML", () => {
  it("quotes =, which YAML 1.1 reads as a type of its own", async () => {
    const spoken = speak(PIPE, { format: "yaml" });
    await spoken.out.item({ sign: "=", equation: "a = b" });
    expect(spoken.stdout()).toBe('sign: "="\nequation: a = b\n');
  });

  it("quotes what YAML 1.1 would read as another type", async () => {
    const spoken = speak(PIPE, { format: "yaml" });
    await spoken.out.item({ language: "no", on: "yes", version: "1.10", empty: "", date: "2026-03-08" });
    expect(spoken.stdout()).toBe('language: "no"\n"on": "yes"\nversion: "1.10"\nempty: ""\ndate: "2026-03-08"\n');
  });
});
