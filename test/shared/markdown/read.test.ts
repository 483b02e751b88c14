import { expect, test } from "vitest";
import { readMarkdown } from "../../../src/shared/markdown/read.js";
import { loadMarked } from "../../../src/shared/markdown/tokens.js";

const marked = await loadMarked();
const read = (text: string) => readMarkdown(marked, text);

const pictures = (text: string) => read(text).pictures.map(({ alt }) => alt);

test.each([
  ["![](a.png)", [undefined]],
  ["![ ](a.png)", [undefined]],
  ["![a](a.png)", ["a"]],
  ["![`a`](a.png)", ["`a`"]],
  ['![](a.png "What it shows")', [""]],
  ["![](<a b.png>)", [undefined]],
  ["![][a]\n\n[a]: a.png", [undefined]],
  ["![a][a]\n\n[a]: a.png", ["a"]],
  ["![a][a]", []],
  ["[![](a.png)](b.md)", [undefined]],
  ["\\![](a.md)", []],
  ["`![](a.png)`", []],
  ["```\n![](a.png)\n```", []],
  ["<!-- ![](a.png) -->", []],
  ['<img src="a.png">', [undefined]],
  ['<IMG SRC="a.png" />', [undefined]],
  ['<img src="a.png" alt="">', [""]],
  ["<img alt src=a.png>", [""]],
  ['<img\n  src="a.png"\n  alt="a">', ["a"]],
  ['<img src="a.png" data-alt="a">', [undefined]],
  ['<img src="a.png" role="presentation">', [""]],
  ['<img src="a.png" aria-hidden="true">', [""]],
  ['<figure><img src="a.png"><figcaption>A dock</figcaption></figure>', [""]],
  ['<figure><img src="a.png"><figcaption></figcaption></figure>', [undefined]],
  ['<figure><img src="a.png" alt=""><figcaption></figcaption></figure>', [undefined]],
  ['<figure><a href="b"><img src="a.png" alt=""></a><figcaption>A dock</figcaption></figure>', [""]],
  ['<figure><img src="a.png" alt="" role="presentation"></figure>', [""]],
])("pictures in %j", (text, alts) => {
  expect(pictures(text)).toEqual(alts);
});

test("a picture has its address and its line", () => {
  const found = read("---\na: b\n---\n\n![](<a b.png>) ![](c.png)\n\n<img src='d.png'>").pictures;
  expect(found.map(({ href, line }) => [href, line])).toEqual([
    ["a b.png", 5],
    ["c.png", 5],
    ["d.png", 7],
  ]);
});

const headings = (text: string) => read(text).headings.map(({ level, title }) => `${level} ${title}`);

test.each([
  ["# A\n\n## `b` c ##\n\n###### D", ["1 A", "2 `b` c", "6 D"]],
  ["A\n===\n\nB\n---\n", ["1 A", "2 B"]],
  ["- a\n---\n\n---\n", []],
  ["```\n# a\n```\n<!--\n# b\n-->\n    # c", []],
  ["#a\n\n####### b\n\n\\# c", []],
  ['<h3 align="center">A <b>b</b></h3>', ["3 A <b>b</b>"]],
  ["<header>a</header>", []],
])("headings in %j", (text, found) => {
  expect(headings(text)).toEqual(found);
});

const links = (text: string) => read(text).links.map(({ href }) => href);

test.each([
  ["[a](b.md) [a](<b c.md>) [a]() [`a`](b.md)", ["b.md", "b c.md", "", "b.md"]],
  ["[a](b_(c).md)", ["b_(c).md"]],
  ["[![a](b.png)](c.md)", ["c.md"]],
  ["![a](b.png)", []],
  ["\\[a](b.md) `[a](b.md)`", []],
  ["[a]: b.md\n[^1]: note", []],
  ["<a href=\"b.md\">a</a> <a name='c'>d</a> <a href=''>e</a>", ["b.md", ""]],
])("links in %j", (text, found) => {
  expect(links(text)).toEqual(found);
});

test("a link has what readers see of it", () => {
  const text = "[a `b`](c.md)\n[![d](e.png)](f.md) <a href='g.md'>h <b>i</b></a> j</a>";
  const found = read(text).links;
  expect(found.map(({ href, shown }) => [href, shown])).toEqual([
    ["c.md", "a `b`"],
    ["f.md", "![d](e.png)"],
    ["g.md", "h <b>i</b>"],
  ]);
});

// Each link is on the line that has its number.
test.each([
  ["[a](1)\n[b](2)\n\n[c](4)"],
  ["# [a](1)\n\nB [b](3)\n===\n"],
  ["> [a](1)\n> > [b](2)\n>\n> - [c](4)\n"],
  ["- [a](1)\n  [b](2)\n\n  ```\n  x\n  ```\n\n  [c](8)\n  - [d](9)\n    [e](10)\n1. [f](11)"],
  ["| [a](1) | [b](1) |\n| --- | --- |\n| `\\|` | [c](3) |\n| x | [d](4) |"],
  ["<div>\n<a href=\"2\">\n\n<img\n  alt='x'\n> <a href='6'>x</a>\n</div>".replace("<img", "<a href='4'")],
  ['{% hint style="info" %}\n[a](2)\n\n{% file src="4" %}\n{% endhint %}\n[b](6)'],
  ["x[^1]\n\n[^1]: [a](3)\n[b](4)\n\n    [c](6)\n\n    - [d](8)\n"],
  ["---\na: [b](c)\n---\n\n**[a](5)\n*[b](6)***\n\n![![x](8)](8)"],
  ["[x]: y\n[x]: z\n\n<4> <https://example.org/4>".replace("<4>", "[a](4)").replace(" <https://example.org/4>", "")],
  ["[a](1)\r\n\r\n> [b](3)\r\n> [c](4)\r\n"],
  ['{% tabs %}\n{% tab title="x" %}\n- [a](3)\n{% endtab %}\n{% endtabs %}\n\nx\n{% embed url="8" %}\ny [b](9)'],
])("links keep their lines: %j", (text) => {
  const { links: found, pictures: shown } = read(text);
  const all = [...found, ...shown].map(({ href, line }) => [href, `${line}`]);
  expect(all.length).toBeGreaterThan(0);
  for (const [href, line] of all) expect(href).toBe(line);
});

test.each([
  ['`{% file src="a" %}` {% file src="b" %}', ["b"]],
  ['\\{% file src="a" %} b', []],
  ['{% raw %}\n{% file src="a" %}\n[b](c)\n{% endraw %}\n\n[d](e)', ["e"]],
  ['x {% raw %}{% file src="a" %}{% endraw %} [b](c)', ["c"]],
  ['<pre><code>{% file src="a" %}\n\n[b](c)\n</code></pre>\n\n[d](e)', ["e"]],
  ['```\n{% file src="a" %}\n```', []],
  ['    {% file src="a" %}', []],
  ['<!-- {% file src="a" %} [b](c) -->', []],
  ["<code>[a](b)</code> [c](d)", ["d"]],
  ['{% page-ref page="a.md" %}', ["a.md"]],
  ['{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}', ["a.md", "a.md"]],
  ['{% include "a.md" %} and {% embed url="b" %}', ["a.md", "b"]],
  ["x[^1]\n\n[^1]: [a](b)\n\n    [c](d)\n\n    ```\n    [e](f)\n    ```\n\n        [g](h)\n\n[i](j)", ["b", "d", "j"]],
  ["[a][b] [b] [c][]\n\n[b]: d\n[c]: e\n[f]: g", ["d", "d", "e"]],
])("the order of the language decides what is a link: %j", (text, found) => {
  expect(links(text)).toEqual(found);
});
