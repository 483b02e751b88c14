/** What a tool says about going on leads through all of it: every item once, every character once. */
import { describe, expect, it } from "vitest";
import { cut, partOf, shorten } from "../../src/mcp/lists.js";
import { createToolbox } from "../../src/mcp/toolbox.js";
import { TOOLS } from "../../src/mcp/tools/index.js";
import type { ToolDependencies } from "../../src/mcp/types.js";
import { never } from "./tool-helper.js";

const dependenciesOf = (client: ToolDependencies["client"]): ToolDependencies => ({
  client,
  resolveParams: async (names) => Object.fromEntries(names.map((name) => [name, "x1"])),
  idsIn: () => undefined,
  diff: never,
  command: never,
  now: () => 0,
});

/** The members of a tool's input. */
function inputOf(tool: (typeof TOOLS)[number]): string[] {
  return Object.keys(tool.input().def.shape);
}

/** An input of each tool with a cursor, without a cursor and a limit. */
const LISTS: Record<string, Record<string, unknown>[]> = {
  list: [{ kind: "space" }, { kind: "member" }],
  search: [{ text: "charging" }, { text: "charging", space: "s1" }],
  links: [
    { space: "s1" },
    { space: "s1", page: "p1" },
    { space: "s1", page: "p1", to: true },
    { space: "s1", broken: true },
  ],
  api_get: [{ path: "/v1/orgs/o1/spaces" }],
};

it("each tool with a cursor is tried", () => {
  const paged = TOOLS.filter((tool) => inputOf(tool).includes("cursor"));
  expect(paged.map(({ name }) => name).sort()).toEqual(Object.keys(LISTS).sort());
});

const COUNT = 17;
const titles = Array.from({ length: COUNT }, (_, at) => `Thing ${at}`);
/** Of any list: what each tool shows of an item has its title in it. */
const item = (title: string) => ({
  id: title,
  title,
  pages: [{ id: title, title }],
  displayName: title,
  user: { id: title, displayName: title },
  target: { kind: "url", url: title, text: title },
  status: "broken",
});

describe.each(Object.entries(LISTS).flatMap(([name, inputs]) => inputs.map((input) => [name, input] as const)))(
  "%s %j",
  (name, input) => {
    it("shows each item once, as many at a time as were asked for", async () => {
      const asked: { pageSize: number | undefined; page: string | undefined }[] = [];
      const client: ToolDependencies["client"] = {
        call: never,
        list: (_, __, { pageSize = 100, page } = {}) => ({
          async *pages() {
            asked.push({ pageSize, page });
            const start = Number(page?.slice("after ".length) ?? 0);
            const next = start + pageSize < COUNT ? `after ${start + pageSize}` : undefined;
            // Stands in for whatever endpoint is listed.
            yield { items: titles.slice(start, start + pageSize).map(item), count: COUNT, next } as never;
          },
        }),
      };
      const toolbox = createToolbox(TOOLS, dependenciesOf(client));
      const seen: unknown[] = [];
      for (let cursor: unknown; ; ) {
        const { value, isError } = await toolbox.call(name, {
          ...input,
          limit: 5,
          ...(cursor !== undefined && { cursor }),
        });
        expect([isError, value.error]).toEqual([false, undefined]);
        // Tools that list answer with items.
        const { items, next_cursor } = value.result as { items: unknown[]; next_cursor?: string };
        expect(items.length).toBeLessThanOrEqual(5);
        seen.push(...items);
        if (next_cursor === undefined) break;
        expect(next_cursor).not.toBe(cursor);
        cursor = next_cursor;
      }
      expect(seen.map((one) => titles.filter((title) => JSON.stringify(one).includes(`"${title}"`)))).toEqual(
        titles.map((title) => [title]),
      );
      expect(new Set(asked.map(({ pageSize }) => pageSize))).toEqual(new Set([5]));
      // A page that did not fit is read again.
      expect([...new Set(asked.map(({ page }) => page))]).toEqual([undefined, "after 5", "after 10", "after 15"]);
    });
  },
);

describe("a text of characters that take two units", () => {
  const text = `a${"😀".repeat(20_000)}z`;

  it("is cut between them, wherever the limit is", () => {
    for (let most = 0; most < 30; most += 1) {
      const whole = [cut(text, most), JSON.stringify(shorten({ [text]: [text] }, { room: 3 * most, text: most }))];
      expect(whole.filter((one) => !/^(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/.test(one))).toEqual([]);
    }
  });

  it("is read in parts that make up the whole", () => {
    const parts: string[] = [];
    for (let offset: unknown = 0; offset !== undefined; ) {
      const part = partOf(text, Number(offset));
      parts.push(String(part.text));
      offset = part.next_offset;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.filter((one) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(one))).toEqual([]);
    expect(parts.join("")).toBe(text);
  });
});
