/** The lines by which `docs snapshots diff` shows changes and gaps to people. */
import { expect, test } from "vitest";
import { comparisonLines, gapLines } from "../../src/commands/snapshots/diff.js";
import type { Change, Comparison } from "../../src/snapshot/compare/things.js";

const change = (more: Partial<Change>): Change => ({
  kind: "spaces",
  change: "changed",
  id: "s1",
  title: "Guide",
  place: "",
  path: "",
  fields: [],
  ...more,
});
const field = (name: string, before: unknown, after: unknown) => ({ name, before, after });
const page = (more: Partial<Change>) =>
  change({ kind: "pages", id: "p1", path: "start/set-up", title: "Set up", ...more });

test.each<[string, Change, string[]]>([
  ["added", change({ change: "added" }), ["+ Guide"]],
  ["removed, without a title", change({ change: "removed", title: "" }), ["- s1"]],
  ["a field", change({ fields: [field("emoji", null, "1f600")] }), ["~ Guide: emoji: none -> 1f600"]],
  ["texts in a list", change({ fields: [field("order", ["a", "b"], ["b", "a"])] }), ["~ Guide: order: a, b -> b, a"]],
  ["other values", change({ fields: [field("x", [1], { y: true })] }), ['~ Guide: x: [1] -> {"y":true}']],
  [
    "renamed, and more",
    change({ change: "renamed", fields: [field("title", "Old", "Guide"), field("emoji", "a", "")] }),
    ['~ Guide: renamed from "Old"; emoji: a -> none'],
  ],
  [
    "a title of what moved",
    change({ change: "moved", from: "", path: "Robots", fields: [field("title", "a", "b")] }),
    ["~ Guide: moved from the top level to Robots; title: a -> b"],
  ],
  ["moved to the top", change({ change: "moved", from: "Robots" }), ["~ Guide: moved from Robots to the top level"]],
  ["a page titled as its path", page({ fields: [field("text", "", "")] }), ["~ start/set-up: text"]],
  ["a page titled otherwise", page({ title: "First steps" }), ['~ start/set-up "First steps"']],
  ["a page without a path", page({ path: "" }), ["~ Set up"]],
  ["a page that moved", page({ change: "moved", from: "old/set-up" }), ["~ start/set-up: moved from old/set-up"]],
  [
    "the content of a change request",
    change({
      fields: [field("content", "", "")],
      pages: [page({}), page({ change: "added" }), page({ change: "added" })],
    }),
    ["~ Guide: content (pages: 2 added, 1 changed)"],
  ],
  ["content without pages", change({ fields: [field("content", "", "")] }), ["~ Guide: content"]],
  [
    "more than fits a line",
    change({ title: "T".repeat(120), fields: [field("a", "b", "c".repeat(60))] }),
    [`~ ${"T".repeat(97)}…`, `    a: b -> ${"c".repeat(39)}…`],
  ],
])("a change is told in lines of bounded width: %s", async (_, one, lines) => {
  expect((await comparisonLines([one], { texts: false })).slice(1)).toEqual(lines);
});

test("changes are grouped by what they are in, in order of first appearance", async () => {
  const changes = [
    page({ place: "Guide" }),
    change({ kind: "change-requests", title: "#1", place: "Guide" }),
    page({ place: "Guide", path: "end", title: "End" }),
    change({}),
  ];
  expect(await comparisonLines(changes, { texts: false })).toEqual([
    "# Pages in Guide",
    "~ start/set-up",
    "~ end",
    "",
    "# Change requests in Guide",
    "~ #1",
    "",
    "# Spaces",
    "~ Guide",
  ]);
});

test("pages of a change request are listed with their hunks", async () => {
  const inner = page({ fields: [field("text", "", "")], texts: { before: "one\ntwo\n", after: "one\n2\n" } });
  const lines = await comparisonLines([change({ pages: [inner] })], { texts: true });
  expect(lines.slice(0, 3)).toEqual(["# Spaces", "~ Guide", "  ~ start/set-up: text"]);
  expect(lines.slice(3)).toEqual(expect.arrayContaining(["-two", "+2"]));
});

test("gaps of one reason are one line, with the sides that have them", () => {
  const gap = (kind: string, side: "before" | "after", reason: string): Comparison["gaps"][number] => ({
    kind,
    side,
    state: "partial",
    reason,
    scopes: 1,
  });
  const gaps = [gap("teams", "before", "why"), gap("teams", "after", "why"), gap("sites", "after", "why")];
  expect(gapLines([...gaps, gap("saml-providers", "after", "partial"), gap("spaces", "before", "x")])).toEqual([
    "not fully compared: teams, sites (partial: why, in both)",
    "not fully compared: saml-providers (partial, in the second)",
    "not fully compared: spaces (partial: x, in the first)",
  ]);
});
