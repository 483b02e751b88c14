/** What tools for language models find by a title, and what they show of a link. */
import { expect, test } from "vitest";
import { FINDABLE } from "../../src/mcp/tools/things.js";
import type { ToolDependencies } from "../../src/mcp/types.js";
import { call, never } from "./tool-helper.js";

const ORG = "/v1/orgs/o1";
/** A thing of each kind that has titles: what it is listed as, its list, and texts that find it. */
const THINGS: Record<string, [item: object, list: string, ...texts: string[]]> = {
  organization: [{ id: "o1", title: "Harbor" }, "/v1/orgs", "harbor", "o1"],
  space: [{ id: "s1", title: "Guide for crews" }, `${ORG}/spaces`, "guide for crews", "GUIDE", "crews guide", "s1"],
  collection: [{ id: "c1", title: "Robots" }, `${ORG}/collections`, "robots"],
  member: [
    { id: "u1", user: { id: "u1", displayName: "Ada Quill", email: "ada@harbor.example" } },
    `${ORG}/members`,
    "ada quill",
    "quill",
    "ada@harbor.example",
  ],
  team: [{ id: "t1", title: "Crew" }, `${ORG}/teams`, "crew"],
  site: [{ id: "w1", title: "Docs" }, `${ORG}/sites`, "docs"],
  section: [{ id: "x1", title: "Manuals" }, `${ORG}/sites/siteId/sections`, "manuals"],
  change_request: [{ id: "r1", number: 42, subject: "Fix it" }, "/v1/spaces/s1/change-requests", "#42", "42", "fix"],
  page: [{ id: "p1", title: "Setup", path: "guide/install" }, "/v1/spaces/s1/content/pages", "setup", "guide/install"],
  file: [{ id: "f1", name: "a.png" }, "/v1/spaces/s1/content/files", "a.png"],
  spec: [{ slug: "harbor-api" }, `${ORG}/openapi`, "harbor-api"],
};

test("every kind with titles is tried", () => {
  expect([...FINDABLE].sort()).toEqual(Object.keys(THINGS).sort());
});

test.each(Object.entries(THINGS))("find: a %s", async (kind, [item, list, ...texts]) => {
  for (const text of texts) {
    const { result } = await call("find", { text, kind }, { [list]: [item] });
    expect([text, result]).toMatchObject([text, { found: [{ kind }], count: 1, looked_through: [kind] }]);
  }
  const { result } = await call("find", { text: "nothing like it", kind }, { [list]: [item] });
  expect(result).toMatchObject({ found: [], count: 0 });
});

test("find: the best match comes first, and ten at most", async () => {
  const titles = [
    "crews guide",
    "the guide crews use",
    "Guide crews",
    "guide crews today",
    ...Array(9).fill("a guide crews b"),
  ];
  const { result } = await call(
    "find",
    { text: "guide crews", kind: "space" },
    { [`${ORG}/spaces`]: titles.map((title, at) => ({ id: `s${at}`, title })) },
  );
  const { found, count } = result as { found: { title: string }[]; count: number };
  expect(found.slice(0, 3).map(({ title }) => title)).toEqual([
    "Guide crews",
    "guide crews today",
    "the guide crews use",
  ]);
  expect([found.length, count]).toEqual([10, 13]);
});

test("links: broken ones come once each, no more than the limit at a time, whatever pages they are on", async () => {
  const isBroken = [1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 1];
  const items = isBroken.map((one, at) => ({ id: `l${at}`, status: one ? "broken" : "ok" }));
  const list: ToolDependencies["client"]["list"] = (_, __, { pageSize = 100, page } = {}) => ({
    async *pages() {
      const start = Number(page ?? 0);
      const next = start + pageSize < items.length ? String(start + pageSize) : undefined;
      // Stands in for whatever endpoint is listed.
      yield { items: items.slice(start, start + pageSize), count: items.length, next } as never;
    },
  });
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { result } = await call("links", { broken: true, limit: 3, cursor }, {}, { client: { call: never, list } });
    const answer = result as { items: { id: string }[]; next_cursor?: string };
    expect(answer.items.length).toBeLessThanOrEqual(3);
    found.push(...answer.items.map(({ id }) => id));
    cursor = answer.next_cursor;
  } while (cursor !== undefined);
  expect(found).toEqual(items.filter(({ status }) => status === "broken").map(({ id }) => id));
});

test("links: where a link is and where it leads, without what names and ids say already", async () => {
  const page = {
    kind: "page",
    page: "p1",
    organization: { id: "o1" },
    space: { id: "s1", title: "Guide" },
    versionContext: {},
  };
  const link = {
    status: "ok",
    targetReference: page,
    locationReferences: [page, { kind: "space", space: {} }],
    id: "l1",
  };
  const ask = async (input: object, path: string, items: object[]) =>
    (await call("links", input, { [path]: items })).result;
  const shown = { kind: "page", page: "p1", space: "Guide" };
  expect(await ask({}, "/v1/spaces/s1/links", [link, { ...link, locationReferences: undefined }])).toEqual({
    items: [
      { status: "ok", target: shown, in: [shown, { kind: "space" }] },
      { status: "ok", target: shown, in: [] },
    ],
  });
  // What links to a page is a reference itself.
  expect(await ask({ page: "p1", to: true }, "/v1/spaces/s1/content/page/p1/backlinks", [page])).toEqual({
    items: [shown],
  });
});

test("find: without a kind, it says what it did not look through, and pages are found by the search", async () => {
  const USUAL = ["spaces", "sites", "collections", "teams", "members"];
  const answers = {
    ...Object.fromEntries(USUAL.map((list) => [`${ORG}/${list}`, []])),
    [`${ORG}/search`]: [
      {
        id: "s1",
        title: "Guide",
        pages: [
          { id: "p1", title: "Setup", path: "a/setup" },
          { id: "p2", title: "Other", path: "b" },
        ],
      },
    ],
  };
  const { result } = await call("find", { text: "setup" }, answers);
  expect(result).toMatchObject({
    found: [{ kind: "page", id: "p1", title: "Setup", path: "a/setup", space: "s1", space_title: "Guide" }],
    count: 1,
    not_looked_through: expect.arrayContaining(["page", "change_request", "file", "spec"]),
    to_go_on: expect.stringContaining("pass kind"),
  });
});
