import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import * as z from "zod/mini";
import type { AnyEndpoint } from "../../src/catalog/endpoint.js";
import { endpoints as CATALOG } from "../../src/catalog/index.js";
import { Failure } from "../../src/errors.js";
import type { Reader } from "../../src/http/types.js";
import { chooseTools, toolsFor } from "../../src/mcp/choose.js";
import { ITEM, listPage, partOf, shorten } from "../../src/mcp/lists.js";
import { createToolbox } from "../../src/mcp/toolbox.js";
import { TOOLS } from "../../src/mcp/tools/index.js";
import {
  type AnyTool,
  type CompareDependencies,
  defineTool,
  type PlanDependencies,
  type ToolDependencies,
} from "../../src/mcp/types.js";

const WRITES = Object.values(CATALOG).filter(({ method }) => method !== "GET");

const never = (): never => {
  throw new Error("not in this test");
};

const DEPENDENCIES: ToolDependencies = {
  client: { call: async () => never(), list: never },
  resolveParams: async () => ({}),
  idsIn: () => undefined,
  diff: async () => never(),
  command: (words) => words.join(" "),
  now: () => 0,
};

const SNAPSHOTS: CompareDependencies = { before: "2026-01-01", after: "2026-01-02", compare: async () => never() };

const PLANS: PlanDependencies = {
  client: DEPENDENCIES.client,
  origin: "https://docs.example",
  maker: "docs test",
  by: { account: "ann@laptop" },
  command: "mcp: propose",
  me: undefined,
  redact: (value) => value,
  keep: async () => never(),
};

const box = (tools: readonly AnyTool[], dependencies: Partial<ToolDependencies> = {}) =>
  createToolbox(tools, { ...DEPENDENCIES, ...dependencies });

/** A service with one list, in pages of the size that is asked for, or of its own. */
const service = (items: readonly object[], own?: number): ToolDependencies["client"] => ({
  call: async () => never(),
  list: (_, __, { pageSize = 100, page } = {}) => ({
    async *pages() {
      const [start, size] = [Number(page ?? 0), own ?? pageSize];
      const next = start + size < items.length ? String(start + size) : undefined;
      // Stands in for whatever endpoint is listed.
      yield { items: items.slice(start, start + size), count: items.length, next } as never;
    },
  }),
});

describe("no tool writes", () => {
  test.each(TOOLS.map((tool) => [tool.name, tool] as const))("%s", async (name, tool) => {
    const named = await tool.endpoints();
    expect(named.filter(({ method }) => method !== "GET")).toEqual([]);
    const [listed] = box([tool]).tools;
    expect(listed?.annotations).toEqual({
      title: tool.title,
      readOnlyHint: name !== "propose",
      destructiveHint: false,
      idempotentHint: name !== "propose",
      openWorldHint: true,
    });
    // Even a tool that went astray is stopped.
    for (const endpoint of WRITES) {
      const reached: string[] = [];
      const client: ToolDependencies["client"] = {
        call: async () => reached.push("call") as never,
        list: () => reached.push("list") as never,
      };
      const astray: AnyTool = {
        ...tool,
        input: () => z.object({}),
        endpoints: async () => [...named, endpoint],
        run: async (_, dependencies) => dependencies.client.call(endpoint, { params: {} }),
      };
      // The client that plans are made with is kept to reading as well.
      const planning: AnyTool = {
        ...astray,
        makesPlans: true,
        run: async (_, { plans }) => plans?.client.call(endpoint, { params: {} }),
      };
      for (const one of [astray, planning]) {
        const { isError, value } = await box([one], { client, plans: { ...PLANS, client } }).call(name, {});
        expect({ isError, reached }).toEqual({ isError: true, reached: [] });
        expect(JSON.stringify(value)).toContain(`may not call ${endpoint.method}`);
      }
    }
  });

  it("hands what plans need to propose alone", async () => {
    const having: string[] = [];
    const spies = TOOLS.map((tool) => ({
      ...tool,
      input: () => z.object({}),
      run: async (_: unknown, { plans }: ToolDependencies) => plans && having.push(tool.name),
    }));
    for (const { name } of spies) await box(spies, { plans: PLANS }).call(name, {});
    expect(having).toEqual(["propose"]);
  });

  const astray = (run: AnyTool["run"]): AnyTool => ({
    ...{ name: "astray", title: "Astray", description: "", input: () => z.object({}) },
    ...{ endpoints: async () => [], makesPlans: true, run },
  });
  const { listOrgs, createTeam } = CATALOG;
  const pages = async (client: Reader, endpoint: AnyEndpoint) => {
    for await (const page of client.list(endpoint as never, {} as never).pages()) void page;
  };
  it.each<[string, AnyTool["run"]]>([
    ["by a call", (_, { client }) => client.call(listOrgs as never, {} as never)],
    ["by a list", (_, { client }) => pages(client, listOrgs as AnyEndpoint)],
    ["by a call for a plan", async (_, { plans }) => plans?.client.call(listOrgs as never, {} as never)],
    ["by a list for a plan", async (_, { plans }) => plans && pages(plans.client, listOrgs as AnyEndpoint)],
    ["that writes, to look up a name", (_, { resolveParams }) => resolveParams([], { write: "call" })],
    ["that writes, to list names", (_, { resolveParams }) => resolveParams([], { write: "list" })],
  ])("lets no tool call an endpoint that it does not name, %s", async (_, run) => {
    const reached: string[] = [];
    const client: Reader = {
      call: async (endpoint) => reached.push(endpoint.path) as never,
      list: (endpoint) => {
        reached.push(endpoint.path);
        return service([]).list(endpoint, {} as never);
      },
    };
    const resolveParams: ToolDependencies["resolveParams"] = async (_, { write }, within) => {
      const bounded = within?.(client) ?? client;
      if (write === "call") await bounded.call(createTeam as never, {} as never);
      else await pages(bounded, createTeam as AnyEndpoint);
      return {};
    };
    const tools = box([astray(run)], { client, resolveParams, plans: { ...PLANS, client } });
    const { isError, value } = await tools.call("astray", {});
    expect({ isError, value, reached }).toMatchObject({
      isError: true,
      value: { error: { kind: "bug" } },
      reached: [],
    });
  });
});

describe("what programs see of the tools", () => {
  // Plans need the service and comparing needs a snapshot: no server has both.
  it.each([
    ["to compare", { snapshots: SNAPSHOTS, plans: undefined }],
    ["to propose", { snapshots: undefined, plans: PLANS }],
  ])("has about a dozen, each with a closed schema and a short description, %s", (_, dependencies) => {
    const { tools } = box(toolsFor(TOOLS, dependencies));
    expect(tools).toHaveLength(12);
    for (const { name, inputSchema, description } of tools) {
      expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties: false });
      expect(name).toMatch(/^[a-z_]+$/);
      expect(description.length, name).toBeLessThan(400);
    }
    expect(JSON.stringify(tools).length).toBeLessThan(16_000);
  });

  it("is what the build wrote down", () => {
    const written: unknown = JSON.parse(readFileSync("dist/tools.json", "utf8"));
    expect(written).toEqual(box(TOOLS).tools);
  });

  it("can be a choice of them", () => {
    expect(chooseTools(TOOLS, ["search", "find"]).map(({ name }) => name)).toEqual(["find", "search"]);
    expect(() => chooseTools(TOOLS, ["merge"])).toThrow('there is no tool "merge"');
  });

  it("refuses input that the schema does not have, in words", async () => {
    const { isError, value } = await box(TOOLS).call("search", { text: "", page: 1 });
    expect(isError).toBe(true);
    expect(value.error).toMatchObject({
      kind: "usage",
      hint: "search takes text (required), org, space, limit, cursor",
    });
    expect(value.error).toMatchObject({ message: expect.stringContaining("text: ") });
  });

  it("answers failures with kind, hint and status", async () => {
    const failure = new Failure("forbidden", "no access", { hint: "ask an admin", status: 403 });
    const resolveParams = async () => {
      throw failure;
    };
    const { value } = await box(TOOLS, { resolveParams }).call("list", { kind: "member" });
    expect(value.error).toEqual({ kind: "forbidden", message: "no access", hint: "ask an admin", status: 403 });
  });
});

describe("answers stay small", () => {
  const many = Array.from({ length: 130 }, (_, at) => ({ id: `s${at}`, title: `Space ${at}` }));
  const fields = ["id"];

  it.each([
    ["as the service pages", undefined],
    ["when the service ignores the page size", 130],
    ["when the service answers shorter pages", 7],
  ])("goes through a list with cursors, %s", async (_, own) => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPage(service(many, own), CATALOG.listOrgSpaces as never, {
        params: {},
        fields,
        limit: 50,
        cursor,
      });
      expect((page.items as unknown[]).length).toBeLessThanOrEqual(50);
      seen.push(...(page.items as unknown[]));
      expect(page.count).toBe(130);
      cursor = page.next_cursor as string | undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(many.map(({ id }) => ({ id })));
  });

  it("refuses a cursor of something else", async () => {
    const page = listPage(service(many), CATALOG.listOrgSpaces as never, {
      params: {},
      fields,
      cursor: "x",
    });
    await expect(page).rejects.toThrow("cursor is not a next_cursor of this tool");
  });

  it("cuts texts, lists and objects with a note", () => {
    const item = { title: "x".repeat(5000), tags: Array.from({ length: 5000 }, (_, at) => `tag${at}`), last: 1 };
    const text = JSON.stringify(shorten(item, ITEM));
    expect(text.length).toBeLessThan(2 * ITEM.room);
    expect(text).toContain("…[4600 more characters]");
    expect(text).toMatch(/\[\d+ more items omitted\]/);
    expect(JSON.stringify(shorten(Object.fromEntries(item.tags.map((tag) => [tag, tag])), ITEM))).toMatch(
      /\[\d+ more members omitted\]/,
    );
  });

  it("gives a long text in parts that join to the whole, never cutting a character", () => {
    const text = "🛒".repeat(25_001);
    let [joined, offset] = ["", 0 as number | undefined];
    while (offset !== undefined) {
      const part: Record<string, unknown> = partOf(text, offset);
      expect(part.total_characters).toBe(text.length);
      expect(String(part.text)).not.toMatch(/\p{Surrogate}/u);
      joined += part.text;
      offset = part.next_offset as number | undefined;
    }
    expect(joined).toBe(text);
  });

  it("says with every answer that a snapshot is not whole", async () => {
    const client = service([{ id: "s1" }]);
    const noticeWith = async (unread?: number) =>
      (await box(TOOLS, { client, unread }).call("list", { kind: "space" })).value.notice;
    expect(await noticeWith(3)).toContain("3 parts of this snapshot could not be read");
    expect(await noticeWith(0)).toBe(await noticeWith());
    expect(await noticeWith()).not.toContain("snapshot");
  });

  it.each([0, 1, 20, 21])("says what a query and a comparison may lack, twenty at most: %i gaps", async (count) => {
    const reasons = Array.from({ length: count }, (_, at) => `gap ${at}`);
    const gaps = reasons.map((reason) => ({ kind: "pages", side: "after", state: "failed", reason }));
    const query = async () => ({ columns: ["id"], rows: [], more: false, gaps: reasons });
    const snapshots = { ...SNAPSHOTS, compare: async () => ({ changes: [], gaps }) };
    const tools = box(TOOLS, { query, snapshots });
    const { result: asked } = (await tools.call("query", { sql: "SELECT 1" })).value;
    const { result: compared } = (await tools.call("compare", {})).value;
    if (count === 0) {
      expect(asked).toEqual({ columns: ["id"], rows: [] });
      expect(Object.keys(compared as object)).not.toContain("not_compared");
      return;
    }
    expect(asked).toMatchObject({ may_lack_rows: reasons.slice(0, 20) });
    expect(compared).toMatchObject({ not_compared: gaps.slice(0, 20), not_compared_count: count });
  });

  it("has a limit for a whole answer, whatever a tool forgets", async () => {
    const forgetful = defineTool({
      name: "forgetful",
      title: "Forgetful",
      description: "",
      input: () => z.object({}),
      endpoints: async () => [],
      run: async () => ({ title: "x".repeat(1e6), rows: Array.from({ length: 1e5 }, () => ({})) }),
    });
    const { value } = await box([forgetful]).call("forgetful", {});
    expect(JSON.stringify(value).length).toBeLessThan(120_000);
  });

  it("cuts what is told about a page, not only its text", async () => {
    const long = "x".repeat(1e6);
    const page = {
      id: "p1",
      title: long,
      path: long,
      description: long,
      type: "document",
      markdown: "a".repeat(30_000),
    };
    const client: ToolDependencies["client"] = { call: async () => page as never, list: never };
    const { value } = await box(TOOLS, { client }).call("read_page", { page: "p1" });
    expect(JSON.stringify(value).length).toBeLessThan(25_000);
    expect(value.result).toMatchObject({ id: "p1", total_characters: 30_000, next_offset: 20_000 });
  });

  it("drops what opens things without a token, also from chosen fields", async () => {
    const site = { visibility: "share-link", urls: { published: "https://docs.example/?shareKey=k1" } };
    const { value } = await box(TOOLS, { client: service([site]) }).call("list", {
      kind: "site",
      fields: ["visibility", "urls.published", "urls"],
    });
    expect(value.result).toMatchObject({ items: [{ visibility: "share-link", urls: {} }] });
    expect(JSON.stringify(value)).not.toContain("shareKey");
  });
});
