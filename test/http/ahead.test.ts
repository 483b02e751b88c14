import { describe, expect, it } from "vitest";
import { listOrgSpaces } from "../../src/catalog/spaces.js";
import { createClient } from "../../src/http/client.js";
import type { ListOptions, WireRequest, WireResponse } from "../../src/http/types.js";
import { systemClock as realClock } from "../../src/system/clock.js";
import { failing } from "./support.js";

const org = { params: { organizationId: "o1" } };
/** Long enough to be read while the next page is on its way. */
const LONG = "x".repeat(70_000);

const itemsOf = (...ids: string[]) => ids.map((id) => `{"id":"${id}","t":"${LONG}"}`).join(",");
const body = (items: string, beside: string) => `{"items":[${items}]${beside}}`;
const next = (page: string) => `,"next":{"page":"${page}"}`;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Answers by cursor, and notes in which order pages were asked for and given out. */
function service(pages: Record<string, string | string[]>, { retries = 0, turns = 0 } = {}) {
  const log: string[] = [];
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    const cursor = new URL(request.url).searchParams.get("page") ?? "first";
    log.push(`asked ${cursor}`);
    await turn();
    const answer = pages[cursor] ?? "{}";
    return {
      status: 200,
      headers: {},
      body: Buffer.from(typeof answer === "string" ? answer : (answer.shift() ?? "")),
    };
  };
  const clock = { ...realClock, sleep: async () => {} };
  const client = createClient({ baseUrl: "https://api.example.com", token: () => "t", transport, retries, clock });
  const read = async (options: ListOptions = {}) => {
    const ids: string[] = [];
    for await (const page of client.list(listOrgSpaces, org, options).pages()) {
      ids.push(...page.items.map(({ id }) => String(id)));
      log.push(`given ${page.next ?? "end"}`);
      for (let at = 0; at < turns; at += 1) await turn();
    }
    return ids;
  };
  return { read, log };
}

describe("long pages", () => {
  it("asks for the next page before it reads the one whose end names it", async () => {
    const { read, log } = service({ first: `{"items":[{]${next("A")},"count":1}`, A: body(itemsOf("2"), "") });
    expect(await failing(read())).toMatchObject({ kind: "invalid-answer", message: "the answer is not valid JSON" });
    expect(log).toEqual(["asked first", "asked A"]);
  });

  it("drops what it asked for early where the page itself names another", async () => {
    const { read, log } = service(
      {
        first: [`{"items":[{]${next("A")}}`, body(itemsOf("1"), next("B"))],
        A: body(itemsOf("2"), ""),
        B: body(itemsOf("3"), ""),
      },
      { retries: 1 },
    );
    expect(await read()).toEqual(["1", "3"]);
    expect(log).toEqual(["asked first", "asked A", "asked first", "asked B", "given B", "given end"]);
  });

  it("asks for no page after the next while the caller is at work", async () => {
    const pages = { first: next("A"), A: next("B"), B: next("C"), C: "" };
    const { read, log } = service(
      Object.fromEntries(Object.entries(pages).map(([name, end]) => [name, body(itemsOf(name), end)])),
      { turns: 20 },
    );
    expect(await read()).toEqual(["first", "A", "B", "C"]);
    expect(log).toEqual([
      ...["asked first", "asked A", "given A", "asked B", "given B", "asked C", "given C", "given end"],
    ]);
  });

  it("asks for the next page before one is given out, one ahead", async () => {
    const { read, log } = service({
      first: body(itemsOf("1"), next("A")),
      A: body(itemsOf("2"), next("B")),
      B: body(itemsOf("3"), ""),
    });
    expect(await read()).toEqual(["1", "2", "3"]);
    expect(log).toEqual(["asked first", "asked A", "given A", "asked B", "given B", "given end"]);
  });

  it("asks for a page only when it is wanted, where that was asked for", async () => {
    const { read, log } = service({
      first: body(itemsOf("1"), next("A")),
      A: body(itemsOf("2"), ""),
    });
    expect(await read({ ahead: false })).toEqual(["1", "2"]);
    expect(log).toEqual(["asked first", "given A", "asked A", "given end"]);
  });

  it("R29 asks for nothing ahead of a limit", async () => {
    const { read, log } = service({ first: body(itemsOf("1"), next("A")), A: body(itemsOf("2"), "") });
    expect(await read({ limit: 1 })).toEqual(["1"]);
    expect(log).toEqual(["asked first", "given A"]);
  });

  it("R24 does not ask for a page that came before", async () => {
    const { read, log } = service({ first: body(itemsOf("1"), next("A")), A: body(itemsOf("2"), next("A")) });
    expect(await failing(read())).toMatchObject({ message: "the list does not end: the service repeated a cursor" });
    expect(log.filter((line) => line.startsWith("asked"))).toEqual(["asked first", "asked A"]);
  });
});
