import { describe, expect, it } from "vitest";
import { listOrgSpaces } from "../../src/catalog/spaces.js";
import { createClient } from "../../src/http/client.js";
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
  const transport = async (request: WireRequest): Promise<WireResponse> => {
    const cursor = new URL(request.url).searchParams.get("page") ?? "first";
    log.push(`asked ${cursor}`);
    await new Promise((resolve) => setImmediate(resolve));
    return { status: 200, headers: {}, body: Buffer.from(pages[cursor] ?? "{}") };
  };
  const client = createClient({ baseUrl: "https://api.example.com", token: () => "t", transport, retries: 0 });
  const read = async (options: ListOptions = {}) => {
    const ids: string[] = [];
    for await (const page of client.list(listOrgSpaces, org, options).pages()) {
      ids.push(...page.items.map(({ id }) => String(id)));
      log.push(`given ${page.next ?? "end"}`);
    }
    return ids;
  };
  return { read, log };
}

describe("long pages", () => {
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
