import { expect, test } from "vitest";
import { commentIgnores, ignoreCommentsIn } from "../../../src/checks/accepted/in-pages.js";
import { readMarkdown } from "../../../src/shared/markdown/read.js";
import { loadMarked } from "../../../src/shared/markdown/tokens.js";

const marked = await loadMarked();
const read = (text: string) => readMarkdown(marked, text);
const commentsIn = (text: string) => ignoreCommentsIn(read(text));

/** What is left of it, without blanks. */
const left = (text: string) => read(text).prose.split(/\s+/).filter(Boolean).join(" ");

test.each([
  ["a `b` c", "a c"],
  ["a ``b ` b`` c", "a c"],
  ["a `b\nb` c", "a c"],
  ["a ` b\n\nc ` d", "a ` b c ` d"],
  ["a \\`b` c", "a \\`b` c"],
  ["a\n```js\nb\n\nb\n```\nc", "a c"],
  ["a\n~~~\nb\n```\nb\n~~~\nc", "a c"],
  ["a\n````\nb\n```\nb\n````\nc", "a c"],
  ["a\n```\nb", "a"],
  ["- a\n\n  ```\n  b\n  ```\n- c", "- a - c"],
  ["1. ```\n   b\n   ```\n\nc", "1. c"],
  ["> ```\n> b\n> ```\n\nc", "> c"],
  ["a\n\n    b\n\n    b\n\nc", "a c"],
  ["- a\n\n    b", "- a b"],
  ["a\n    b", "a b"],
  ["a <!-- b --> c", "a c"],
  ["a <!-- b\n\nb --> c", "a <!-- b b --> c"],
  ["a <!-- b", "a <!-- b"],
  ["`<!--` a `-->`", "a"],
  ["<pre>\n\nb\n</pre>\nc", "c"],
  ["a <code>b</code> c", "a c"],
  ["a <codes>b</codes>", "a <codes>b</codes>"],
  ["---\nb: b\n---\nc", "c"],
  ["a\n---\nb\n---\n", "a --- b ---"],
])("prose of %j", (text, expected) => {
  expect(left(text)).toBe(expected);
  expect(read(text).prose).toHaveLength(text.length);
});

const found = (text: string) => commentsIn(text).map(({ lines, rules }) => [rules.join(" "), lines]);

test.each([
  ["<!-- docs-ignore a: why -->\nb\nb\n\nc", [2, 3]],
  ["<!-- docs-ignore a: why -->\n\n\nb\n\nc", [4, 4]],
  ["b\nb <!-- docs-ignore a: why -->\nb\n\nc", [1, 3]],
  ["b\n<!-- docs-ignore a: why -->\nb\nb", [3, 4]],
  ["<!-- docs-ignore a: why -->\n<!-- docs-ignore b: why -->\nc", [3, 3]],
  ["<!-- docs-ignore a: why -->\n```\nb\n\nb\n```\n\nc", [2, 6]],
  ["<!--\n  docs-ignore a:\n  why\n-->\nb\n\nc", [5, 5]],
  ["b\n<!-- docs-ignore a: why -->", [3, 3]],
  ["b\n\n<!-- docs-ignore a:\n\nwhy -->b\nb\n\nc", [5, 6]],
])("the block of a comment: %j", (text, lines) => {
  expect(found(text)[0]).toEqual(["a", lines]);
});

test("a comment names rules and patterns, and a reason", () => {
  const [comment] = commentsIn("<!-- docs-ignore links-*, page-old: see https://example.org -->\nb");
  expect(comment).toEqual({
    rules: ["links-*", "page-old"],
    reason: "see https://example.org",
    line: 1,
    lines: [2, 2],
  });
  expect(found("<!-- docs-ignored a -->\n<!-- docs-ignore-pages a -->\n`<!-- docs-ignore a -->`")).toEqual([]);
});

test("a comment for the page is above its content, but for the title", () => {
  const late = (text: string) => commentsIn(text)[0]?.isLate;
  expect(late("<!-- docs-ignore-page a: why -->\n# Title\n\nText")).toBeUndefined();
  expect(late("# Title\n\n<!-- other -->\n<!-- docs-ignore-page a: why -->\n\nText")).toBeUndefined();
  expect(late("# Title\n\nText\n\n<!-- docs-ignore-page a: why -->")).toBe(true);
  expect(late("```\ncode\n```\n<!-- docs-ignore-page a: why -->")).toBe(true);
});

test("a finding is ignored if all of its lines are", () => {
  const [block] = commentsIn("<!-- docs-ignore links-*: why -->\nb\nb");
  const [page] = commentsIn("<!-- docs-ignore-page links-*: why -->\nb");
  if (!block || !page) throw new Error("no comment");
  expect(commentIgnores(block, "links-broken", [2, 3])).toBe(true);
  expect(commentIgnores(block, "links-broken", [2, 4])).toBe(false);
  expect(commentIgnores(block, "links-broken", [])).toBe(false);
  expect(commentIgnores(block, "page-old", [2])).toBe(false);
  expect(commentIgnores(page, "links-broken", [9])).toBe(true);
  expect(commentIgnores(page, "links-broken", [])).toBe(true);
  expect(commentIgnores({ ...page, isLate: true }, "links-broken", [9])).toBe(false);
});
