import { expect, it } from "vitest";
import { extract } from "../../src/sandbox/content/links/link-index.js";
import { visibleText } from "../../src/sandbox/content/present.js";
import { loadMarked } from "../../src/shared/markdown/tokens.js";

const marked = await loadMarked();
const anchorsIn = (text: string) => extract(marked, text).anchors;

it.each([
  [
    "cells of an HTML table",
    "<table><tr><th>Name</th><th>Port</th></tr><tr><td>web</td><td>80</td></tr></table>",
    ["Name", "Port", "web", "80"],
  ],
  ["cells of a table", "| Name | Port |\n| --- | :-: |\n| web | 80 \\| 81 |", ["Name", "Port", "web", "80", "|", "81"]],
  ["tags within a word", "un<b>break</b>able <br>next", ["unbreakable", "next"]],
  ["blocks", '{% hint style="info" %}\nMind the gap.\n{% endhint %}', ["Mind", "the", "gap."]],
  [
    "titles of blocks",
    '{% tabs %}\n{% tab title="On Linux" %}\nrun\n{% endtab %}\n{% endtabs %}',
    ["On", "Linux", "run"],
  ],
  ["an address in a block", '{% embed url="https://example.com/x" %}', []],
  [
    "blocks in code, which are what is shown",
    "Write `{% hint %}`:\n\n```\n{% endhint %}\n<td>a</td><td>b</td>\n```",
    ["Write", "{%", "hint", "%}:", "{%", "endhint", "%}", "<td>a</td><td>b</td>"],
  ],
  [
    "links, lists and notes",
    "> 1. [x] [A *b*](c.md)[^1]\n\n[^1]: a note\n[d]: https://example.com",
    ["A", "b", "a", "note"],
  ],
  ["character references", "Q&amp;A&#x20;caf&#233; &unknown;", ["Q&A", "café", "&unknown;"]],
  ["a tag that is written out", "a \\<b> c", ["a", "<b>", "c"]],
])("shows what a reader sees: %s", (_, markdown, words) => {
  expect(visibleText(markdown).split(/\s+/).filter(Boolean)).toEqual(words);
});

it.each([
  ["1. Install it", ["1-install-it", "id-1.-install-it", "id-1-install-it"]],
  ["Criação do cabeçalho", ["criação-do-cabeçalho", "criacao-do-cabecalho"]],
  ["What's new & better?", ["whats-new--better", "whats-new-better", "whats-new-and-better"]],
  ["`call([fn][, exact])`", ["callfn-exact"]],
  ["fastify.Request\\<[Raw][RawServer]\\>", ["fastifyrequestraw"]],
  ["Own {#own-id}", ["own-id"]],
])("gives a heading the anchors that hosts give it: %s", (title, anchors) => {
  expect([...anchorsIn(`## ${title}\n`)]).toEqual(expect.arrayContaining(anchors));
});

it("gives titles of HTML and repeated ones an anchor too, and nothing else", () => {
  const text =
    "# One\n## One\n<details><summary>How do <b>I</b> start?</summary>\n</details>\n<h2 align='center'>Two</h2>\n<p>Three</p>";
  const anchors = anchorsIn(text);
  for (const anchor of ["one", "one-1", "one_1", "how-do-i-start", "two"]) expect([...anchors]).toContain(anchor);
  for (const anchor of ["three", "one-2", "start"]) expect([...anchors]).not.toContain(anchor);
});
