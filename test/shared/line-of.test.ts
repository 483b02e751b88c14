import { expect, test } from "vitest";
import { findLine } from "../../src/shared/markdown/elements.js";
import { readMarkdown } from "../../src/shared/markdown/read.js";
import { loadMarked } from "../../src/shared/markdown/tokens.js";
import { prefixOf } from "../../src/snapshot/engine.js";

const marked = await loadMarked();

const page = (...lines: string[]) => ["---", "title: gone.md", "---", ...lines].join("\n");

test.each([
  ["as it is written", page("", "[a](https://x.example/a)"), "https://x.example/a", 5],
  ["from the space", page("gone.md", "[a](../gone.md)"), "gone.md", 5],
  ["with its anchor", page("[a](gone.md#one)", "[a](gone.md#two)"), "guide/gone.md#two", 5],
  ["whose anchor is told otherwise", page("x", "[a](gone.md#one)"), "guide/gone.md#other", 5],
  ["encoded", page("![a](my%20file.png)"), "guide/my file.png", 4],
  ["in angle brackets", page("[a](<gone.md>)"), "guide/gone.md", 4],
  ["of HTML and blocks", page("", '{% file src="gone.md" %}'), "guide/gone.md", 5],
  ["of a reference", page("", "[a]", "", "[a]: gone.md"), "guide/gone.md", 5],
  ["that is no link but a word", page("{{ nameless }}", "{{ name }}"), "name", 5],
  ["as the path of a page", page("[a](Gone.md#one)", "[a](Gone.md#two)"), "guide/gone#two", 5],
  ["as the path of a folder", page("[a](Sub/gone.md)", "[a](Sub/README.md#one)"), "guide/sub#one", 5],
  ["as the path of a page, whose anchor is told otherwise", page("x", "[a](Gone.md#one)"), "guide/gone#two", 5],
  ["that is nowhere", page("x"), "gone.md", 1],
  ["that says nothing", page("x"), "", 1],
  ["with half an escape", page("[a](%zz)"), "%zz", 4],
  ["with the ends of lines of Windows", "---\r\ntitle: a\r\n---\r\n\r\n[a](gone.md)", "guide/gone.md", 5],
])("finds a link %s", (_, text, target, line) => {
  expect(findLine(readMarkdown(marked, text), target, "guide/page.md")).toBe(line);
});

test("paths begin at the working directory where the folder is below it", () => {
  expect(prefixOf("/srv/repo/a/halden", "/srv/repo")).toBe("a/halden/");
  expect(prefixOf("/srv/repo", "/srv/repo")).toBe("");
  expect(prefixOf("/srv/other", "/srv/repo")).toBe("");
  expect(prefixOf("/srv/repo/..halden", "/srv/repo")).toBe("..halden/");
});
