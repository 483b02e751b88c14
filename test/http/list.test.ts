import { describe, expect, it } from "vitest";
import { getChangeRequestPdf } from "../../src/catalog/change-requests.js";
import { listOrgsByEmailDomain } from "../../src/catalog/organizations.js";
import { getSpace, listOrgSpaces, listSpaceLinks } from "../../src/catalog/spaces.js";
import type { Client, ListOptions, Page } from "../../src/http/types.js";
import { failing, json, scripted, text } from "./support.js";

const org = { params: { organizationId: "o1" } };
const page = (ids: string[], next?: unknown, more: object = {}) =>
  json(200, {
    ...(next !== undefined && { next: typeof next === "string" ? { page: next } : next }),
    ...more,
    items: ids.map((id) => ({ id })),
  });

async function read(client: Client, options: ListOptions = {}): Promise<{ ids: string[]; pages: Page<unknown>[] }> {
  const pages: Page<unknown>[] = [];
  for await (const one of client.list(listOrgSpaces, org, options).pages()) pages.push(one);
  return { ids: pages.flatMap(({ items }) => items.map((item) => String((item as { id: string }).id))), pages };
}

const PATH = "GET /v1/orgs/o1/spaces";

describe("lists", () => {
  it("R22 R23 fetches all pages with the same query and the cursor as it came", async () => {
    const cursor = "a/b?c=d&e#f +%20ü";
    const { client, lines } = scripted([page(["1", "2"], cursor), page(["3"])]);
    expect((await read(client)).ids).toEqual(["1", "2", "3"]);
    expect(lines()).toEqual([`${PATH}?limit=1000`, `${PATH}?limit=1000&page=a%2Fb%3Fc%3Dd%26e%23f+%2B%2520%C3%BC`]);
  });

  it("R22 R50 never follows a cursor that looks like an address", async () => {
    const { client, requests } = scripted([page(["1"], "https://evil.example/v1?page=2"), page(["2"])]);
    await read(client);
    expect(requests[1]?.url).toBe(
      "https://api.example.com/v1/orgs/o1/spaces?limit=1000&page=https%3A%2F%2Fevil.example%2Fv1%3Fpage%3D2",
    );
  });

  it("R22 refuses a cursor above 8 KiB", async () => {
    const fine = scripted([page(["1"], "x".repeat(8192)), page(["2"])]);
    expect((await read(fine.client)).ids).toEqual(["1", "2"]);
    const { client } = scripted([page(["1"], "x".repeat(8193))], { retries: 0 });
    expect(await failing(read(client))).toMatchObject({
      kind: "invalid-answer",
      message: "the list's cursor is longer than 8192 bytes",
    });
  });

  it.each([[undefined], [null], [{}], [{ page: null }], [{ page: "" }], [{ other: 1 }]])(
    "R21 next %j is the end",
    async (next) => {
      const { client, requests } = scripted([page(["1"], next)]);
      expect((await read(client)).ids).toEqual(["1"]);
      expect(requests.length).toBe(1);
    },
  );

  it.each([[[]], [7], [true], [{ page: 7 }], [{ page: {} }], [{ page: ["x"] }]])(
    "R21 next %j is not valid",
    async (next) => {
      const { client } = scripted([json(200, { next, items: [] })], { retries: 0 });
      expect(await failing(read(client))).toMatchObject({ kind: "invalid-answer" });
    },
  );

  it("R21 a next that is text is not valid", async () => {
    const { client } = scripted([json(200, { next: "c2", items: [] })], { retries: 0 });
    expect(await failing(read(client))).toMatchObject({ message: "the list's next is not an object" });
  });

  it.each([["{}"], ['{"items":null}'], ['{"items":{"0":1}}'], ['{"items":"x"}'], ["[]"], ["null"]])(
    "R26 %s is no list",
    async (body) => {
      const { client } = scripted([text(200, body)], { retries: 0 });
      expect(await failing(read(client))).toMatchObject({ kind: "invalid-answer" });
    },
  );

  it("R31 an item of the wrong kind is not valid, unknown members are kept", async () => {
    const { client } = scripted([text(200, '{"items":[{"z":1,"id":"1"},["x"]]}')], { retries: 0 });
    expect(await failing(read(client))).toMatchObject({
      message: "the answer is not as documented: items.1 is not an object",
    });
    const fine = scripted([text(200, '{"items":[{"z":1,"id":"1"}]}')]);
    const { pages } = await read(fine.client);
    expect(JSON.stringify(pages[0]?.items)).toBe('[{"z":1,"id":"1"}]');
  });

  it("R24 stops when a cursor comes again: A, A", async () => {
    const { client, requests } = scripted([page(["1"], "A"), page(["2"], "A")]);
    expect(await failing(read(client))).toMatchObject({
      kind: "invalid-answer",
      message: "the list does not end: the service repeated a cursor",
      details: { itemsPrinted: 2, nextPage: "A" },
    });
    expect(requests.length).toBe(2);
  });

  it("R24 stops when a cursor comes again: A, B, A", async () => {
    const { client, requests } = scripted([page(["1"], "A"), page(["2"], "B"), page(["3"], "A")]);
    expect(await failing(read(client))).toMatchObject({ kind: "invalid-answer" });
    expect(requests.length).toBe(3);
  });

  it("R24 counts the cursor that was given, and long ones", async () => {
    const given = scripted([page(["1"], "A")]);
    expect(await failing(read(given.client, { page: "A" }))).toMatchObject({ kind: "invalid-answer" });
    expect(given.lines()).toEqual([`${PATH}?limit=1000&page=A`]);
    const long = "x".repeat(500);
    const { client } = scripted([page(["1"], `${long}1`), page(["2"], `${long}2`), page(["3"], `${long}1`)]);
    expect(await failing(read(client))).toMatchObject({
      message: "the list does not end: the service repeated a cursor",
    });
  });

  it("R25 goes on after an empty page, for ten in a row", async () => {
    const empties = (count: number) => Array.from({ length: count }, (_, n) => page([], `e${n}`));
    const nine = scripted([
      ...empties(9),
      page(["1"], "z"),
      ...empties(9).map((_, n) => page([], `f${n}`)),
      page(["2"]),
    ]);
    expect((await read(nine.client)).ids).toEqual(["1", "2"]);
    const { client, requests } = scripted([...empties(10), page(["1"])]);
    expect(await failing(read(client))).toMatchObject({
      kind: "invalid-answer",
      message: "the list does not end: 10 empty pages in a row",
    });
    expect(requests.length).toBe(10);
  });

  it("R26 trusts no count; a mismatch is a note under --debug", async () => {
    const { client, events } = scripted([page(["1"], "A", { count: 99 }), page(["2", "3"], undefined, { count: 99 })]);
    const { ids, pages } = await read(client);
    expect([ids, pages.map(({ count }) => count)]).toEqual([
      ["1", "2", "3"],
      [99, 99],
    ]);
    expect(events.at(-1)).toEqual({ type: "note", message: "the service counted 99 items and sent 3", debug: true });
    for (const count of [3, 2]) {
      const quiet = scripted([page(["1"], "A", { count }), page(["2", "3"], undefined, { count })]);
      await read(quiet.client);
      expect(quiet.notes()).toEqual([]);
    }
  });

  it("R27 keeps objects that come again and says how many at the end", async () => {
    const steps = [page(["1", "2"], "A"), page(["2", "3"], "B"), page(["1"])];
    const { client, notes } = scripted(steps);
    expect((await read(client)).ids).toEqual(["1", "2", "2", "3", "1"]);
    expect(notes()).toEqual(["2 objects were listed more than once"]);
  });

  it("R28 a failure after a page says what came and where to go on", async () => {
    const { client } = scripted([page(["1", "2"], "A"), json(500, { message: "oops" })]);
    const seen: number[] = [];
    const error = await failing(
      (async () => {
        for await (const { items } of client.list(listOrgSpaces, org).pages()) seen.push(items.length);
      })(),
    );
    expect(seen).toEqual([2]);
    expect(error).toMatchObject({
      kind: "service",
      status: 500,
      details: { itemsPrinted: 2, nextPage: "A", method: "GET", path: "/v1/orgs/o1/spaces" },
    });
  });

  it.each([400, 404, 410])("R28 a %d for a later cursor says so, and the list is not begun again", async (status) => {
    const { client, requests } = scripted([page(["1"], "A"), json(status, { message: "bad page" })]);
    expect(await failing(read(client))).toMatchObject({
      status,
      message: `cursor no longer valid: the service answered ${status}: bad page`,
      details: { itemsPrinted: 1, nextPage: "A" },
    });
    expect(requests.length).toBe(2);
    const first = scripted([json(status, { message: "bad page" })]);
    expect(await failing(read(first.client))).toMatchObject({ message: `the service answered ${status}: bad page` });
  });

  it("R29 fetches no page beyond the limit and asks for no more than it", async () => {
    const { client, lines } = scripted([page(["1", "2"], "A"), page(["3", "4"], "B"), page(["5"])]);
    const { ids, pages } = await read(client, { limit: 4 });
    expect([ids, pages.at(-1)?.next, pages.at(-1)?.skipped]).toEqual([["1", "2", "3", "4"], "B", undefined]);
    expect(lines()).toEqual([`${PATH}?limit=4`, `${PATH}?limit=4&page=A`]);
  });

  it("R29 cuts a page, and says how to go on without losing an item", async () => {
    const { client, lines } = scripted([page(["1", "2"], "A"), page(["3", "4"], "B")]);
    const { ids, pages } = await read(client, { limit: 3, pageSize: 2 });
    expect([ids, pages.at(-1)?.next, pages.at(-1)?.skipped]).toEqual([["1", "2", "3"], "A", 1]);
    expect(lines()).toEqual([`${PATH}?limit=2`, `${PATH}?limit=2&page=A`]);
  });

  it("R29 a limit equal to the whole list ends it without a next", async () => {
    const { client } = scripted([page(["1", "2"])]);
    expect((await read(client, { limit: 2 })).pages.at(-1)?.next).toBeUndefined();
  });

  it.each([
    [{ pageSize: 0 }, "pageSize: must be a whole number from 1 to 1000"],
    [{ pageSize: 1001 }, "pageSize: must be a whole number from 1 to 1000"],
    [{ pageSize: 2.5 }, "pageSize: must be a whole number from 1 to 1000"],
    [{ limit: 0 }, "limit: must be a whole number of 1 or more"],
    [{ limit: Number.NaN }, "limit: must be a whole number of 1 or more"],
  ])("R23 refuses %j before anything is sent", async (options, message) => {
    const { client, requests } = scripted([page([])]);
    expect(await failing(read(client, options))).toMatchObject({ kind: "invalid-input", message });
    expect(requests.length).toBe(0);
  });

  it("R23 repeats filters and additions on every page", async () => {
    const { client, lines } = scripted([page(["1"], "A"), page(["2"])]);
    const pages = client
      .list(listSpaceLinks, { params: { spaceId: "s1" } }, { pageSize: 50, extra: { query: { q: ["x", "y"] } } })
      .pages();
    for await (const one of pages) expect(one.items.length).toBe(1);
    expect(lines()).toEqual([
      "GET /v1/spaces/s1/links?limit=50&q=x&q=y",
      "GET /v1/spaces/s1/links?limit=50&page=A&q=x&q=y",
    ]);
  });

  it("keeps the statistics beside the items", async () => {
    const { client } = scripted([json(200, { items: [], stats: { total: 3, broken: { total: 1 } } })]);
    for await (const { stats } of client.list(listSpaceLinks, { params: { spaceId: "s1" } }).pages()) {
      expect(stats).toEqual({ total: 3, broken: { total: 1 } });
    }
  });

  it("R20 endpoints that do not page send no cursor and give one page", async () => {
    const { client, lines } = scripted([json(200, { next: { page: "A" }, organizations: [{ id: "o1" }] })]);
    const pages = [];
    for await (const one of client
      .list(listOrgsByEmailDomain, { params: { emailDomain: "example.com" } }, { limit: 5 })
      .pages())
      pages.push(one);
    expect(pages.map(({ items, next }) => [items, next])).toEqual([[[{ id: "o1" }], undefined]]);
    expect(lines()).toEqual(["GET /v1/email-domains/example.com/orgs"]);
  });

  it("R20 the page of a PDF is an id: sent once, and never a list", async () => {
    const { client, lines } = scripted([json(200, { url: "https://x" })]);
    await client.call(getChangeRequestPdf, { params: { spaceId: "s1", changeRequestId: "4" }, query: { page: "p1" } });
    expect(lines()).toEqual(["GET /v1/spaces/s1/change-requests/4/pdf?page=p1"]);
    expect(() => client.list(getChangeRequestPdf, { params: { spaceId: "s1", changeRequestId: "4" } })).toThrow(
      TypeError,
    );
    expect(() => client.list(getSpace, { params: { spaceId: "s1" } })).toThrow(TypeError);
  });

  it("R1 repeats a page that came broken", async () => {
    const { client, requests } = scripted([page(["1"], "A"), text(200, '{"items":['), page(["2"])]);
    expect((await read(client)).ids).toEqual(["1", "2"]);
    expect(requests.length).toBe(3);
  });

  it("R5 the waits of all pages count together", async () => {
    const slow = json(429, {}, { "retry-after": "50" });
    const { client, clock } = scripted([slow, page(["1"], "A"), slow, page(["2"], "B"), slow, page(["3"])]);
    expect(await failing(read(client))).toMatchObject({
      kind: "rate-limited",
      details: { itemsPrinted: 2, nextPage: "B" },
    });
    expect(clock.slept).toEqual([51_000, 51_000]);
  });

  it("R9 has no deadline unless one is given", async () => {
    const steps = Array.from({ length: 5 }, (_, n) => () => {
      run.clock.advance(200_000);
      return page([String(n)], n < 4 ? `c${n}` : undefined);
    });
    const run = scripted(steps);
    expect((await read(run.client)).ids).toEqual(["0", "1", "2", "3", "4"]);
    const bounded = scripted(
      Array.from({ length: 5 }, (_, n) => () => {
        bounded.clock.advance(200_000);
        return page([String(n)], `c${n}`);
      }),
      { deadline: 300_000 },
    );
    expect(await failing(read(bounded.client))).toMatchObject({ kind: "timeout", details: { itemsPrinted: 2 } });
  });
});

describe("the page ahead", () => {
  const tick = () => new Promise((resolve) => setImmediate(resolve));

  it("is requested before the current one is read, and only one", async () => {
    const { client, requests } = scripted([page(["1"], "A"), page(["2"], "B"), page(["3"])]);
    const pages = client.list(listOrgSpaces, org).pages()[Symbol.asyncIterator]();
    await pages.next();
    await tick();
    expect(requests.length).toBe(2);
    await tick();
    expect(requests.length).toBe(2);
    await pages.next();
    await tick();
    expect(requests.length).toBe(3);
  });

  it("is given up when the reader stops, without an unhandled rejection", async () => {
    let signal: AbortSignal | undefined;
    const { client } = scripted([
      page(["1"], "A"),
      (request) =>
        new Promise((_, reject) => {
          signal = request.signal;
          request.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        }),
    ]);
    for await (const one of client.list(listOrgSpaces, org).pages()) {
      expect(one.items.length).toBe(1);
      await tick();
      break;
    }
    expect(signal?.aborted).toBe(true);
  });

  it("fails only after the page before it was read", async () => {
    const { client } = scripted([page(["1"], "A"), json(403, { message: "no" })]);
    const pages = client.list(listOrgSpaces, org).pages()[Symbol.asyncIterator]();
    expect((await pages.next()).value?.items).toEqual([{ id: "1" }]);
    await tick();
    expect(await failing(pages.next())).toMatchObject({ kind: "forbidden" });
  });
});
