/** What tools for language models answer where they do not know everything, or were asked about two organizations. */
import { describe, expect, it, test } from "vitest";
import { endpoints as CATALOG } from "../../src/catalog/index.js";
import { placeFor } from "../../src/commands/mcp.js";
import { Failure } from "../../src/errors.js";
import { listPage, wordOf } from "../../src/mcp/lists.js";
import type { PlanDependencies, ToolDependencies } from "../../src/mcp/types.js";
import { json, scripted } from "../http/support.js";
import { type Answers, call, serving } from "./tool-helper.js";

const MEMBER = "/v1/orgs/o1/members/u1";

const access = (more: Answers) =>
  call(
    "explain_access",
    { member: "u1" },
    {
      [MEMBER]: { id: "u1", role: "read" },
      "/v1/spaces/s1": { id: "s1", organization: "o1", defaultLevel: "read" },
      [`${MEMBER}/spaces`]: [{ permission: "edit", space: { id: "s1" } }],
      [`${MEMBER}/teams`]: [],
      ...more,
    },
  );

describe("explain_access", () => {
  it.each([
    ["what it is", {}, "edit"],
    ["none, where all spaces are listed", { [`${MEMBER}/spaces`]: { items: [], count: 0 } }, "none"],
    ["unknown, where fewer are listed than counted", { [`${MEMBER}/spaces`]: { items: [], count: 1 } }, "unknown"],
    [
      "unknown, where fewer are listed than the member has",
      { [MEMBER]: { id: "u1", role: "read", spaces: 2 }, [`${MEMBER}/spaces`]: [{ space: { id: "s2" } }] },
      "unknown",
    ],
    ["unknown, where the service does not show it", { [`${MEMBER}/spaces`]: [{ space: { id: "s1" } }] }, "unknown"],
  ])("the permission is %s", async (_, answers, level) => {
    const { result } = await access(answers);
    expect(result).toMatchObject({ permission_in_space: level });
    const reasons = (result as { reasons: string[] }).reasons.join("; ");
    expect(reasons.includes("is not among the spaces")).toBe(level === "none");
    expect(reasons.includes("is not known")).toBe(level === "unknown");
  });

  const LEVELS = ["read", "comment", "edit", "review", "create", "admin"];
  it.each(LEVELS.slice(1).map((level, at) => [LEVELS[at], level]))("%s is below %s", async (lower, higher) => {
    const reasons = async (permission: string | undefined, defaultLevel: string | undefined) => {
      const { result } = await access({
        "/v1/spaces/s1": { id: "s1", organization: "o1", defaultLevel },
        [`${MEMBER}/spaces`]: [{ permission, space: { id: "s1" } }],
        [`${MEMBER}/teams`]: [{ team: { id: "t1" } }],
      });
      return (result as { reasons: string[] }).reasons.join("; ");
    };
    expect(await reasons(higher, lower)).toContain("probably from a team");
    expect(await reasons(lower, higher)).not.toContain("probably from a team");
    expect(await reasons(higher, higher)).not.toContain("probably from a team");
  });

  it("counts all teams, and says if some are not listed", async () => {
    const teams = Array.from({ length: 70 }, (_, at) => ({ team: { id: `t${at}` } }));
    const { result } = await access({ [`${MEMBER}/teams`]: { items: teams, count: 70 } });
    expect(result).toMatchObject({ more_teams: 20 });
    expect((result as { teams: object[] }).teams).toHaveLength(50);
    const cut = await access({ [`${MEMBER}/teams`]: { items: teams, count: 71 } });
    expect(cut.result).toMatchObject({ more_teams: 20, teams_incomplete: "only 70 of 71 were listed" });
    const few = await access({ [MEMBER]: { id: "u1", role: "read", teams: 2 } });
    expect(few.result).toMatchObject({ teams_incomplete: "only 0 of 2 were listed" });
    expect(await access({})).not.toHaveProperty("result.teams_incomplete");
  });
});

describe("lists of several pages are read to their end", () => {
  /** Every list has these pages; the last one again and again, if it has a cursor. */
  const paged = (...all: object[]): ToolDependencies["client"] => ({
    ...serving({ [MEMBER]: { id: "u1", role: "read" }, "/v1/spaces/s1": { id: "s1", organization: "o1" } }),
    list: () => ({
      async *pages() {
        for (let at = 0; at < 30; at += 1) {
          const page = all[Math.min(at, all.length - 1)];
          // Stands in for whatever endpoint is listed.
          yield page as never;
          if (!page || !("next" in page)) return;
        }
      },
    }),
  });

  it("explain_access finds a space on the second page", async () => {
    const space = { permission: "edit", space: { id: "s1" }, id: "b" };
    const client = paged({ items: [{ id: "a" }], next: "1" }, { items: [space] });
    const { result } = await call("explain_access", { member: "u1" }, {}, { client });
    expect(result).toMatchObject({ permission_in_space: "edit" });
  });

  it("find says where it stopped early, and where it did not", async () => {
    const ask = (client: ToolDependencies["client"]) => call("find", { text: "Guide", kind: "space" }, {}, { client });
    const long = await ask(paged({ items: [{ id: "a", title: "Guide" }], next: "1" }));
    expect(long.result).toMatchObject({
      count: 20,
      not_read_whole: [{ kind: "space", why: "the list is too long: 20 were read" }],
    });
    const whole = await ask(paged({ items: [{ id: "a", title: "Guide" }], next: "1" }, { items: [] }));
    expect(whole.result).toMatchObject({ count: 1, looked_through: ["space"] });
    expect(whole.result).not.toHaveProperty("not_read_whole");
  });
});

test.each([
  ["explain_access", { member: "u1" }],
  ["check", { space: "s1", rules: ["links-broken"] }],
])("%s refuses a space of another organization", async (name, input) => {
  const { isError, error } = await call(name, input, {
    [MEMBER]: { id: "u1", role: "read" },
    "/v1/spaces/s1": { id: "s1", organization: "o2" },
    [`${MEMBER}/spaces`]: [],
    [`${MEMBER}/teams`]: [],
  });
  expect([isError, error.kind]).toEqual([true, "usage"]);
  expect(error.message).toContain("in another organization");
});

describe("texts that are not in the answer", () => {
  const page = { id: "p1", title: "Start", path: "start", type: "document", updatedAt: "2026-01-01" };
  const SPACE_PAGE = "/v1/spaces/s1/content/page/p1";
  const CR_PAGE = "/v1/spaces/s1/change-requests/c1/content/page/p1";

  it("are not empty ones", async () => {
    expect((await call("read_page", { page: "p1" }, { [SPACE_PAGE]: page })).error?.message).toContain(
      "lacks the text",
    );
    const empty = await call("read_page", { page: "p1" }, { [SPACE_PAGE]: { ...page, markdown: "" } });
    expect(empty.result).toMatchObject({ text: "" });
    const group = await call("read_page", { page: "p1" }, { [SPACE_PAGE]: { ...page, type: "group" } });
    expect(group.isError).toBe(false);
  });

  it("are not removed ones", async () => {
    const answers = (own: object, main: object, count = 1) => ({
      "/v1/spaces/s1/change-requests/c1": { number: 1 },
      "/v1/spaces/s1/content/pages": { items: [page], count },
      "/v1/spaces/s1/change-requests/c1/content/pages": [{ ...page, updatedAt: "2026-01-02" }],
      [SPACE_PAGE]: { ...page, ...main },
      [CR_PAGE]: { ...page, ...own },
    });
    const ask = (given: Answers) => call("changes", { change_request: "c1" }, given);
    expect((await ask(answers({ markdown: "b" }, { markdown: "a" }))).isError).toBe(false);
    for (const [own, main] of [
      [{}, { markdown: "a" }],
      [{ markdown: "b" }, {}],
    ] as const) {
      expect((await ask(answers(own, main))).error?.message).toContain("the answer lacks the text of the page");
    }
    const cut = await ask(answers({ markdown: "b" }, { markdown: "a" }, 2));
    expect(cut.error).toMatchObject({ kind: "partial", message: expect.stringContaining("only 1 of 2 were listed") });
  });
});

describe("propose binds paths and bodies to one organization", () => {
  const answers = {
    "/v1/orgs/o1": { id: "o1", permissions: { admin: true } },
    "/v1/spaces/s1": { id: "s1", title: "Guide", organization: "o1" },
    "/v1/spaces/s2": { id: "s2", title: "Other", organization: "o2" },
    "/v1/orgs/o1/sites/w1": { id: "w1", title: "Site" },
    "/v1/orgs/o1/sites/w1/site-spaces": [],
    "/v1/orgs/o1/sites/w1/sections": [],
  };
  const propose = async (steps: object[], more: object = {}) => {
    const kept: string[] = [];
    const plans: PlanDependencies = {
      client: serving(answers),
      origin: "https://docs.example",
      maker: "docs test",
      by: { account: "ann@laptop" },
      command: "mcp: propose",
      me: undefined,
      redact: (value) => value,
      keep: async (_, text) => {
        kept.push(text);
        return "plan.json";
      },
    };
    return { ...(await call("propose", { steps, ...more }, answers, { plans })), kept };
  };
  const rename = (space: string) => ({ method: "PATCH", path: `/v1/spaces/${space}`, body: { title: "New" } });
  const show = { method: "POST", path: "/v1/orgs/o1/sites/w1/site-spaces", body: { spaceId: "s2" } };

  it("plans what is of one", async () => {
    const { kept, error } = await propose([rename("s1")]);
    expect(error).toBeUndefined();
    expect(JSON.parse(kept[0] ?? "")).toMatchObject({ organization: "o1" });
  });

  it("takes the organization of what the first step names, not the one in use", async () => {
    const { kept } = await propose([rename("s2")]);
    expect(JSON.parse(kept[0] ?? "")).toMatchObject({ organization: "o2" });
  });

  it.each([
    ["a space in a path", [rename("s1"), rename("s2")], {}],
    ["a space in a path, with an organization named", [rename("s2")], { org: "o1" }],
    ["a space in a body", [show], {}],
  ])("refuses %s of another organization", async (_, steps, more) => {
    const { kept, error } = await propose(steps, more);
    expect([error?.kind, kept]).toEqual(["usage", []]);
    expect(error.message).toContain("space s2 belongs to organization o2, but the plan is for o1");
  });
});

describe("lists", () => {
  const pages = (...all: object[]): ToolDependencies["client"] =>
    scripted([({ url }) => json(200, all[Number(new URL(url).searchParams.get("page") ?? 0)])]).client;
  const read = (client: ToolDependencies["client"], more: object = {}) =>
    listPage(client, CATALOG.listOrgSpaces as never, {
      params: { organizationId: "o1" },
      ...{ fields: ["id"], limit: 2, ...more },
    });
  const ITEMS = [{ id: "a" }, { id: "b" }];

  it.each([
    ["counts them", { items: [{ id: "c" }], count: 4 }, { count: 4, incomplete: "only 3 of 4 were listed" }],
    ["does not count them", { items: [{ id: "c" }] }, { count: 3 }],
    ["has as many as it counts", { items: [{ id: "c" }], count: 3 }, { count: 3 }],
  ])("say on the last page what is known of all pages, where the service %s", async (_, last, expected) => {
    const client = pages({ items: ITEMS, next: { page: "1" } }, last);
    const first = await read(client);
    expect(first).not.toHaveProperty("incomplete");
    const { items: _items, ...rest } = await read(client, { cursor: first.next_cursor });
    expect(rest).toEqual(expected);
  });

  it("count what is below their items, if all is known", async () => {
    const item = { id: "a", pages: [{ id: "b" }, { id: "c" }] };
    expect(await read(pages({ items: [item], count: 1 }), { below: "pages" })).toMatchObject({ count: 3 });
    expect(await read(pages({ items: [item], count: 2, next: { page: "1" } }), { below: "pages" })).not.toHaveProperty(
      "count",
    );
  });

  it("count a thing that is listed twice once", async () => {
    const client = pages({ items: [{ id: "a" }, { id: "a" }], count: 2 });
    expect(await read(client)).toMatchObject({ incomplete: "only 1 of 2 were listed" });
  });
});

test("links: one without a status may be broken", async () => {
  const items = [{ status: "ok", targetReference: { url: "a" } }, { targetReference: { url: "b" } }];
  const { result } = await call("links", { broken: true }, { "/v1/spaces/s1/links": items });
  expect((result as { items: unknown[] }).items).toHaveLength(1);
});

test.each([{ to: true }, { change_request: "1" }])("links: %j without a page is a mistake", async (input) => {
  const { error } = await call("links", input, { "/v1/spaces/s1/links": [] });
  expect([error?.kind, error?.message]).toEqual(["usage", expect.stringContaining("page is missing")]);
});

test("changes: pages are compared a few at a time", async () => {
  const pages = (time: string) =>
    Array.from({ length: 5 }, (_, at) => ({ id: `p${at}`, path: `p${at}`, type: "document", updatedAt: time }));
  const texts = pages("").flatMap(({ id }) => [
    [`/v1/spaces/s1/content/page/${id}`, { type: "document", markdown: "a" }],
    [`/v1/spaces/s1/change-requests/c1/content/page/${id}`, { type: "document", markdown: "b" }],
  ]);
  const answers = {
    "/v1/spaces/s1/change-requests/c1": { number: 1 },
    "/v1/spaces/s1/content/pages": pages("2026-01-01"),
    "/v1/spaces/s1/change-requests/c1/content/pages": pages("2026-01-02"),
    ...Object.fromEntries(texts),
  };
  const diff = async () => ({ lines: ["-a", "+b"], added: 1, removed: 1 });
  const ask = async (input: object) =>
    (await call("changes", { change_request: "c1", ...input }, answers, { diff })).result;
  expect(await ask({ limit: 2 })).toMatchObject({ pages: [{ id: "p0" }, { id: "p1" }], next_offset: 2 });
  expect(await ask({ limit: 2, offset: 4 })).toMatchObject({ pages: [{ id: "p4" }] });
  expect(((await ask({ limit: 2 })) as { pages: unknown[] }).pages).toHaveLength(2);
});

test("changes: a page that the change request removes is found by its path and title", async () => {
  const gone = { id: "p9", title: "Old battery", path: "old/battery", type: "document", updatedAt: "2026-01-01" };
  const answers = {
    "/v1/spaces/s1/change-requests/c1": { number: 1 },
    "/v1/spaces/s1/content/pages": [gone],
    "/v1/spaces/s1/change-requests/c1/content/pages": [],
    "/v1/spaces/s1/content/page/p9": { ...gone, markdown: "a" },
  };
  const diff = async () => ({ lines: ["-a"], added: 0, removed: 1 });
  // A page is looked up among those of the change request, which no longer has this one.
  const ids: Readonly<Record<string, string>> = { spaceId: "s1", changeRequestId: "c1" };
  const resolveParams = async (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        if (ids[name] === undefined) throw new Failure("not-found", "no page is called that");
        return [name, ids[name]];
      }),
    );
  for (const page of ["p9", "old/battery", "Old battery"]) {
    const { result } = await call("changes", { change_request: "c1", page }, answers, { diff, resolveParams });
    expect(result).toMatchObject({ text: expect.stringMatching(/^diff --git a\/old\/battery\.md [\s\S]*\n-a$/) });
  }
});

test("search: says how many sections it does not show", async () => {
  const page = (count: number) => ({ id: "p1", sections: Array.from({ length: count }, () => ({ title: "x" })) });
  const ask = (count: number) => call("search", { text: "x", space: "s1" }, { "/v1/spaces/s1/search": [page(count)] });
  expect((await ask(5)).result).toMatchObject({ items: [{ more_sections: 2 }] });
  expect((await ask(3)).result).not.toHaveProperty("items.0.more_sections");
});

test("find: an address alone proves nothing", async () => {
  const { result } = await call(
    "find",
    { text: "https://docs.example/o/o1" },
    {},
    { idsIn: () => ({ spaceId: "s1" }) },
  );
  expect(result).toEqual({ found: [{ from_address: { space: "s1" } }], note: "not read: it may not exist" });
});

test.each([
  ["nothing was left out", [], false],
  ["something was not compared", [{ kind: "pages", side: "after", state: "failed", reason: "denied" }], null],
])("compare: a page that is not among the changes, where %s", async (_, gaps, changed) => {
  const compare = async () => ({ changes: [], gaps });
  const snapshots = { before: "2026-01-01", after: "2026-01-02", compare };
  const { result } = await call("compare", { page: "start" }, {}, { snapshots });
  expect(result).toMatchObject({ changed, text_changed: changed });
});

test("compare: the texts of a page are asked for, and its lines given", async () => {
  const asked: unknown[] = [];
  const one = { kind: "pages", change: "changed", id: "p1", path: "start", title: "Start" } as const;
  const compare = async (options: unknown) => {
    asked.push(options);
    return { changes: [{ ...one, texts: { before: "old", after: "new" } }], gaps: [] };
  };
  const snapshots = { before: "2026-01-01", after: "2026-01-02", compare };
  const diff = async (before: string, after: string) => ({ lines: [`-${before}`, `+${after}`], added: 1, removed: 1 });
  const { result } = await call("compare", { page: "start" }, {}, { snapshots, diff } as Partial<ToolDependencies>);
  expect(asked).toEqual([{ only: ["pages"], texts: true }]);
  expect(result).toMatchObject({ page: { id: "p1" }, text: "-old\n+new" });
});

test("place: an id in an address comes before what is set, and that is used in the end", async () => {
  // Ids are not looked up.
  const setup = { api: {}, settings: { space: "settingsSpace0000001", org: "settingsOrg000000001" } } as never;
  const place = placeFor(setup, wordOf);
  expect(await place(["spaceId"], {})).toEqual({ spaceId: "settingsSpace0000001" });
  expect(await place(["organizationId", "spaceId"], { space: "givenSpace0000000001" })).toEqual({
    organizationId: "settingsOrg000000001",
    spaceId: "givenSpace0000000001",
  });
  await expect(place(["siteId"], {})).rejects.toThrow("site is missing");
});
