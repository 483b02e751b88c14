import { expect, it } from "vitest";
import { diffLines, paintDiff } from "../../../src/cli/output/text/diff.js";

const text = (count: number, mark = "") => Array.from({ length: count }, (_, at) => `line ${at}${mark}\n`).join("");

it.each<[string, string, string, string[]]>([
  ["equal", "a\nb\n", "a\nb\n", []],
  ["both empty", "", "", []],
  ["new", "", "a\nb\n", ["@@ -0,0 +1,2 @@", "+a", "+b"]],
  ["gone", "a\n", "", ["@@ -1 +0,0 @@", "-a"]],
  ["changed", "a\nb\nc\n", "a\nB\nc\n", ["@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"]],
  [
    "no newline at the end",
    "a",
    "b",
    ["@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+b", "\\ No newline at end of file"],
  ],
  ["a line that looks like a head", "--- a\n", "+++ b\n", ["@@ -1 +1 @@", "---- a", "++++ b"]],
])("the lines of texts that are %s", async (_, before, after, lines) => {
  expect((await diffLines(before, after)).lines).toEqual(lines);
});

it("keeps three lines around a change and counts", async () => {
  const after = text(20).replace("line 9\n", "line nine\nand more\n");
  const { lines, added, removed } = await diffLines(text(20), after);
  expect([lines[0], lines.length, added, removed]).toEqual(["@@ -7,7 +7,8 @@", 10, 2, 1]);
});

it("texts with nothing in common are taken away and added whole, in bounded time", async () => {
  const { lines, added, removed } = await diffLines(text(6_000), text(6_000, "!"));
  expect([lines[0], added, removed]).toEqual(["@@ -1,6000 +1,6000 @@", 6_000, 6_000]);
});

it("colors by the first character, and shows what a terminal would act on", () => {
  const paint = (style: string, line: string) => `<${style}>${line}`;
  const lines = ["diff --git a/x b/x", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "-a", "+\u001b[2Jb", " c", " one\ntwo"];
  expect(paintDiff(lines, paint).split("\n")).toEqual([
    "<bold>diff --git a/x b/x",
    "<bold>--- a/x",
    "<bold>+++ b/x",
    "<cyan>@@ -1 +1 @@",
    "<red>-a",
    "<green>+\\x1b[2Jb",
    " c",
    " one\\ntwo",
    "",
  ]);
});
