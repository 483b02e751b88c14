import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { route } from "../../src/sandbox/content/pdf.js";
import { handlers } from "../../src/sandbox/handlers/content.js";
import { caller, contentContext, putChange, putContent } from "./content-helper.js";

const PAGES = [
  { id: "a", title: "Alpha", markdown: "text a", pages: [{ id: "b", title: "Beta", markdown: "text b" }] },
  { id: "c", title: "Gamma", markdown: "text c", hidden: true },
  { id: "d", title: "Delta", markdown: "text d" },
];

type PageText = Record<string, unknown> & { title: string; markdown: string };

async function fetched(query: Record<string, unknown>, pages: PageText[] = PAGES) {
  const context = contentContext();
  putContent(context, {});
  putChange(context, { pages });
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

/** What poppler reads: the lines of each sheet. */
async function sheetsOf(query: Record<string, unknown>, pages: PageText[] = PAGES): Promise<string[][]> {
  const { answer } = await fetched(query, pages);
  expect(answer?.contentType).toBe("application/pdf");
  const body = answer?.body;
  if (typeof body !== "function") throw new Error("not in pieces");
  const pieces: Uint8Array[] = [];
  for await (const piece of body(async (work) => work())) pieces.push(piece);
  const result = execFileSync("pdftotext", ["-layout", "-", "-"], { input: Buffer.concat(pieces), encoding: "utf8" });
  const sheets = result.split("\f").slice(0, -1);
  return sheets.map((sheet) =>
    sheet
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
}
const linesOf = async (markdown: string) => (await sheetsOf({}, [{ id: "a", title: "Page", markdown }])).flat();

it("writes title, headings and text, without the markup", async () => {
  const markdown =
    'Some *bold* (text) with a \\\\ and [a link](x.md).\n\n## Second\n- one\n- two\n\n### Third\n{% hint style="info" %}\nBack up.\n{% endhint %}\n\n```\nif (x) {}\n```\n';
  expect(await linesOf(markdown)).toEqual([
    ...["Page", "Some bold (text) with a \\ and a link.", "Second", "one", "two", "Third", "Back up.", "if (x) {}"],
  ]);
  expect(await linesOf("# Page\ntext")).toEqual(["Page", "text"]);
  expect(await sheetsOf({}, [{ id: "a", title: "Page", description: "About it", markdown: "" }])).toEqual([
    ["Page", "About it"],
  ]);
});

it("breaks lines and sheets, cuts words that are too long and drops no text", async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `word${index}`);
  const sheets = await sheetsOf({}, [{ id: "a", title: "Page", markdown: `${words.join(" ")}\n\n${"x".repeat(400)}` }]);
  expect(sheets.length).toBeGreaterThan(4);
  const lines = sheets.flat();
  expect(lines.join(" ").match(/word\d+/g)).toEqual(words);
  expect(lines.join("").match(/x+/g)?.join("")).toHaveLength(400);
  expect(Math.max(...lines.map(({ length }) => length))).toBe(77);
});

it("keeps letters of western languages, shows a question mark for others and says so", async () => {
  const note = 'This page has characters that the PDF has no font for: they are shown as "?".';
  expect(await linesOf("Größe “é” – č ł €")).toEqual(["Page", "Größe “é” – c ? €", note]);
  expect(await linesOf("漢字 and \u{1f6d2}\ufe0f, is it?")).toEqual(["Page", "?? and ?, is it?", note]);
  expect(await linesOf("plain e\u0301, is it?")).toEqual(["Page", "plain é, is it?"]);
});

it("answers the address of a PDF of all pages, a page with those below it, or one page", async () => {
  const titles = async (query: Record<string, unknown>) => (await sheetsOf(query)).map(([title]) => title);
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
  expect(await notes({})).toEqual([`3 pages, the first is "Beta", have ${lossy}`]);
  expect(await notes({ page: "b" })).toEqual([`page "Beta" has ${lossy}`]);
  expect(await notes({ page: "a" })).toBeUndefined();
});
