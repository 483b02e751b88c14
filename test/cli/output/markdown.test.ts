import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadPaint, paintNothing } from "../../../src/cli/output/text/color.js";
import { renderMarkdown } from "../../../src/cli/output/text/markdown.js";
import { holds, PROPERTY_TIME } from "../../helpers/properties.js";

const show = (source: string, width = 40) => renderMarkdown(source, { width, paint: paintNothing, hyperlinks: false });

describe("Markdown on a terminal", () => {
  it.each([
    ["headings", "# One **b**\n\nTwo\n---\n", "# One b\n\n## Two\n"],
    [
      "paragraphs, wrapped",
      `${"word ".repeat(12)}\n\nnext`,
      `${"word ".repeat(8).trim()}\n${"word ".repeat(4).trim()}\n\nnext\n`,
    ],
    ["line breaks", "one  \ntwo\nthree", "one\ntwo three\n"],
    ["lists", "- a\n- b\n  - c\n\n3. x\n4. y", "• a\n• b\n  • c\n\n3. x\n4. y\n"],
    ["wrapped items", `- ${"word ".repeat(9)}`, `• ${"word ".repeat(7).trim()}\n  word word\n`],
    ["tasks", "- [x] done\n- [ ] open", "• [x] done\n• [ ] open\n"],
    ["code", "`a  b`\n\n```sh\ndocs  ls\n\tx\n```", "`a b`\n\n    docs  ls\n    \tx\n"],
    ["quotes", "> one\n> two\n>\n> three", "│ one two\n│\n│ three\n"],
    ["rules", "a\n\n---\n\nb", `a\n\n${"─".repeat(40)}\n\nb\n`],
    ["tables", "| A | N |\n|---|--:|\n| **x** y | 5 |", "A    N\n───  ─\nx y  5\n"],
    ["links", "[text](https://x.example/a) <https://y.example>", "text (https://x.example/a)\nhttps://y.example\n"],
    ["images", "![alt](a.png)", "[image: alt] (a.png)\n"],
    ["entities", "a &amp; &lt;b&gt; &#27;[31m &#x9b;", "a & <b> \\x1b[31m \\x9b\n"],
    ["HTML", "<b>x</b> y\n\n<div>\nz\n</div>", "<b>x</b> y\n\n<div>\nz\n</div>\n"],
    ["wide characters", "日本語 ".repeat(8), `${"日本語 ".repeat(5).trim()}\n${"日本語 ".repeat(3).trim()}\n`],
  ])("shows %s", async (_name, source, expected) => {
    expect(await show(source)).toBe(expected);
  });

  it("is styled word by word", async () => {
    const text = await renderMarkdown("a **b c** *d* [e](https://x.example)", {
      width: 40,
      paint: await loadPaint(true),
      hyperlinks: true,
    });
    expect(text).toBe(
      "a \u001b[1mb\u001b[22m \u001b[1mc\u001b[22m \u001b[3md\u001b[23m " +
        "\u001b]8;;https://x.example/\u001b\\\u001b[4me\u001b[24m\u001b]8;;\u001b\\\n",
    );
  });

  it("R57 never links anything but http and https", async () => {
    const text = await renderMarkdown("[x](javascript:alert(1)) [y](file:///etc/passwd)", {
      width: 80,
      paint: paintNothing,
      hyperlinks: true,
    });
    expect(text).toBe("x (javascript:alert(1)) y (file:///etc/passwd)\n");
  });

  it("R57 shows control characters wherever they hide", async () => {
    expect(await show("# a\u001b[2J\n\n`\u009b` [l\u202e](https://x\u0007)\n\n```\n\u001b]52;c;eA==\u0007\n```")).toBe(
      "# a\\x1b[2J\n\n`\\x9b` l\\u202e (https://x\\x07)\n\n    \\x1b]52;c;eA==\\x07\n",
    );
  });

  it("R57 leaves nothing to act on, whatever the text", { timeout: PROPERTY_TIME }, () => {
    const part = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\u001b[2J",
        "**",
        "`",
        "\n",
        "> ",
        "- ",
        "](",
        "&#27;",
        "&#x9b;",
        "&rlm;",
        "|",
        "```",
        "    ",
        "<https://x",
      ),
    );
    return holds(
      fc.asyncProperty(fc.array(part), async (parts) => {
        expect(await show(parts.join(""))).not.toMatch(
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/,
        );
      }),
    );
  });

  it.each([
    ["longer than 256 KiB", "# a *b*\n\n".repeat(30_000)],
    ["of 33 quotes in each other", `${"> ".repeat(33)}*deep*`],
    ["of 33 lists in each other", `${"- ".repeat(33)}*deep*`],
  ])("shows a text %s as it is", async (_name, source) => {
    expect(await show(source)).toBe(`${source.trimEnd()}\n`);
  });

  it("renders what is less deep", async () => {
    expect(await show(`${"> ".repeat(30)}*deep*`)).toBe(`${"│ ".repeat(30)}deep\n`);
  });

  it("shows a long paragraph as it is, the others rendered", async () => {
    const long = `*x* ${"y".repeat(4096)}`;
    expect(await show(`*a*\n\n${long}\n\n*b*`)).toBe(`a\n\n*x*\n${"y".repeat(4096)}\n\nb\n`);
  });

  it("renders no more paragraphs than it has time for", async () => {
    const paragraph = `*x* ${"y ".repeat(2000)}`.trim();
    const lines = (await show(Array.from({ length: 12 }, () => paragraph).join("\n\n"))).split("\n");
    const rendered = lines.filter((line) => line.startsWith("x y")).length;
    expect([rendered, lines.filter((line) => line.startsWith("*x* y")).length]).toEqual([8, 4]);
  });

  it("goes 32 deep into emphasis within links within emphasis", async () => {
    const source = `${"*a _b ".repeat(40)}${"_ *".repeat(40)}`;
    expect((await show(source, 400)).length).toBeGreaterThan(40);
  });

  it("survives thousands of nested quotes", async () => {
    expect(await show(`${"> ".repeat(20_000)}deep`)).toContain("deep");
  });
});
