import fc from "fast-check";
import { marked, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/cli/output/types.js";
import { holds, PROPERTY_TIME } from "../../helpers/properties.js";
import { listing, PIPE, speak, TTY } from "./helpers.js";

const COLUMNS: Column[] = [
  { header: "Title", path: "title", lead: ["emoji"] },
  { header: "Comments", path: "comments", as: "number" },
  { header: "Live", path: "live", as: "boolean" },
  { header: "Updated", path: "updatedAt", as: "time" },
  { header: "App", path: "app", as: "url" },
  { header: "Emoji", path: "emoji", piped: true },
];

const list = async (items: readonly object[], terminal = PIPE) => {
  const spoken = speak(terminal, { format: "markdown" });
  await spoken.out.list(listing({ items: items.slice(0, 1), next: "2" }, { items: items.slice(1) }), {
    columns: COLUMNS,
  });
  return spoken.stdout();
};

/** Kinds of all tokens, cells and their texts included. */
function kindsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    const below: Token[] = "tokens" in token ? (token.tokens ?? []) : [];
    const cells = token.type === "table" ? [...token.header, ...token.rows.flat()] : [];
    return [token.type, ...kindsIn(below), ...kindsIn(cells.flatMap((cell: Tokens.TableCell) => cell.tokens))];
  });
}

describe("Markdown", () => {
  it("is a table with words for headings, numbers to the right and times in UTC", async () => {
    const guide = { title: "Guide", emoji: "🛒", comments: 3, live: true, updatedAt: "2026-03-08T12:00:59.123Z" };
    const notes = { title: null, comments: 12, live: false, app: "https://docs.example/a_b" };
    const expected =
      "| Title | Comments | Live | Updated | App |\n| --- | --: | --- | --- | --- |\n" +
      "| 🛒 Guide | 3 | yes | 2026-03-08 12:00 UTC |  |\n|  | 12 | no |  | https://docs.example/a_b |\n";
    expect(await list([guide, notes])).toBe(expected);
    expect(await list([guide, notes], { ...TTY, color: true, width: 20 })).toBe(expected);
  });

  it("keeps the header of an empty list", async () => {
    expect(await list([])).toBe("| Title | Comments | Live | Updated | App |\n| --- | --: | --- | --- | --- |\n");
  });

  it("is a table of fields for one thing, with its text below", async () => {
    const spoken = speak(PIPE, { format: "markdown" });
    const columns: Column[] = [
      { header: "ID", path: "id" },
      { header: "Gone", path: "gone" },
      { header: "Comment", path: "body", as: "markdown" },
    ];
    await spoken.out.item({ id: "a|b", body: "# Hello\n\n**you**" }, { columns });
    expect(spoken.stdout()).toBe("| Field | Value |\n| --- | --- |\n| ID | a\\|b |\n\n# Hello\n\n**you**\n");
  });

  it.each([
    ["a | b", "a \\| b"],
    ["two\nlines\r\nmore", "two<br>lines<br>more"],
    ["<img src=x> &amp; &", "\\<img src=x\\> &amp;amp; &"],
    ["[x](https://evil.example)", "\\[x\\](https\\://evil.example)"],
    ["see www.evil.example", "see www\\.evil.example"],
    ["**b** _i_ ~s~ `c` #43 \\", "\\*\\*b\\*\\* \\_i\\_ \\~s\\~ \\`c\\` \\#43 \\\\"],
    ["ask @octo|cat", "`ask @octo\\|cat`"],
    ["jonas@halden.example", "jonas@halden.example"],
    ["bell \u0007", "bell \\\\x07"],
  ])("escapes %j", async (title, cell) => {
    expect(await list([{ title }])).toContain(`\n| ${cell} |  |  |  |  |\n`);
  });

  it("R57 stays one table without links, HTML or emphasis, whatever texts hold", {
    timeout: PROPERTY_TIME,
  }, async () => {
    const piece = fc.constantFrom(
      "|",
      "\n",
      "`",
      "<b>",
      "](",
      "[",
      "*",
      "_",
      "\\",
      "https://x.y",
      "www.x.y",
      "&lt;",
      "a",
      " ",
    );
    await holds(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const title = pieces.join("");
        const tokens = marked.lexer((await list([{ title }, { title: "last" }])).replaceAll("<br>", " "));
        const [table] = tokens;
        expect(tokens).toHaveLength(1);
        expect(table?.type === "table" && table.rows.map((row: unknown[]) => row.length)).toEqual([5, 5]);
        expect(kindsIn(tokens).filter((kind) => !["table", "text", "escape"].includes(kind))).toEqual([]);
      }),
    );
  });

  it("takes results of a filter", async () => {
    const written = async (jq: string) => {
      const spoken = speak(PIPE, { jq, format: "markdown" });
      await spoken.out.list([{ n: 1, t: "a|b" }, { n: 2 }]);
      return spoken.stdout();
    };
    expect(await written(".[]")).toBe("| n | t |\n| --- | --- |\n| 1 | a\\|b |\n| 2 |  |\n");
    expect(await written(".[].n")).toBe("|  |\n| --- |\n| 1 |\n| 2 |\n");
    expect(await written("empty")).toBe("");
  });
});
