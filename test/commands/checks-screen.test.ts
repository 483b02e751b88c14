/** What `docs checks run` shows on a terminal. */
import { expect, test } from "vitest";
import type { Report, Row } from "../../src/checks/report.js";
import { linksBroken } from "../../src/checks/rules/links.js";
import { screenOf } from "../../src/commands/checks/screen.js";

const NOW = Date.UTC(2026, 0, 15);
const row = (more: Partial<Row> = {}): Row => ({
  rule: "links-broken",
  status: "fail",
  severity: "error",
  tag: "content",
  object: { kind: "change-request", id: "c1", title: "Setup", url: null },
  within: { kind: "space", id: "s1", title: "Guide", url: null },
  message: "2 broken links",
  since: null,
  fix: null,
  fingerprint: null,
  place: null,
  ...more,
});
const report = (rows: readonly Row[]): Report => ({
  organization: "o1",
  at: "2026-01-15T00:00:00.000Z",
  rules: [linksBroken],
  rows,
  counts: { fail: 0, "not-evaluable": 0, ignored: 0, skipped: 0, pass: 0, error: 0, warning: 0, info: 0 },
});
const screen = (rows: readonly Row[], width = 80) =>
  screenOf(report(rows), {
    width,
    now: NOW,
    paint: (style, text) => `${style}(${text})`,
    all: (rule) => `docs all ${rule}`,
  });
const unknown = (more: Partial<Row>) => row({ status: "not-evaluable", message: "not evaluable: denied", ...more });

test("a block for each rule: failures, then what could not be evaluated", () => {
  const rows = [
    unknown({ rule: "a" }),
    row({ object: null, since: "2026-01-05T00:00:00.000Z" }),
    row({ rule: "else", severity: "warning", within: null }),
    row({ rule: "passed", status: "pass" }),
    row({ fix: "docs spaces links x" }),
    row({ rule: "last", severity: "info", fix: "docs x\u001b[31m" }),
  ];
  expect(screen(rows)).toEqual([
    `red(error links-broken (2): ${linksBroken.summary})`,
    "  organization: 2 broken links (10 days ago)",
    "  change request Setup in Guide: 2 broken links",
    "    dim(docs spaces links x)",
    "",
    "yellow(warning else (1): )",
    "  change request Setup: 2 broken links",
    "",
    "cyan(info last (1): )",
    "  change request Setup in Guide: 2 broken links",
    "    dim(docs x\\x1b[31m)",
    "",
    "magenta(a could not be checked)",
    "  change request Setup in Guide: denied",
  ]);
});

test("a fix of several is shown once, below the last of them", () => {
  const rows = [row({ message: "1", fix: "docs a" }), row({ message: "2" }), row({ message: "3", fix: "docs a" })];
  expect(screen(rows).slice(1)).toEqual([
    "  change request Setup in Guide: 1",
    "  change request Setup in Guide: 3",
    "    dim(docs a)",
    "  change request Setup in Guide: 2",
  ]);
});

test("a finding of several pages is shown once, with each page and its fix below", () => {
  const on = (id: string, message: string) =>
    row({
      object: { kind: "page", id, title: id.toUpperCase(), url: null },
      message,
      place: { path: `guide/${id}` },
      fix: `docs pages view ${id}`,
    });
  const rows = [on("a", "links to x"), on("c", "links to y"), on("b", "links to x")];
  expect(screen(rows).slice(1)).toEqual([
    "  Guide: links to x",
    "    guide/a (A)",
    "      dim(docs pages view guide/a)",
    "    guide/b (B)",
    "      dim(docs pages view guide/b)",
    "  page C in Guide: links to y",
    "    dim(docs pages view guide/c)",
  ]);
});

test.each([
  [20, []],
  [21, ["  and 1 more: docs all links-broken"]],
])("of %i findings 20 are shown", (count, more) => {
  const lines = screen(Array.from({ length: count }, (_, at) => row({ message: `n${at}` })));
  expect(lines[0]).toContain(`(${count})`);
  expect(lines.slice(1)).toEqual([
    ...Array.from({ length: 20 }, (_, at) => `  change request Setup in Guide: n${at}`),
    ...more,
  ]);
});

test.each([
  [
    "two of one reason",
    [{}, {}, { message: "else" }],
    ["2 change requests: denied", "change request Setup in Guide: else"],
  ],
  ["the rule as a whole", [{ object: null }], ["all: denied"]],
  [
    "the words in another place",
    [{ message: "it is not evaluable: no" }],
    ["change request Setup in Guide: it is not evaluable: no"],
  ],
])("what could not be evaluated: %s", (_, rows, lines) => {
  expect(screen(rows.map(unknown))).toEqual([
    "magenta(links-broken could not be checked)",
    ...lines.map((line) => `  ${line}`),
  ]);
});

test.each([
  [40, 36],
  [120, 116],
  [300, 116],
  [10, 20],
])("on a terminal of %i columns texts have at most %i", (width, most) => {
  const lines = screen([row({ message: "word ".repeat(100), fix: "x".repeat(200) })], width);
  const heading = lines.filter((line) => line.startsWith("red("));
  const [first = "", second = "", ...others] = lines.slice(heading.length);
  const inside = heading.map((line) => line.slice("red(".length, -1).trim());
  expect(inside.join(" ")).toBe(`error links-broken (1): ${linksBroken.summary}`);
  for (const line of inside) expect(line.length).toBeLessThanOrEqual(most);
  expect(first).toMatch(/^ {2}\S/);
  expect(second).toMatch(/^ {4}\S/);
  const sizes = [first.slice(2), second.slice(4)].map(({ length }) => length);
  for (const size of sizes) expect(size).toBeLessThanOrEqual(most);
  expect(Math.max(...sizes)).toBeGreaterThan(most - 5);
  // Whole, so that it can be pasted.
  expect(others.at(-1)).toBe(`    dim(${"x".repeat(200)})`);
});

const SPACE = { kind: "space", id: "s1", title: "User's guide", url: null };
const CR = { kind: "change-request", id: "c1", title: "#42 Setup", url: null };
const PAGE = { kind: "page", id: "p1", title: "Setup", url: null };

test.each([
  [
    "a number",
    { object: CR, within: SPACE, fix: "docs cr update c1 --space s1" },
    "cr update 42 --space 'User'\\''s guide'",
  ],
  [
    "the default space",
    { object: CR, within: { ...SPACE, id: "s0" }, fix: "docs cr update c1 --space s0" },
    "cr update 42",
  ],
  [
    "a path",
    { object: PAGE, place: { path: "a/b" }, within: null, fix: "docs pages view p1 --web" },
    "pages view a/b --web",
  ],
  ["a title", { object: SPACE, within: null, fix: "docs spaces view s1" }, "spaces view 'User'\\''s guide'"],
  ["what is deleted", { object: SPACE, within: null, fix: "docs spaces delete s1" }, "spaces delete s1"],
  ["a part of a word", { object: { ...SPACE, id: "s" }, within: null, fix: "docs spaces view s1" }, "spaces view s1"],
  [
    "a hostile title",
    { object: { ...SPACE, title: "a\u001b[31m" }, within: null, fix: "docs spaces view s1" },
    "spaces view s1",
  ],
])("a fix names what a person knows: %s", (_, given, command) => {
  const view = { width: 80, now: NOW, paint: (_: unknown, text: string) => text, all: () => "", space: "s0" };
  expect(screenOf(report([row(given)]), view).at(-1)).toBe(`    docs ${command}`);
});

test("a message that counts days needs no other time", () => {
  const shown = screen([row({ message: "old for 3 days", since: "2026-01-12T00:00:00.000Z" })]);
  expect(shown.at(-1)).toBe("  change request Setup in Guide: old for 3 days");
});
