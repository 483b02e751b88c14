import { describe, expect, it } from "vitest";
import { listOrgSpaces, listSpaceLinks } from "../../src/catalog/spaces.js";
import type { Form, ListOptions, Page, RawPage } from "../../src/http/types.js";
import { failing, scripted, text } from "./support.js";

const org = { params: { organizationId: "o1" } };

async function pagesOf(bodies: string[], options: ListOptions = {}, form: Form = "bytes") {
  const run = scripted(
    bodies.map((body) => text(200, body)),
    { retries: 0 },
  );
  const pages: (Page<unknown> | RawPage)[] = [];
  for await (const one of run.client.list(listOrgSpaces, org, options).pages(form)) pages.push(one);
  return { ...run, pages };
}

const rawOf = (page: Page<unknown> | RawPage | undefined) =>
  page?.raw === undefined ? undefined : Buffer.from(page.raw).toString();

describe("pages as bytes", () => {
  it("hands out the bytes between the brackets, the cursor and the count", async () => {
    const items = '{"id":"1","t":"a]}\\"é","n":-1.5e3},{"id":"2","x":[[],{}]}';
    const { pages, lines } = await pagesOf([
      `{"next":{"page":"A"},"count":3,"items":[${items}]}`,
      '{"items":[{"id":"3"}],"count":3,"next":null}\n',
    ]);
    expect(pages.map(rawOf)).toEqual([items, '{"id":"3"}']);
    expect(pages.map(({ next, count }) => [next, count])).toEqual([
      ["A", 3],
      [undefined, 3],
    ]);
    expect(pages.map((page) => page.raw && page.starts)).toEqual([[0, 36], [0]]);
    expect(lines()[1]).toBe("GET /v1/orgs/o1/spaces?limit=1000&page=A");
  });

  it("is not offered unless asked for", async () => {
    const { pages } = await pagesOf(['{"items":[{"id":"1"}]}'], {}, "items");
    expect(rawOf(pages[0])).toBeUndefined();
    expect(pages[0]?.items).toEqual([{ id: "1" }]);
  });

  it.each([
    ["spaces between members", '{"items":[{"id": "1"}]}'],
    ["lines", '{\n"items":[{"id":"1"}]}'],
    ["text before it", ' {"items":[{"id":"1"}]}'],
    ["a DEL", '{"items":[{"id":"1\u007f"}]}'],
    ["a C1 control", '{"items":[{"id":"1\u009b"}]}'],
    ["a bidi override", '{"items":[{"id":"1\u202e"}]}'],
    ["a bidi isolate", '{"items":[{"id":"1\u2066"}]}'],
    ["a direction mark", '{"items":[{"id":"1\u200f"}]}'],
    ["an Arabic letter mark", '{"items":[{"id":"1\u061c"}]}'],
    ["a line separator", '{"items":[{"\u2028":"1"}]}'],
    ["a hidden character beside the items", '{"note":"\u2029","items":[{"id":"1"}]}'],
    ["the name once more, written in another way", '{"items":[{"id":"0"},{}],"\\u0069tems":[{"id":"1"}]}'],
    ["two arrays of that name", '{"items":[{"id":"0"}],"items":[{"id":"1"}]}'],
  ])("falls back to parsing for %s", async (_, body) => {
    const { pages } = await pagesOf([body]);
    expect(rawOf(pages[0])).toBeUndefined();
    expect(pages[0]?.items?.length).toBe(1);
  });

  it("takes other text beyond ASCII", async () => {
    const items = '{"id":"1","t":"… — ’ ü 日本 😀 \u00a0 ؛ \u2070"}';
    const { pages } = await pagesOf([`{"items":[${items}]}`]);
    expect(rawOf(pages[0])).toBe(items);
  });

  it.each([
    '{"items":[{"id":"1"},"x"]}',
    '{"items":[[]]}',
    '{"items":{"a":[]}}',
    '{"items":[{"id":tru}]}',
    '{"items":[{"id":"1"}',
    '{"items":[{"id":"1"}]}}',
    '{"items":[{"id":"1"},]}',
    '{"items":[{"id":"1"}],"next":"A"}',
    '{"item":[]}',
    '{"items":[]}\f',
    '{"items":[{"id":"1"}]}\v',
  ])("R26 R33 refuses %s as the parser does", async (body) => {
    expect(await failing(pagesOf([body]))).toMatchObject({ kind: "invalid-answer" });
  });

  it("R32 names the byte that is not UTF-8", async () => {
    const { client } = scripted(
      [{ status: 200, headers: {}, body: Buffer.from([...Buffer.from('{"items":["'), 0xff]) }],
      { retries: 0 },
    );
    const list = client.list(listOrgSpaces, org).pages("bytes");
    expect(await failing(list[Symbol.asyncIterator]().next())).toMatchObject({
      message: "the answer is not valid UTF-8 at byte 11",
    });
  });

  it("R24 R25 R27 R29 hold for bytes too", async () => {
    const again = await failing(pagesOf(['{"items":[{"id":"1"}],"next":{"page":"A"}}']));
    expect(again).toMatchObject({
      message: "the list does not end: the service repeated a cursor",
      details: { itemsPrinted: 2 },
    });
    const twice = await pagesOf([
      '{"items":[{"id":"1"},{"x":{"id":"1"},"id":"2"}],"next":{"page":"A"}}',
      '{"items":[{"id":"2"},{"id":3}]}',
    ]);
    expect(twice.notes()).toEqual(["1 object came more than once"]);
    const limited = await pagesOf(
      ['{"items":[{"id":"1"},{"id":"2"}],"next":{"page":"A"}}', '{"items":[{"id":"3"},{"id":"4"}]}'],
      { limit: 3 },
    );
    expect(limited.pages.map(rawOf)).toEqual(['{"id":"1"},{"id":"2"}', '{"id":"3"}']);
    expect(limited.pages[1]).toMatchObject({ starts: [0], skipped: 1, next: "A" });
  });

  it("keeps the statistics beside the items", async () => {
    const { client } = scripted([text(200, '{"items":[],"stats":{"total":1,"broken":{"changeRequest":[1]}}}')]);
    const list = client.list(listSpaceLinks, { params: { spaceId: "s1" } }).pages("bytes");
    const { value } = await list[Symbol.asyncIterator]().next();
    expect([rawOf(value), value?.stats]).toEqual(["", { total: 1, broken: { changeRequest: [1] } }]);
  });
});
