/** DOCS_ACCESSIBLE: what a screen reader reads out has no drawn lines. */
import { expect, test } from "vitest";
import { loadPaint } from "../../src/cli/output/text/color.js";
import { renderMarkdown } from "../../src/cli/output/text/markdown.js";

const paint = await loadPaint(false);
const show = (source: string) => renderMarkdown(source, { width: 40, paint, hyperlinks: false, accessible: true });

test.each([
  ["lists", "- a\n- b\n  - c\n", "- a\n- b\n  - c\n"],
  ["quotes", "> one\n>\n> two", "> one\n>\n> two\n"],
  ["rules", "a\n\n---\n\nb", "a\n\n---\n\nb\n"],
  ["tables", "| A | N |\n|---|--:|\n| **x** y | 5 |", "A    N\nx y  5\n"],
])("%s are told by plain marks", async (_, source, shown) => {
  expect(await show(source)).toBe(shown);
});
