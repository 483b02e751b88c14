import { expect, it } from "vitest";
import { handlers } from "../../src/sandbox/handlers/search.js";
import { caller, contentContext, putContent } from "./content-helper.js";

type Pages = NonNullable<Parameters<typeof putContent>[1]["pages"]>;

function find(pages: Pages) {
  const context = contentContext();
  putContent(context, { pages });
  return async (query: string) => {
    const { items } = await caller(handlers, context)("searchSpace", { spaceId: "guide" }, { query: { query } });
    return items as { id: string; sections: { title: string; body: string }[] }[];
  };
}

const PAGES: Pages = [
  { id: "tokyo", title: "東京都の案内", markdown: "東京都庁は新宿にあります。APIキーを設定します。" },
  { id: "beijing", title: "安装指南", markdown: "请先安装命令行工具,然后创建令牌。" },
  { id: "seoul", title: "설치", markdown: "문서를 설치하기 전에 읽으세요." },
  { id: "half", title: "Half", markdown: "ﾃﾞｰﾀ and ＡＰＩ and cafe\u0301" },
  { id: "kiel", title: "Größe ändern", markdown: "Die Größe des Fensters lässt sich überall ändern." },
  { id: "lyon", title: "Réglages", markdown: "L’élève règle la fenêtre à l’écran." },
  { id: "sofia", title: "Настройка", markdown: "Размер окна можно изменить в настройках." },
  { id: "setup", title: "Setup", markdown: "# Installing\nQueries of configured servers are relational.\n" },
  { id: "titled", title: "Running queries", markdown: "Nothing else." },
];

it.each([
  ["京都", ["tokyo"]],
  ["都庁", ["tokyo"]],
  ["庁", ["tokyo"]],
  ["新宿", ["tokyo"]],
  ["キー", ["tokyo"]],
  ["APIキー", ["tokyo"]],
  ["庁都", []],
  ["データ", ["half"]],
  ["命令行", ["beijing"]],
  ["令牌 安装", ["beijing"]],
  ["令", ["beijing"]],
  ["문서", ["seoul"]],
  ["치하", ["seoul"]],
  ["설치 문서", ["seoul"]],
  ["api", ["half", "tokyo"]],
  ["café", ["half"]],
  ["größe", ["kiel"]],
  ["GROSSE", []],
  ["uberall", ["kiel"]],
  ["fenster", ["kiel"]],
  ["eleve", ["lyon"]],
  ["l’écran", ["lyon"]],
  ["fenetre regle", ["lyon"]],
  ["НАСТРОЙК", ["sofia"]],
  ["окна размер", ["sofia"]],
  ["install", ["setup"]],
  ["queries", ["titled", "setup"]],
  ["relation servers", ["setup"]],
])("finds in seven languages: %s", async (query, found) => {
  const ids = (await find(PAGES)(query)).map(({ id }) => id);
  expect(query === "queries" ? ids : ids.sort()).toEqual(found);
});

it("shows where a word is, on one line", async () => {
  expect((await find(PAGES)("庁"))[0]?.sections[0]?.body).toBe("東京都庁は新宿にあります。APIキーを設定します。");
  const long = `${"word ".repeat(200)}configures\nthe ${"word ".repeat(200)}`;
  const [page] = await find([{ id: "long", title: "Long", markdown: long }])("configures");
  expect(page?.sections[0]?.body).toMatch(/^…(word )+configures the( word)*…$/);
  expect(page?.sections[0]?.body.split(" ")).toHaveLength(40);
});

/** Pages that have the parts of each identifier, one that has it, and one that has it more often. */
const identifiers = (identifier: string, parts: readonly string[]): Pages => [
  ...parts.map((part, at) => ({
    id: `part${at}`,
    title: `About ${part}`,
    markdown: `${part} and ${part}. `.repeat(9),
  })),
  { id: "once", title: "Once", markdown: `Set \`${identifier}\`.` },
  {
    id: "most",
    title: "Most",
    markdown: `${`Here is \`${identifier}\` among other words of a long text. `.repeat(6)}`,
  },
  { id: "split", title: "Split", markdown: `${parts.join(", some ")}, then ${[...parts].reverse().join(" ")}.` },
];

it.each([
  ["action_config", ["action", "config"]],
  ["useEffect()", ["use", "effect"]],
  ["--profile", ["profile", "profiles"]],
  ["MAX_RETRY_COUNT", ["max", "retry", "count"]],
])("the page that has %s most comes first, before those that have its parts", async (identifier, parts) => {
  const ids = (await find(identifiers(identifier, parts))(identifier)).map(({ id }) => id);
  expect(ids.slice(0, 2)).toEqual(["most", "once"]);
});

it("prefers a word in a heading to one in the text", async () => {
  const text = (heading: string, body: string) => `## ${heading}\n${body}\n`;
  const filler = "plain words that say nothing at all";
  const found = await find([
    { id: "body", title: "One", markdown: text(filler, `anchor anchor ${filler}`) },
    { id: "heading", title: "Two", markdown: text(`anchor ${filler}`, filler) },
    ...Array.from({ length: 20 }, (_, n) => ({ id: `other${n}`, title: "Other", markdown: text(filler, filler) })),
  ])("anchor");
  expect(found.map(({ id }) => id)).toEqual(["heading", "body"]);
});

it("finds no page that is gone, also when nobody knows any more what was there before", async () => {
  const context = contentContext();
  const call = caller(handlers, context);
  const found = async (query = "harbor") => {
    const { items } = await call("searchSpace", { spaceId: "guide" }, { query: { query } });
    return items.map(({ id, path }: { id: string; path: string }) => (id === path ? id : `${id} at ${path}`));
  };
  const page = (id: string, markdown = "the harbor") => ({ id, title: id, markdown });
  putContent(context, { pages: [page("a"), page("b"), page("c")] });
  expect(await found()).toEqual(["a", "b", "c"]);
  putContent(context, { pages: [page("a")] });
  expect(await found()).toEqual(["a"]);
  putContent(context, { pages: [page("d"), { ...page("e", "the port"), pages: [page("a")] }] });
  expect(await found()).toEqual(["d", "a at e/a"]);
  expect(await found("port")).toEqual(["e"]);
  for (const { id } of context.store.all<{ id: string }>("revision", "guide")) context.store.remove("revision", id);
  putContent(context, { pages: [page("e")] });
  expect([await found(), await found("port")]).toEqual([["e"], []]);
});
