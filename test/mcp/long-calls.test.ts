/** A call that would take longer than hosts wait: what was found so far, and going on from there. */
import { expect, test } from "vitest";
import { listOrgSpaces } from "../../src/catalog/spaces.js";
import { createMemory, createToolbox } from "../../src/mcp/toolbox.js";
import { TOOLS } from "../../src/mcp/tools/index.js";
import type { ToolDependencies } from "../../src/mcp/types.js";
import { never, serving } from "./tool-helper.js";

const SPACES = Array.from({ length: 8 }, (_, number) => ({
  id: `s${number}`,
  title: `Space ${number}`,
  visibility: "public",
}));
const PAGE = { id: "p1", title: "Setup", path: "setup", type: "document", noIndex: true };
const ANSWERS = {
  "/v1/orgs/o1/spaces": SPACES,
  ...Object.fromEntries(SPACES.map(({ id }) => [`/v1/spaces/${id}/content/pages`, [PAGE]])),
  ...Object.fromEntries(SPACES.map(({ id }) => [`/v1/spaces/${id}/content/page/p1`, { ...PAGE, markdown: "x" }])),
};

/** A service that takes ten seconds for each request, by a clock of its own. */
function slowService(dataAt?: number) {
  let now = 0;
  const asked: string[] = [];
  const { call, list } = serving(ANSWERS);
  const ask = (path: string, given: unknown): void => {
    const { params = {} } = given as { params?: Record<string, string> };
    asked.push(path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name));
    now += 10_000;
  };
  const dependencies: ToolDependencies = {
    client: {
      call: async (endpoint, given, options) => {
        ask(endpoint.path, given);
        return call(endpoint, given, options);
      },
      list: (endpoint, given, options) => ({
        async *pages() {
          ask(endpoint.path, given);
          yield* list(endpoint, given, options).pages();
        },
      }),
    },
    resolveParams: async () => ({ organizationId: "o1" }),
    idsIn: () => undefined,
    diff: async () => never(),
    command: (words) => words.join(" "),
    now: () => now,
    dataAt,
  };
  return { asked, box: createToolbox(TOOLS, dependencies), wait: (time: number) => (now += time) };
}

// Answers of many shapes, whose members the tests name.
// biome-ignore lint/suspicious/noExplicitAny: as above
const resultOf = async (answer: Promise<{ value: Record<string, any> }>) => {
  const { value } = await answer;
  expect(value).not.toHaveProperty("error");
  return value.result;
};
const CHECK = ["check", { rules: ["page-noindex"] }] as const;

test("a check says what it found so far, and asked again goes on without reading anything twice", async () => {
  const { asked, box } = slowService();
  const sent: [number, number][] = [];
  const first = await resultOf(box.call(...CHECK, undefined, (done, total) => sent.push([done, total])));
  expect(first.partial).toMatchObject({ rules_not_finished: ["page-noindex"], next: expect.stringContaining("again") });
  expect(first.findings.length).toBeGreaterThan(0);
  expect(first.findings.length).toBeLessThan(8);
  expect(first.counts).toMatchObject({ fail: first.findings.length, "not-evaluable": 0, pass: 0 });
  expect(sent.length).toBeGreaterThan(asked.length - 1);
  expect(sent.every(([done, total]) => done <= total)).toBe(true);

  let last = first;
  for (let calls = 1; calls < 9 && last.partial; calls += 1) last = await resultOf(box.call(...CHECK));
  expect(last).not.toHaveProperty("partial");
  expect(last.counts).toMatchObject({ fail: 8 });
  expect(asked.filter((path, at) => asked.indexOf(path) < at)).toEqual([]);
  expect([...asked].sort()).toEqual(Object.keys(ANSWERS).sort());
  const whole = asked.length;
  // Once it was whole, the next one reads what is there then.
  await box.call(...CHECK);
  expect(asked.slice(whole)).toContain("/v1/orgs/o1/spaces");
});

test("the rest of a long answer is made of what was read; from the start it is read anew", async () => {
  const { asked, box, wait } = slowService();
  const page = (offset: number) => resultOf(box.call("check", { rules: ["page-noindex"], limit: 3, offset }));
  let first = await page(0);
  while (first.partial) first = await page(0);
  expect(first.next_offset).toBe(3);
  const whole = asked.length;
  wait(60_000);
  const second = await page(3);
  const found = [...first.findings, ...second.findings];
  expect(asked).toHaveLength(whole);
  // It is not as of now: that is when the first of it was read.
  expect([first.as_of, second.as_of]).toEqual(["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z"]);
  await page(0);
  expect(asked.slice(whole)).toContain("/v1/orgs/o1/spaces");
  let again = await page(0);
  while (again.partial) again = await page(0);
  const last = await page(6);
  expect(last).not.toHaveProperty("next_offset");
  const ids = [...found, ...last.findings].map(({ within }: { within: { id: string } }) => within.id);
  expect(ids.sort()).toEqual(SPACES.map(({ id }) => id));
});

test("an answer from a snapshot is as old as the snapshot", async () => {
  const { box } = slowService(Date.UTC(2026, 0, 1));
  expect((await resultOf(box.call(...CHECK))).as_of).toBe("2026-01-01T00:00:00.000Z");
  expect((await resultOf(slowService().box.call(...CHECK))).as_of).toBe("1970-01-01T00:00:00.000Z");
});

test("an answer of ten minutes ago is read again", async () => {
  const { asked, box, wait } = slowService();
  await box.call(...CHECK);
  wait(700_000);
  const before = asked.length;
  await box.call(...CHECK);
  expect(asked.slice(before)).toContain("/v1/orgs/o1/spaces");
});

test("an unknown argument or tool is answered with those that there are", async () => {
  const { box } = slowService();
  const errorOf = async (name: string, input: object) => (await box.call(name, input)).value.error;
  expect(await errorOf("links", { direction: "to", of: 1 })).toEqual({
    kind: "usage",
    message: 'unknown argument "direction", "of"',
    hint: "links takes space, change_request, page, broken, to, limit, cursor",
  });
  expect(await errorOf("find", { querry: "x" })).toMatchObject({
    message: 'text is required; unknown argument "querry"',
  });
  expect(await errorOf("rename", {})).toMatchObject({ hint: expect.stringContaining("tools: find, list, view") });
});

test("the first page of a long list is kept, too", async () => {
  let asked = 0;
  const { list, call } = serving({ "/v1/orgs/o1/spaces": { items: SPACES, next: "more" } });
  const memory = createMemory(() => 0);
  const reader = memory.remembering({
    call,
    list: (endpoint, given, options) => ({
      async *pages() {
        asked += 1;
        yield* list(endpoint, given, options).pages();
      },
    }),
  });
  const begin = async (options: { extra?: { prefer: string } } = {}) => {
    const input = { params: { organizationId: "o1" } };
    for await (const { items } of reader.list(listOrgSpaces, input, { limit: 8, ...options }).pages()) {
      expect(items).toHaveLength(8);
      break;
    }
  };
  for (let times = 0; times < 3; times += 1) await begin();
  expect(asked).toBe(1);
  // A list without what one check does not read is not the list of another check.
  await begin({ extra: { prefer: "some" } });
  expect(asked).toBe(2);
});
