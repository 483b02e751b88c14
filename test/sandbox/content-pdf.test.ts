import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { pdfOf, route } from "../../src/sandbox/content/pdf/pdf.js";
import { loadMarked } from "../../src/sandbox/content/text/markdown.js";
import { handlers } from "../../src/sandbox/handlers/content.js";
import { caller, contentContext, putChange, putContent } from "./content-helper.js";

/** Sheets of a PDF as lists of their texts, read by the file's own cross references. */
function sheets(bytes: Uint8Array): string[][] {
  const file = Buffer.from(bytes).toString("latin1");
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  expect(file.slice(start, start + 5)).toBe("xref\n");
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
  const objects = offsets.map((offset, index) => {
    const head = `${index + 1} 0 obj\n`;
    expect(file.slice(offset, offset + head.length)).toBe(head);
    return file.slice(offset + head.length, file.indexOf("\nendobj", offset));
  });
  const kids = /\/Kids \[([^\]]*)\]/.exec(objects[1] ?? "")?.[1] ?? "";
  return [...kids.matchAll(/(\d+) 0 R/g)].map((kid) => {
    const page = objects[Number(kid[1]) - 1] ?? "";
    const stream = objects[Number(/\/Contents (\d+)/.exec(page)?.[1]) - 1] ?? "";
    const [, length, body = ""] = /^<< \/Length (\d+) >>\nstream\n([\s\S]*)\nendstream$/.exec(stream) ?? [];
    expect(body.length).toBe(Number(length));
    const shown = body.matchAll(/\/(\w+) [\d.]+ Tf \S+ 0 0 1 \S+ \S+ Tm (?:\(((?:[^\\()]|\\.)*)\)|<([0-9a-f]*)>) Tj/g);
    return [...shown].map(([, font, text, units]) => {
      if (text !== undefined) return text.replace(/\\(.)/g, "$1");
      return `${font}:${Buffer.from(units ?? "", "hex")
        .swap16()
        .toString("utf16le")}`;
    });
  });
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const pdf = async (...markdown: string[]) => {
  const chapters = markdown.map((text, index) => ({ title: `Page ${index + 1}`, markdown: text }));
  return sheets(await whole(pdfOf(await loadMarked(), "All", chapters)));
};

it("writes headings, text, lists, tables and code, a sheet for each page", async () => {
  const first =
    "# Page 1\nSome *bold* (text) with a \\\\ and [a link](x.md).\n\n- one\n  1. two\n\n> said\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\nif (x) {\n  y\n```\n";
  expect(await pdf(first, "## Second\n&amp; more")).toEqual([
    [
      "Page 1",
      "Some bold (text) with a \\ and a link.",
      "\x95",
      "one",
      "1.",
      "two",
      "said",
      "a",
      "b",
      "1",
      "2",
      "if (x) {",
      "  y",
    ],
    ["Page 2", "Second", "& more"],
  ]);
});

it("breaks lines and sheets, cuts words that are too long and drops no text", async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`);
  const pages = await pdf(`${words.join(" ")}\n\n${"x".repeat(400)}`);
  expect(pages.length).toBeGreaterThan(5);
  const text = pages.flat();
  expect(text.slice(1, -4).join(" ").split(" ").slice(0, 3000)).toEqual(words);
  expect(text.join("").match(/x+/g)?.join("").length).toBe(400);
  expect(Math.max(...text.map(({ length }) => length))).toBeLessThan(110);
});

it("keeps letters of western languages, shows a question mark for others and says so", async () => {
  const [[, ...lines] = []] = await pdf("Größe “é” – ł €");
  expect(lines).toEqual([
    "Gr\xf6\xdfe \x93\xe9\x94 \x96 ? \x80",
    'This page contains characters that no font of this file has: they are shown as "?".',
  ]);
  expect((await pdf("plain e\u0301"))[0]).toEqual(["Page 1", "plain \xe9"]);
});

it("writes Chinese, Japanese and Korean in the reader's fonts, each in its own, and says so", async () => {
  const [...pages] = await pdf("漢字 and 汉", "ひらがな漢", "한국어");
  const note = "Chinese, Japanese and Korean text is shown in the fonts of your reader: this file brings none.";
  expect(pages).toEqual([
    ["Page 1", "C:漢字", " and ", "C:汉", note],
    ["Page 2", "J:ひらがな漢", note],
    ["Page 3", "K:한국어", note],
  ]);
});

it("writes hangul and kana on one page in fonts that have them", async () => {
  const [[, ...runs] = []] = await pdf("漢字かな 한국어");
  expect(runs.slice(0, 3)).toEqual(["J:漢字かな", " ", "K:한국어"]);
});

it("gives a narrow column room for its title", async () => {
  const long = "A long description that needs to be wrapped in its cell because it does not fit on one line at all";
  const [page = []] = await pdf(`| Name | What it is | Number |\n| - | - | - |\n| a | ${long} | 1 |\n`);
  expect(page.slice(1, 4)).toEqual(["Name", "What it is", "Number"]);
});

it("breaks a line where it is said, not where the source goes on", async () => {
  expect((await pdf("one\ntwo  \nthree\\\nfour<br>five"))[0]).toEqual(["Page 1", "one two", "three", "four", "five"]);
});

it("breaks lines between characters that have no blanks", async () => {
  const [page = []] = await pdf(`${"漢".repeat(100)}`);
  const lines = page.slice(1, -1);
  expect(lines.join("").replaceAll("C:", "")).toBe("漢".repeat(100));
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(50);
});

it("shows a picture by its description, or by where it is", async () => {
  const text = (await pdf("Before ![A chart](chart.png) after ![](plain.png) it.")).flat().join(" ");
  expect(text).toContain("Before [A chart] after [plain.png] it.");
});

it("shows hints, tabs, cards and references as such", async () => {
  const page = readFileSync(join(import.meta.dirname, "../fixtures/gitbook-page.md"), "utf8");
  const lines = (await pdf(page)).flat();
  const text = lines.join("\n");
  for (const shown of ["Back up your data first.", "Linux", "On Windows", "start.md", "First", "One & two", "A figure"])
    expect(text).toContain(shown);
  for (const tag of ["c.png", "endhint", "{% tab", "data-view", "<strong>"]) expect(text).not.toContain(tag);
  expect(lines).toContain("[x]");
  expect(lines).toContain("[ ]");
});

const PAGES = [
  { id: "a", title: "Alpha", markdown: "text a", pages: [{ id: "b", title: "Beta", markdown: "text b" }] },
  { id: "c", title: "Gamma", markdown: "text c", hidden: true },
  { id: "d", title: "Delta", markdown: "text d" },
];

async function fetched(query: Record<string, unknown>) {
  const context = contentContext();
  putContent(context, {});
  putChange(context, { pages: PAGES });
  const { url } = await caller(handlers, context)(
    "getChangeRequestPdf",
    { spaceId: "guide", changeRequestId: "7" },
    { query },
  );
  const { pathname, searchParams, origin } = new URL(url);
  expect(origin).toBe("https://docs.sandbox.invalid");
  const segments = pathname.split("/").slice(2).map(decodeURIComponent);
  return {
    answer: await route({ segments, path: pathname, query: searchParams }, context),
    segments,
    pathname,
    context,
  };
}

it("answers the address of a PDF of all pages, a page with those below it, or one page", async () => {
  const titles = async (query: Record<string, unknown>) => {
    const { answer } = await fetched(query);
    expect(answer?.contentType).toBe("application/pdf");
    const body = answer?.body;
    if (typeof body !== "function") throw new Error("not in pieces");
    return sheets(await whole(body(async (work) => work()))).map(([title]) => title);
  };
  expect(await titles({})).toEqual(["Alpha", "Beta", "Delta"]);
  expect(await titles({ page: "a" })).toEqual(["Alpha", "Beta"]);
  expect(await titles({ page: "a", only: true })).toEqual(["Alpha"]);
  expect(await titles({ page: "c" })).toEqual(["Gamma"]);
  await expect(fetched({ page: "none" })).rejects.toMatchObject({ status: 404 });
  await expect(fetched({ only: true })).rejects.toMatchObject({ status: 400 });
});

it("answers no PDF without its key", async () => {
  const { segments, pathname, context } = await fetched({});
  const wrong = (key: string) => route({ segments, path: pathname, query: new URLSearchParams({ key }) }, context);
  expect(await wrong("")).toBeUndefined();
  expect(await wrong("key-of-/pdf/other")).toBeUndefined();
});

it("says with the address what the file cannot show, of the pages that are in it", async () => {
  const context = contentContext();
  putContent(context, {});
  putChange(context, {
    pages: [
      { id: "a", title: "Alpha", markdown: "plain caf\xe9" },
      { id: "b", title: "Beta", markdown: "\u6f22\u5b57" },
      { id: "c", title: "\u039b", markdown: "text" },
      { id: "d", title: "Delta", markdown: "text", description: "\u{1f6d2} \u6f22" },
    ],
  });
  const notes = async (query: Record<string, unknown>) =>
    (await caller(handlers, context)("getChangeRequestPdf", { spaceId: "guide", changeRequestId: "7" }, { query }))
      .notes;
  const lossy = 'characters that the PDF has no font for: they are shown as "?"';
  const wide = "Chinese, Japanese or Korean text: the PDF has no font for it, your reader may have one";
  expect(await notes({})).toEqual([
    `2 pages, the first is "Beta", have ${wide}`,
    `2 pages, the first is "\u039b", have ${lossy}`,
  ]);
  expect(await notes({ page: "b" })).toEqual([`page "Beta" has ${wide}`]);
  expect(await notes({ page: "a" })).toBeUndefined();
});
