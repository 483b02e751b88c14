import { describe, expect, it } from "vitest";
import { listOrgSpaces } from "../../src/catalog/spaces.js";
import { createClient } from "../../src/http/client.js";
import { likelyNext } from "../../src/http/cursor.js";
import type { ListOptions, WireRequest, WireResponse } from "../../src/http/types.js";
import { failing } from "./support.js";

const org = { params: { organizationId: "o1" } };
/** Long enough to be read while the next page is on its way. */
const LONG = "x".repeat(70_000);

const itemsOf = (...ids: string[]) => ids.map((id) => `{"id":"${id}","t":"${LONG}"}`).join(",");
const body = (items: string, beside: string) => `{"items":[${items}]${beside}}`;
const next = (page: string) => `,"next":{"page":"${page}"}`;

/** Answers by cursor, and notes in which order pages were asked for and given out. */
function service(pages: Record<string, string>) {
  const log: string[] = [];
  const rooms = new Set<ArrayBufferLike>();
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    const cursor = new URL(request.url).searchParams.get("page") ?? "first";
    log.push(`asked ${cursor}`);
    await new Promise((resolve) => setImmediate(resolve));
    const bytes = Buffer.from(pages[cursor] ?? "{}");
    const room = request.room?.(bytes.length);
    if (!room) return { status: 200, headers: {}, body: bytes };
    rooms.add(room.buffer);
    room.set(bytes);
    return { status: 200, headers: {}, body: room.subarray(0, bytes.length) };
  };
  const client = createClient({ baseUrl: "https://api.example.com", token: () => "t", transport, retries: 0 });
  const read = async (options: ListOptions = {}) => {
    const ids: string[] = [];
    for await (const page of client.list(listOrgSpaces, org, { bytes: true, ...options }).pages()) {
      const text = page.raw ? Buffer.from(page.raw).toString() : JSON.stringify(page.items);
      ids.push(...[...text.matchAll(/"id":"(\w+)"/g)].map(([, id]) => String(id)));
      log.push(`given ${page.next ?? "end"}`);
    }
    return ids;
  };
  return { read, log, rooms };
}

describe("the cursor that a page names before it is read", () => {
  it.each([
    ['{"items":[{"id":"1"}],"count":3,"next":{"page":"a-1"}}', "a-1"],
    ['{"items":[],"next":{"page":"a=="},"count":3}', "a=="],
    ['{"next":{"page":"a/b"},"count":1,"items":[]}', "a/b"],
    ['{"count":1,"next":{"page":"é"},"items":[]}', undefined],
    ['{"items":[{"next":{"page":"inner"}}]}', undefined],
    ['{"items":[],"next":{"page":"a\\u0041"}}', undefined],
    ['{"items":[],"next":{}}', undefined],
    ['{"items":[],"next":{"page":""}}', undefined],
    ["", undefined],
  ])("%s", (text, cursor) => {
    expect(likelyNext(Buffer.from(text))).toBe(cursor);
  });
});

describe("long pages", () => {
  it("asks for the next page before one is read, one ahead", async () => {
    const { read, log } = service({
      first: body(itemsOf("1"), next("A")),
      A: body(itemsOf("2"), next("B")),
      B: body(itemsOf("3"), ""),
    });
    expect(await read()).toEqual(["1", "2", "3"]);
    expect(log).toEqual(["asked first", "asked A", "given A", "asked B", "given B", "given end"]);
  });

  it("reads the page that the answer means where another one was asked for", async () => {
    // The last of two members with one name counts.
    const { read, log } = service({
      first: `{"next":{"page":"A"},"items":[${itemsOf("1")}],"count":1,"next":{"page":"B"},"x":1}`,
      A: body(itemsOf("wrong"), ""),
      B: body(itemsOf("2"), next("C")),
      C: body(itemsOf("3"), ""),
    });
    expect(await read()).toEqual(["1", "2", "3"]);
    expect(log.filter((line) => line.startsWith("asked"))).toEqual(["asked first", "asked A", "asked B", "asked C"]);
  });

  it("R29 asks for nothing ahead of a limit", async () => {
    const { read, log } = service({ first: body(itemsOf("1"), next("A")), A: body(itemsOf("2"), "") });
    expect(await read({ limit: 1 })).toEqual(["1"]);
    expect(log).toEqual(["asked first", "given A"]);
  });

  it("R24 does not ask for a page that came before", async () => {
    const { read, log } = service({ first: body(itemsOf("1"), next("A")), A: body(itemsOf("2"), next("A")) });
    expect(await failing(read())).toMatchObject({ message: "the list does not end: a cursor came a second time" });
    expect(log.filter((line) => line.startsWith("asked"))).toEqual(["asked first", "asked A"]);
  });

  it("R29 takes turns with three pieces of memory", async () => {
    const names = ["first", "A", "B", "C", "D", "E", "F", "G"];
    const pages = names.map((name, index) => {
      const after = names[index + 1];
      return [name, body(itemsOf(name), after === undefined ? "" : next(after))];
    });
    const { read, rooms } = service(Object.fromEntries(pages));
    expect(await read()).toEqual(names);
    expect(rooms.size).toBe(3);
  });
});
