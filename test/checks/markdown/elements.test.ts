import { expect, test } from "vitest";
import { elementsOf } from "../../../src/checks/markdown/elements.js";
import { expectLinear } from "../../helpers/growth.js";

const pictures = (text: string) =>
  elementsOf(text)
    .pictures()
    .map(({ alt }) => alt);

test.each([
  ["![](a.png)", [undefined]],
  ["![ ](a.png)", [undefined]],
  ["![a](a.png)", ["a"]],
  ["![`a`](a.png)", ["`a`"]],
  ['![](a.png "What it shows")', [""]],
  ["![](<a b.png>)", [undefined]],
  ["![][a]\n\n[a]: a.png", [undefined]],
  ["![a][a]", ["a"]],
  ["[![](a.png)](b.md)", [undefined]],
  ["\\![](a.md)", []],
  ["`![](a.png)`", []],
  ["```\n![](a.png)\n```", []],
  ["<!-- ![](a.png) -->", []],
  ['<img src="a.png">', [undefined]],
  ['<IMG SRC="a.png" />', [undefined]],
  ['<img src="a.png" alt="">', [""]],
  ["<img alt src=a.png>", [""]],
  ['<img\n  src="a.png"\n  alt="a"\n>', [""]],
  ['<img src="a.png" data-alt="a">', [undefined]],
  ['<img src="a.png" role="presentation">', [""]],
  ['<img src="a.png" aria-hidden="true">', [""]],
  ['<figure><img src="a.png"><figcaption>A dock</figcaption></figure>', [""]],
  ['<figure><img src="a.png"><figcaption></figcaption></figure>', [undefined]],
  ['<figure><img src="a.png" alt=""><figcaption></figcaption></figure>', [""]],
])("pictures in %j", (text, alts) => {
  expect(pictures(text)).toEqual(alts);
});

test("a picture has its address and its line", () => {
  const found = elementsOf("---\na: b\n---\n\n![](<a b.png>) ![](c.png)\n\n<img src='d.png'>").pictures();
  expect(found.map(({ source, line }) => [source, line])).toEqual([
    ["a b.png", 5],
    ["c.png", 5],
    ["d.png", 7],
  ]);
});

const headings = (text: string) =>
  elementsOf(text)
    .headings()
    .map(({ level, title }) => `${level} ${title}`);

test.each([
  ["# A\n\n## `b` c ##\n\n###### D", ["1 A", "2 `b` c", "6 D"]],
  ["A\n===\n\nB\n---\n", ["1 A", "2 B"]],
  ["- a\n---\n\n| a |\n---\n\n---\n", []],
  ["```\n# a\n```\n<!--\n# b\n-->\n    # c", []],
  ["#a\n\n####### b\n\n\\# c", []],
  ['<h3 align="center">A <b>b</b></h3>', ["3 A  b"]],
  ["<header>a</header>", []],
])("headings in %j", (text, found) => {
  expect(headings(text)).toEqual(found);
});

const links = (text: string) =>
  elementsOf(text)
    .links()
    .map(({ href }) => href);

test.each([
  ["[a](b.md) [a](<b c.md>) [a]() [`a`](b.md)", ["b.md", "b c.md", "", "b.md"]],
  ["[a](b_(c).md)", ["b_(c).md"]],
  ["[![a](b.png)](c.md)", ["c.md"]],
  ["![a](b.png)", []],
  ["\\[a](b.md) `[a](b.md)`", []],
  ["[a]: b.md\n[^1]: note", ["b.md"]],
  ["<a href=\"b.md\">a</a> <a name='c'>d</a> <a href=''>e</a>", ["b.md", ""]],
])("links in %j", (text, found) => {
  expect(links(text)).toEqual(found);
});

test("a link has what readers see of it", () => {
  const text = "[a `b`](c.md)\n[![d](e.png)](f.md) <a href='g.md'>h <b>i</b></a> j</a>\n\n[k]: l.md";
  const found = elementsOf(text).links();
  expect(found.map(({ href, shown }) => [href, shown])).toEqual([
    ["c.md", "a `b`"],
    ["f.md", "![d](e.png)"],
    ["g.md", "h <b>i</b>"],
    ["l.md", undefined],
  ]);
});

test.each(["[", "![", "[a](", "![](", "<img ", "<a ", "<img>", "# a\n", "a\n=\n", "[a]: ", "(", "]("])(
  "R73: many %j take as long as they are",
  async (part) => {
    const work = (size: number) => {
      const found = elementsOf(part.repeat(size));
      found.headings();
      found.pictures();
      found.links();
    };
    await expectLinear(work, 20_000);
  },
);
