import { expect, it } from "vitest";
import { wordsOf } from "../../src/sandbox/content/search/search-words.js";
import { snippet } from "../../src/sandbox/content/search/snippet.js";
import { handlers } from "../../src/sandbox/handlers/search.js";
import { caller, contentContext, putContent } from "./content-helper.js";

const PAGES = [
  { id: "tokyo", title: "東京都の案内", markdown: "東京都庁は新宿にあります。APIキーを設定します。" },
  { id: "beijing", title: "安装指南", markdown: "请先安装命令行工具,然后创建令牌。" },
  { id: "seoul", title: "설치", markdown: "문서를 설치하기 전에 읽으세요." },
  { id: "setup", title: "Setup", markdown: "# Installing\nQueries of configured servers are relational.\n" },
  { id: "titled", title: "Running queries", markdown: "Nothing else." },
  { id: "half", title: "Half", markdown: "ﾃﾞｰﾀ and ＡＰＩ and cafe\u0301" },
];

async function find(query: string) {
  const context = contentContext();
  putContent(context, { pages: PAGES });
  const { items } = await caller(handlers, context)("searchSpace", { spaceId: "guide" }, { query: { query } });
  return items as { id: string; sections: { body: string }[] }[];
}
const ids = async (query: string) => (await find(query)).map(({ id }) => id);

it.each([
  ["京都", ["tokyo"]],
  ["都庁", ["tokyo"]],
  ["庁", ["tokyo"]],
  ["新宿", ["tokyo"]],
  ["キー", ["tokyo"]],
  ["庁都", []],
  ["命令行", ["beijing"]],
  ["令牌 安装", ["beijing"]],
  ["문서", ["seoul"]],
  ["치하", ["seoul"]],
  ["データ", ["half"]],
  ["api", ["half", "tokyo"]],
  ["café", ["half"]],
])("finds every part of a run of signs: %s", async (query, found) => {
  expect((await ids(query)).sort()).toEqual(found);
});

it.each([
  ["install", ["setup"]],
  ["installs", ["setup"]],
  ["installa", []],
  ["query", ["titled", "setup"]],
  ["queries", ["titled", "setup"]],
  ["configuration", ["setup"]],
  ["server", ["setup"]],
  ["relation", ["setup"]],
])("finds English words by their stem: %s", async (query, found) => {
  expect(await ids(query)).toEqual(found);
});

it("shows where a word is, in a run of signs or by its stem", async () => {
  expect((await find("庁"))[0]?.sections[0]?.body).toContain("東京都庁");
  expect((await find("queries"))[1]?.sections[0]?.body).toBe("Queries of configured servers are relational.");
  const long = `${"word ".repeat(200)}configures ${"word ".repeat(200)}`;
  const context = contentContext();
  putContent(context, { pages: [{ id: "long", title: "Long", markdown: long }] });
  const query = { query: { query: "configured" } };
  const { items } = await caller(handlers, context)("searchSpace", { spaceId: "guide" }, query);
  expect(items[0].sections[0].body).toMatch(/^…(word ){10}configures (word ?){29}…$/);
});

it("prefers a word in a heading to one in the text", async () => {
  const context = contentContext();
  const text = (heading: string, body: string) => `## ${heading}\n${body}\n`;
  const filler = "plain words that say nothing at all";
  putContent(context, {
    pages: [
      { id: "body", title: "One", markdown: text(filler, `anchor anchor ${filler}`) },
      { id: "heading", title: "Two", markdown: text(`anchor ${filler}`, filler) },
      ...Array.from({ length: 20 }, (_, n) => ({ id: `other${n}`, title: "Other", markdown: text(filler, filler) })),
    ],
  });
  const { items } = await caller(handlers, context)(
    "searchSpace",
    { spaceId: "guide" },
    { query: { query: "anchor" } },
  );
  expect(items.map(({ id }: { id: string }) => id)).toEqual(["heading", "body"]);
});

it("finds no page that is gone, also when nobody knows any more what was there before", async () => {
  const context = contentContext();
  const call = caller(handlers, context);
  const found = async () => {
    const { items } = await call("searchSpace", { spaceId: "guide" }, { query: { query: "harbor" } });
    return items.map(({ id }: { id: string }) => id);
  };
  const page = (id: string) => ({ id, title: id, markdown: "the harbor" });
  const first = putContent(context, { pages: [page("a"), page("b"), page("c")] });
  expect(await found()).toEqual(["a", "b", "c"]);
  const second = putContent(context, { pages: [page("a")] });
  expect(await found()).toEqual(["a"]);
  putContent(context, { pages: [page("a"), page("d"), page("e")] });
  expect(await found()).toEqual(["a", "d", "e"]);
  for (const { id } of context.store.all<{ id: string }>("revision", "guide")) context.store.remove("revision", id);
  expect([first, second].map((id) => context.store.kept("revision", id))).toEqual([undefined, undefined]);
  putContent(context, { pages: [page("e")] });
  expect(await found()).toEqual(["e"]);
});

it("shows the part of a text around a word, whatever blanks are in it", () => {
  const parts = (text: string) => text.split(/\s+/).filter(Boolean);
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const blank = () => [" ", "\n", "  ", "\t\n "][next(4)];
    const count = next(120);
    const at = next(count + 1);
    const text = Array.from(
      { length: count },
      (_, index) => (index === at ? "(Vole" : "ab".repeat(1 + next(2))) + blank(),
    );
    const whole = blank() + text.join("");
    const words = parts(whole);
    const from = at < count ? Math.max(0, at - 10) : 0;
    const shown = words.slice(from, from + 40).join(" ");
    const expected = `${from > 0 ? "…" : ""}${shown}${from + 40 < words.length ? "…" : ""}`;
    expect(snippet(whole, wordsOf("vole"))).toBe(expected);
  }
});
