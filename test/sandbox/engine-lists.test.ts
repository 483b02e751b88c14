import { describe, expect, test } from "vitest";
import { type ItemList, listAnswer, type StoredList } from "../../src/sandbox/lists.js";
import type { HandlerContext } from "../../src/sandbox/types.js";
import { useTestSandbox } from "../helpers/set-ups.js";

const box = useTestSandbox({ load: () => {} });

interface Envelope {
  next?: { page: string };
  count: number;
  items: { id: string }[];
  stats?: unknown;
}

const page = (
  list: (context: HandlerContext) => StoredList | ItemList,
  query: Record<string, unknown> = {},
  path = "/v1/notes",
) =>
  box.change((context) => {
    const answer = listAnswer(context, { path, params: {}, query, body: {} }, list(context));
    return JSON.parse(Buffer.from(answer.json).toString()) as Envelope;
  });

/** All ids, page by page. `between` runs after the first page. */
async function walk(
  list: (context: HandlerContext) => StoredList | ItemList,
  limit: number,
  between: () => unknown = () => {},
): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const query: Record<string, unknown> = cursor === undefined ? { limit } : { limit, page: cursor };
    const { items, next } = await page(list, query);
    pages.push(items.map(({ id }) => id));
    cursor = next?.page;
    if (pages.length === 1) await between();
  } while (cursor !== undefined && pages.length < 20);
  return pages;
}

const put = (scope: string, ...ids: string[]) =>
  box.change(({ store }) => {
    for (const id of ids) store.put("note", id, scope, { id, kind: id < "c" ? "low" : "high" });
  });
const remove = (id: string) => box.change(({ store }) => store.remove("note", id));
const stored =
  (list: Partial<StoredList> = {}) =>
  (): StoredList => ({ kind: "note", scope: "one", ...list });
const filtered = ({ store }: HandlerContext): ItemList => ({ items: store.all("note", "one") });

describe.each([
  ["stored objects", stored()],
  ["found objects", filtered],
])("%s", (_, list) => {
  test("whole pages, the last one without next", async () => {
    await put("one", "a", "b", "c", "d");
    expect(await walk(list, 2)).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
    expect(await walk(list, 3)).toEqual([["a", "b", "c"], ["d"]]);
    expect(await page(list, { limit: 4 })).toEqual({
      count: 4,
      items: [
        { id: "a", kind: "low" },
        { id: "b", kind: "low" },
        { id: "c", kind: "high" },
        { id: "d", kind: "high" },
      ],
    });
  });

  test("an empty list", async () => {
    expect(await page(list)).toEqual({ count: 0, items: [] });
  });

  test("objects that go or come between two pages neither hide nor repeat others", async () => {
    await put("one", "a", "b", "c", "d", "e");
    expect(await walk(list, 2, () => remove("a"))).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    const pages = await walk(list, 2, () =>
      box.change(({ store }) => {
        store.put("note", "new", "one", { id: "new" });
        store.place("note", "new", "one", { before: "b" });
      }),
    );
    expect(pages).toEqual([
      ["b", "c"],
      ["d", "e"],
    ]);
  });

  test("the last object seen may be gone", async () => {
    await put("one", "a", "b", "c", "d");
    expect(await walk(list, 2, () => remove("b"))).toEqual([
      ["a", "b"],
      ["c", "d"],
    ]);
  });

  test("a cursor that is none is 400", async () => {
    await put("one", "a");
    for (const cursor of [
      "",
      "x",
      "1",
      Buffer.from("[]").toString("base64url"),
      Buffer.from("{").toString("base64url"),
    ]) {
      await expect(page(list, { page: cursor })).rejects.toMatchObject({
        status: 400,
        message: "page is not a page of this list",
      });
    }
  });

  test("a cursor of another list, or of the same one with other filters, is 400", async () => {
    await put("one", "a", "b", "c");
    const { next } = await page(list, { limit: 1, status: "open" });
    const cursor = { limit: 1, page: next?.page };
    await expect(page(list, { ...cursor, status: "draft" })).rejects.toMatchObject({ status: 400 });
    await expect(page(list, cursor)).rejects.toMatchObject({ status: 400 });
    await expect(page(list, { ...cursor, status: "open" }, "/v1/other")).rejects.toMatchObject({ status: 400 });
    // How many, and how they look, may change from page to page.
    const same = await page(list, { ...cursor, status: "open", limit: 2, format: "document", metadata: false });
    expect(same.items.map(({ id }) => id)).toEqual(["b", "c"]);
  });

  test("a cursor with a negative place is 400", async () => {
    await put("one", "a", "b", "c");
    const { next } = await page(list, { limit: 1 });
    const parts: unknown[] = JSON.parse(Buffer.from(next?.page ?? "", "base64url").toString());
    expect(parts).toHaveLength(4);
    const forged = Buffer.from(JSON.stringify([parts[0], "gone", -1, parts[3]])).toString("base64url");
    await expect(page(list, { page: forged })).rejects.toMatchObject({ status: 400 });
  });

  test("limit=1000 gives as many, 50 without a limit", async () => {
    await put("one", ...Array.from({ length: 1001 }, (_, index) => `n${index}`));
    expect((await page(list, { limit: 1000 })).items).toHaveLength(1000);
    expect((await page(list)).items).toHaveLength(50);
  });
});

test("several scopes follow each other, also within a page", async () => {
  await put("one", "a", "b", "c");
  await put("two");
  await put("three", "d", "e");
  const list = stored({ scope: ["one", "two", "three"] });
  expect(await walk(list, 2)).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect(await walk(list, 3)).toEqual([
    ["a", "b", "c"],
    ["d", "e"],
  ]);
  expect((await page(list, { limit: 1 })).count).toBe(5);
});

test("a filter and the descending order", async () => {
  await put("one", "a", "b", "c", "d");
  expect(await walk(stored({ descending: true }), 3)).toEqual([["d", "c", "b"], ["a"]]);
  expect(await walk(stored({ where: { kind: "high" } }), 1)).toEqual([["c"], ["d"]]);
  expect((await page(stored({ where: { kind: "high" } }))).count).toBe(2);
  expect(await walk(stored({ where: { kind: "low" }, descending: true }), 1)).toEqual([["b"], ["a"]]);
});

test("further members of the envelope stand beside the items", async () => {
  const answer = await page(() => ({ items: [{ id: "a" }], extra: { stats: { total: 1 } } }));
  expect(answer).toEqual({ count: 1, stats: { total: 1 }, items: [{ id: "a" }] });
});

test("a cursor of a scope that is not listed is 400", async () => {
  await put("one", "a", "b");
  const { next } = await page(stored(), { limit: 1 });
  await expect(page(stored({ scope: "other" }), { page: next?.page })).rejects.toMatchObject({ status: 400 });
});

test("no next page is named when only empty scopes follow, and one when they do not", async () => {
  await put("one", "a", "b");
  await put("two");
  expect((await page(stored({ scope: ["one", "two"] }), { limit: 2 })).next).toBeUndefined();
  await put("three", "c");
  expect(await walk(stored({ scope: ["one", "two", "three"] }), 2)).toEqual([["a", "b"], ["c"]]);
});

test("items without an id are found again by their key", async () => {
  const list = (ids: string[]) => (): ItemList<{ of: { id: string } }> => ({
    items: ids.map((id) => ({ of: { id } })),
    key: ({ of }) => of.id,
  });
  const of = (answer: unknown) => (answer as { items: { of: { id: string } }[] }).items.map((item) => item.of.id);
  const first = await page(list(["a", "b", "c", "d"]) as never, { limit: 2 });
  const query = { limit: 2, page: first.next?.page };
  expect(of(await page(list(["b", "c", "d"]) as never, query))).toEqual(["c", "d"]);
  expect(of(await page(list(["c", "d"]) as never, query))).toEqual(["c", "d"]);
  // Neither the last item seen nor the one after it is there: nothing tells where to go on.
  await expect(page(list(["d"]) as never, query)).rejects.toMatchObject({ status: 400 });
  expect(await page(list([]) as never, query)).toEqual({ count: 0, items: [] });
});

test("only the items of the page are made", async () => {
  const made: string[] = [];
  const list = (): ItemList<{ id: string }> => ({
    items: [{ id: "a" }, { id: "b" }, { id: "c" }],
    present: (items) => {
      made.push(...items.map(({ id }) => id));
      return items.map(({ id }) => ({ id, made: true }));
    },
  });
  const answer = await page(list as never, { limit: 1 });
  expect(answer).toMatchObject({ count: 3, items: [{ id: "a", made: true }] });
  expect(made).toEqual(["a"]);
});
