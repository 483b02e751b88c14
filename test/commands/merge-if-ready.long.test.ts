/** What `cr merge --if-ready` merges on: nothing that is older, another's, unknown, or changed since it was checked. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ran, type RunOptions, type Sent, testCli } from "../helpers/run.js";
import { useEach } from "../helpers/set-ups.js";

const SPACE = "/v1/spaces/tG4nVx8YqLz2RkWd7JmS";
const CR = `${SPACE}/change-requests/42`;

/** Where nothing keeps the sample's change request 42 from being merged. */
let settled: string;
beforeAll(async () => {
  const { out, sandbox, folder } = await testCli();
  const { items } = JSON.parse(await out(`api '${CR}/comments?status=open'`));
  for (const { id } of items) await out(`comments resolve ${id} --cr 42`);
  sandbox.close();
  settled = folder;
});
afterAll(() => rmSync(settled, { recursive: true }));
const cli = useEach(() => testCli(settled));

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Change = (answer: any, request: Sent, nth: number) => unknown;

/** Answers to GETs of a path go through `change`, with the number of the reading from 1. */
function changing(pattern: RegExp, change: Change): Pick<RunOptions, "between"> {
  const read = new Map<string, number>();
  return {
    async between(request, service) {
      const answer = await service();
      if (request.method !== "GET" || answer.status !== 200 || !pattern.test(request.path)) return answer;
      const nth = (read.get(request.path) ?? 0) + 1;
      read.set(request.path, nth);
      const body = change(JSON.parse(`${Buffer.from(answer.body)}`), request, nth);
      return { ...answer, body: Buffer.from(JSON.stringify(body)) };
    },
  };
}

const writesOf = ({ sent }: Ran): string[] =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const readsOf = ({ sent }: Ran): string[] => sent.filter(({ method }) => method === "GET").map(({ path }) => path);

const withEach = (items: object[], more: object) => items.map((item) => ({ ...item, ...more }));

const POOR: readonly [what: string, pattern: RegExp, change: Change, code: number, says: string][] = [
  [
    "content of another revision",
    /\/change-requests\/\w+\/content\?/,
    (content) => ({ ...content, id: "h6MoZmzD6CVeVy2DYbAt" }),
    9,
    "the content of the change request is that of another revision",
  ],
  [
    "content without its revision",
    /\/change-requests\/\w+\/content\?/,
    ({ id: _id, ...content }) => content,
    9,
    "the service does not show which revision the content of the change request is",
  ],
  [
    "content of an older revision of the space",
    /\/spaces\/\w+\/content\?/,
    (content) => ({ ...content, id: "h6MoZmzD6CVeVy2DYbAt" }),
    9,
    "the content of the space is that of another revision",
  ],
  [
    "pages of an older revision",
    /\/change-requests\/\w+\/content\/pages/,
    ({ pages }) => ({ pages: withEach(pages, { updatedAt: "2025-01-01T00:00:00.000Z" }) }),
    9,
    "the list of pages has another version of",
  ],
  [
    "a page that its content lacks",
    /\/change-requests\/\w+\/content\/pages/,
    ({ pages }) => ({ pages: [...pages, { ...pages[0], id: "tG4nVx8YqLz2RkWd7Jm1", pages: [] }] }),
    9,
    "the content lacks the page",
  ],
  [
    "the text of an older version of a page",
    /\/change-requests\/\w+\/content\/page\/\w+\?/,
    (page) => ({ ...page, updatedAt: "2025-01-01T00:00:00.000Z" }),
    9,
    "the answer has another version of",
  ],
  [
    "links of a status that nobody knows",
    /\/change-requests\/\w+\/content\/page\/\w+\/links/,
    ({ items, ...list }) => ({
      ...list,
      items: items.map((item: { status: string }) => (item.status === "ok" ? { ...item, status: "checking" } : item)),
    }),
    9,
    'has the unknown status "checking"',
  ],
  [
    "links without a status",
    /\/change-requests\/\w+\/content\/page\/\w+\/links/,
    ({ items, ...list }) => ({ ...list, items: withEach(items, { status: undefined }) }),
    9,
    "the links have no status",
  ],
  [
    "links of another page",
    /\/change-requests\/\w+\/content\/page\/\w+\/links/,
    ({ items, ...list }) => ({
      ...list,
      items: withEach(items, { locationReferences: [{ kind: "page", page: { id: "tG4nVx8YqLz2RkWd7Jm1" } }] }),
    }),
    9,
    "the links are those of another page",
  ],
  [
    "links of another revision",
    /\/change-requests\/\w+\/content\/page\/\w+\/links/,
    ({ items, ...list }, { path }) => ({
      ...list,
      items: withEach(items, {
        locationReferences: [
          {
            page: { id: path.split("/").at(-2) },
            versionContext: { type: "revision", revision: "tG4nVx8YqLz2RkWd7Jm1" },
          },
        ],
      }),
    }),
    9,
    "the links are those of another revision",
  ],
  [
    "another change request",
    /\/change-requests\/42$/,
    (found) => ({ ...found, id: "rTh8zX9vuC3MFhHHSeN2", number: 43 }),
    9,
    "another change request",
  ],
  [
    "a status that nobody knows",
    /\/change-requests\/42$/,
    (found) => ({ ...found, status: "approved" }),
    9,
    "its status",
  ],
  ["no status", /\/change-requests\/42$/, ({ status: _status, ...found }) => found, 9, "its status"],
  ["no revision", /\/change-requests\/42$/, ({ revision: _r, ...found }) => found, 9, "which revision"],
  ["no revision of the space", /\/spaces\/\w+$/, ({ revision: _r, ...found }) => found, 9, "which revision"],
  [
    "an open comment that the counter does not count",
    /\/change-requests\/\w+\/comments/,
    (list) => ({ ...list, count: 1, items: [{ id: "tG4nVx8YqLz2RkWd7Jm1", status: "open" }] }),
    11,
    "cr-unresolved-comments: 1 open comment",
  ],
];

test.each(POOR)("R99: %s: nothing is merged", async (_, pattern, change, code, says) => {
  const ran = await cli.run("cr merge 42 --if-ready", changing(pattern, change));
  expect([ran.code, writesOf(ran)]).toEqual([code, []]);
  expect(ran.stderr).toContain("change request 42 is not merged");
  expect(ran.stderr).toContain(says);
});

/** What the second reading shows otherwise, although the first one passed. */
const LATE: readonly [what: string, pattern: RegExp, change: Change, says: string][] = [
  [
    "another revision",
    /\/change-requests\/42$/,
    (found) => ({ ...found, revision: "another" }),
    "the change request (revision)",
  ],
  [
    "another subject",
    /\/change-requests\/42$/,
    (found) => ({ ...found, subject: "Else" }),
    "the change request (subject)",
  ],
  [
    "another author",
    /\/change-requests\/42$/,
    (found) => ({ ...found, createdBy: { id: "u1", displayName: "Eve" } }),
    "the change request (createdBy)",
  ],
  [
    "another status",
    /\/change-requests\/42$/,
    (found) => ({ ...found, status: "draft" }),
    "the change request (status)",
  ],
  [
    "that it is behind",
    /\/change-requests\/42$/,
    (found) => ({ ...found, outdated: true }),
    "the change request (outdated)",
  ],
  [
    "a counted comment",
    /\/change-requests\/42$/,
    (found) => ({ ...found, comments: 1 }),
    "the change request (comments)",
  ],
  [
    "a listed comment",
    /\/change-requests\/\w+\/comments/,
    (list) => ({ ...list, items: [{ id: "tG4nVx8YqLz2RkWd7Jm1", status: "open" }] }),
    "its open comments",
  ],
  [
    "another revision of the space",
    /\/spaces\/\w+$/,
    (found) => ({ ...found, revision: "another" }),
    "the space (revision)",
  ],
  [
    "links that are broken",
    /\/change-requests\/\w+\/content\/page\/\w+\/links/,
    ({ items, ...list }) => ({ ...list, items: withEach(items, { status: "broken" }) }),
    "the links of its pages",
  ],
  [
    "another text",
    /\/change-requests\/\w+\/content\/page\/\w+\?/,
    (page) => ({ ...page, markdown: "# Else" }),
    "the text of its pages (markdown)",
  ],
  [
    "other content",
    /\/change-requests\/\w+\/content\?/,
    (content) => ({ ...content, variables: { price: "9" } }),
    "its content (variables)",
  ],
];

test.each(LATE)(
  "R99: %s after the check: nothing is merged, and it says what changed",
  async (_, pattern, change, says) => {
    const late: Change = (answer, request, nth) => (nth === 1 ? answer : change(answer, request, nth));
    const ran = await cli.run("cr merge 42 --if-ready", changing(pattern, late));
    expect([ran.code, writesOf(ran)]).toEqual([11, []]);
    expect(ran.stderr).toContain(`change request 42 is not merged: something changed during the check\n  ${says}\n`);
    expect(ran.stderr).toContain("run docs cr merge 42 --if-ready again");
  },
);

test("R99: another change request's answer after the check: nothing is merged", async () => {
  const other: Change = (found, _, nth) => (nth === 1 ? found : { ...found, id: "rTh8zX9vuC3MFhHHSeN2", number: 43 });
  const ran = await cli.run("cr merge 42 --if-ready", changing(/\/change-requests\/42$/, other));
  expect([ran.code, writesOf(ran)]).toEqual([9, []]);
  expect(ran.stderr).toContain("it could not be read again after the check");
  expect(ran.stderr).toContain("another change request");
});

test("R99: a comment that really arrives during the check keeps it from being merged", async () => {
  let isMade = false;
  const ran = await cli.run("cr merge 42 --if-ready", {
    async between({ path }, service) {
      const answer = await service();
      if (isMade || !/\/content\/pages/.test(path)) return answer;
      isMade = true;
      await cli.out('cr comment 42 --body "Wait."');
      return answer;
    },
  });
  expect(isMade).toBe(true);
  expect([ran.code, writesOf(ran).filter((one) => one.endsWith("/merge"))]).toEqual([11, []]);
  expect(ran.stderr).toContain("its open comments");
});

test("R99: everything that decides is read twice, and the change request, its comments and the space last", async () => {
  const checked = readsOf(await cli.run("cr check 42 --fail-on warning"));
  const ran = await cli.run("cr merge 42 --if-ready");
  expect([ran.code, writesOf(ran)]).toEqual([0, [`POST ${CR}/merge`]]);
  // What a message is to be called by is looked up beside it.
  const reads = readsOf(ran);
  const times = new Map(reads.map((path) => [path, reads.filter((one) => one === path).length]));
  const decided = [...times.keys()].filter((path) => !path.includes("/orgs/"));
  expect(decided.filter((path) => !checked.includes(path))).toEqual([]);
  expect(new Set(decided.map((path) => times.get(path)))).toEqual(new Set([2]));
  const merged = ran.sent.findIndex(({ method }) => method === "POST");
  const last = ran.sent.slice(merged - 3, merged).map(({ path }) => path.replace("r9WhaExH4YLUx3DvA6q8", "42"));
  expect(new Set(last)).toEqual(new Set([SPACE, CR, `${CR}/comments?limit=1000&status=open`]));
});

test("R99: a merge without a condition is one request", async () => {
  expect((await cli.run("cr merge 42 --json")).sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `POST ${CR}/merge`,
  ]);
});
