/** Markdown takes time that grows with its size, and not faster, also where it was made to take long. */
import { beforeAll, expect, test } from "vitest";
import { readMarkdown } from "../../src/shared/markdown/read.js";
import { loadMarked, type MarkdownParser } from "../../src/shared/markdown/tokens.js";
import { expectLinear } from "../helpers/growth.js";
import { imported } from "../sandbox/import-helper.js";

let marked: MarkdownParser;
beforeAll(async () => {
  marked = await loadMarked();
});

test.each(["[", "![", "[a](", "![](", "<img ", "<a ", "<img>", "# a\n", "a\n=\n", "[a]: ", "(", "]("])(
  "R73: many %j take as long as they are",
  async (part) => {
    await expectLinear((size) => readMarkdown(marked, part.repeat(size)), 20_000);
  },
);

test("an import is not held up by text that was made to run patterns away", async () => {
  const parts = ["~~a ", "<a <a ", "<!-- ", "[a](", "# # ", '{% include "', "**a ", "`a ``", "- a\n---\n", "<a href="];
  await expectLinear(async (size) => {
    const files = parts.map((part, index) => [`${index}.md`, part.repeat(size / part.length)]);
    const { report } = await imported(Object.fromEntries(files));
    expect(report.pages).toBe(10);
  }, 100_000);
});
