import { expect, test } from "vitest";
import { widthOf } from "../../src/cli/output/text/fit.js";
import type { RunOptions } from "../helpers/run.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf } from "./step.js";

const cli = useTestCli();

const JONAS = "u4ZZnH5G9tKzy5NnAxaX";
const LEILA = "udsU4Kvr6mLF4733pph5";
const ORG = "/v1/orgs/hR7kQ2mXv9TzLb4WcN8p";

const lists =
  (items: Record<string, object[]>): RunOptions["intercept"] =>
  ({ path }) => {
    const [plain = ""] = path.split("?");
    const name = Object.keys(items).find((end) => plain.endsWith(end));
    return name === undefined ? undefined : { status: 200, body: { items: items[name] } };
  };

test("one screen: what is live, outdated, open, failed and unpublished", async () => {
  const ran = await cli.run("status", { tty: true, width: 80, me: JONAS });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(linesOf(ran.stdout)).toEqual([
    "Your open and draft change requests: 1",
    "  #42  Charge for 60 minutes instead of 75  open  1 day ago  Tern User Guide",
    "Outdated change requests: 2",
    "  #43  Torque for the axle screws          open  11 days ago  Tern User Guide",
    "  #44  Release notes: gauge and crossings  open  13 days ago  Tern User Guide",
    "Open comments: 7",
    "  5  Tern User Guide          2 on change requests",
    "  1  Harbor Fleet Controller",
    "  1  Engineering Handbook     1 on change requests",
    "Failed specifications: 1",
    "  harbor-events  FETCH_ERROR  20 days ago",
    "Failed translations: none",
    "Unpublished sites: 1",
    "  Field Service  share-link",
  ]);
});

test("rows in a pipe, one object as JSON", async () => {
  const rows = linesOf(await cli.out("status --fields part,name,state", { me: JONAS }));
  expect(rows).toContain("change requests\t#42\topen");
  expect(rows).toContain("specifications\tharbor-events\tFETCH_ERROR");
  const state = await cli.json("status --json");
  expect(Object.keys(state)).toEqual([
    "organization",
    "me",
    "changeRequests",
    "openComments",
    "failedSpecifications",
    "failedTranslations",
    "unpublishedSites",
    "spacesLeftOut",
    "refused",
  ]);
  expect(state.changeRequests.outdated.map(({ number }: { number: number }) => number)).toEqual([43, 44]);
  expect(state.openComments[0]).toEqual({
    space: { id: "tG4nVx8YqLz2RkWd7JmS", title: "Tern User Guide" },
    comments: 3,
    onChangeRequests: 2,
  });
  expect(state.refused).toEqual([]);
});

test("asks for four lists, and for the change requests of spaces that have some", async () => {
  const { sent } = await cli.run("status --json");
  const paths = sent.map(({ method, path }) => `${method} ${path}`);
  expect(paths.filter((path) => path.includes(ORG))).toEqual([
    `GET ${ORG}/spaces?limit=1000`,
    `GET ${ORG}/openapi?limit=1000`,
    `GET ${ORG}/translations?limit=1000`,
    `GET ${ORG}/sites?limit=1000&published=false`,
  ]);
  const spaces = await cli.json("spaces list --json");
  const having = (count: string, status: string): string[] =>
    spaces
      .filter((space: Record<string, number>) => (space[count] ?? 0) > 0)
      .map(({ id }: { id: string }) => `GET /v1/spaces/${id}/change-requests?limit=1000&status=${status}`);
  const wanted = [...having("changeRequestsOpen", "open"), ...having("changeRequestsDraft", "draft")];
  expect(wanted.length).toBeGreaterThan(3);
  expect(paths.filter((path) => path.includes("/change-requests")).sort()).toEqual(wanted.sort());
});

test("drafts are shown to their author alone", async () => {
  const numbers = async (me: string) => {
    const { changeRequests } = await cli.json("status --json", { me });
    return changeRequests.mine.map((change: { number: number; status: string }) => `${change.number} ${change.status}`);
  };
  expect(await numbers(LEILA)).toContain("45 draft");
  expect(await numbers(JONAS)).toEqual(["42 open"]);
});

test("where it is not known who asks, everybody's are shown and nobody's are called yours", async () => {
  const intercept: RunOptions["intercept"] = ({ path }) => {
    const [plain = "", query = ""] = path.split("?");
    const change = query.includes("draft")
      ? { number: 8, subject: "Notes", status: "draft", comments: 2 }
      : { number: 7, subject: "Words", status: "open", comments: 1 };
    if (plain.endsWith("/change-requests")) return { status: 200, body: { items: [change] } };
    const space = { id: "s1", title: "Guide", changeRequestsOpen: 1, changeRequestsDraft: 1, comments: 0 };
    return plain === `${ORG}/spaces` ? { status: 200, body: { items: [space] } } : undefined;
  };
  const state = await cli.json("status --json", { me: null, intercept });
  expect(state.me).toBeNull();
  expect(state.changeRequests).toMatchObject({ mine: null, live: [{ number: 7 }] });
  // A draft is its author's, but whoever reads the space sees the comments on it.
  expect(state.openComments).toEqual([{ space: { id: "s1", title: "Guide" }, comments: 0, onChangeRequests: 3 }]);
  const ran = await cli.run("status", { me: null, intercept, tty: true, width: 80 });
  expect(linesOf(ran.stdout).slice(0, 2)).toEqual(["Open and draft change requests: 1", "  #7  Words  open  Guide"]);
});

test("many spaces: those that were changed last are looked into, the others are told of", async () => {
  const spaces = Array.from({ length: 25 }, (_, at) => ({
    id: `space${at}xxxxxxxxxxxxxx`,
    title: `Space ${at}`,
    changeRequestsOpen: 1,
    changeRequestsDraft: 1,
    comments: 0,
    updatedAt: `2026-01-${String(at + 1).padStart(2, "0")}T00:00:00Z`,
  }));
  const intercept = lists({ [`${ORG}/spaces`]: spaces, "/change-requests": [] });
  const ran = await cli.run("status", { tty: true, width: 80, intercept });
  expect(ran.sent.length).toBeLessThanOrEqual(24);
  const looked = ran.sent.flatMap(({ path }) => /spaces\/(space\d+)x/.exec(path)?.[1] ?? []);
  expect(new Set(looked).size).toBe(10);
  expect(looked).toContain("space24");
  expect(looked).not.toContain("space14");
  expect(ran.stdout).toContain("15 more spaces have open and draft change requests: docs spaces list\n");
});

test("a part that is refused is named, the others are shown: exit 9", async () => {
  const on: RunOptions = {
    tty: true,
    width: 80,
    intercept: ({ path }) =>
      path.startsWith(`${ORG}/openapi`) ? { status: 403, body: { message: "not for you" } } : undefined,
  };
  const ran = await cli.run("status", on);
  expect(ran.code).toBe(9);
  expect(ran.stdout).toContain("Failed specifications: could not be read\n");
  expect(ran.stdout).toContain("Unpublished sites: 1\n");
  expect(linesOf(ran.stderr)).toEqual([
    "docs: 1 part could not be read",
    "  specifications: the service answered 403: not for you",
  ]);
  const json = await cli.run("status --json", { intercept: on.intercept });
  expect(JSON.parse(json.stdout)).toMatchObject({
    failedSpecifications: null,
    refused: [
      { part: "specifications", kind: "forbidden", status: 403, message: "the service answered 403: not for you" },
    ],
  });
  expect(JSON.parse(json.stderr).error).toMatchObject({ kind: "partial", refused: [{ part: "specifications" }] });
});

test("where nothing can be read it is the failure itself", async () => {
  const intercept = () => ({ status: 403, body: { message: "no" } });
  const ran = await cli.run("status", { intercept });
  expect(ran).toMatchObject({ code: 4, stdout: "" });
});

test("without spaces the rest is shown", async () => {
  const intercept: RunOptions["intercept"] = ({ path }) =>
    path.startsWith(`${ORG}/spaces`) ? { status: 500, body: {} } : undefined;
  const ran = await cli.run("status --json --retries 0", { intercept });
  expect(ran.code).toBe(9);
  expect(JSON.parse(ran.stdout)).toMatchObject({
    changeRequests: null,
    openComments: null,
    refused: [{ part: "spaces" }],
    unpublishedSites: [{ title: "Field Service" }],
  });
});

test.each([60, 80, 120])(
  "hostile texts at %i columns: one line each, nothing for the terminal to act on",
  async (width) => {
    const title = `\u001b[2J\u202eTitle\nof 日本語 ${"long ".repeat(40)}`;
    const intercept = lists({
      [`${ORG}/spaces`]: [{ id: "s1", title, comments: 2, changeRequestsOpen: 1 }],
      "/change-requests": [
        { number: 1, subject: title, status: "open", outdated: true, updatedAt: "\u001b]0;x\u0007" },
      ],
      "/openapi": [{ slug: title, lastProcessErrorCode: title }],
      "/translations": [{ id: title, language: title, status: "\u001b[31mfailed" }],
      "/sites": [{ id: "t1", title, visibility: title }],
    });
    const ran = await cli.run("status", { tty: true, width, intercept });
    const lines = linesOf(ran.stdout);
    expect(lines).toHaveLength(12);
    expect(lines.filter((line) => widthOf(line) > width)).toEqual([]);
    expect(ran.stdout).not.toMatch(/[\u001b\u0007\u202e]/);
  },
);

test("what no site or translation says is not made up", async () => {
  const intercept = lists({
    "/sites": [{ id: "t1", title: "Live", published: true }, { id: "t2" }],
    "/translations": [{ id: "l1", status: "completed" }, { id: "l2" }, { id: "l3", status: "failed", language: "fr" }],
    "/openapi": [{ slug: "ok", lastProcessErrorCode: null }, { slug: "unsaid" }],
  });
  const state = await cli.json("status --json", { intercept });
  expect(state.unpublishedSites).toEqual([{ id: "t2", title: "", visibility: "" }]);
  expect(state.failedTranslations).toEqual([{ id: "l3", language: "fr", status: "failed", updatedAt: null }]);
  expect(state.failedSpecifications).toEqual([]);
});

test("--query makes no sense for five endpoints", async () => {
  expect(await cli.run("status --query a=b")).toMatchObject({ code: 2, sent: [] });
  const planned = await cli.run("status --dry-run");
  expect(planned).toMatchObject({ code: 0, sent: [] });
  expect(planned.stdout).toMatch(/^GET https:.*\/spaces\?limit=1000\n/);
});

test("spaces without a number of comments are none without comments", async () => {
  const rewrite = (body: unknown) => {
    const { items = [] } = body as { items?: Record<string, unknown>[] };
    for (const item of items) if (item.object === "space") delete item.comments;
    return body;
  };
  const ran = await cli.run("status --json", { rewrite });
  expect([ran.code, JSON.parse(ran.stdout).openComments]).toEqual([9, null]);
  expect(ran.stderr).toContain("8 spaces were answered without a number of comments");
});

test("comments of change requests that were not read are not counted as none", async () => {
  const spaces = [
    { id: "s1", title: "Guide", comments: 2, changeRequestsOpen: 1, changeRequestsDraft: 0 },
    { id: "s2", title: "Notes", comments: 0, changeRequestsOpen: 0, changeRequestsDraft: 3 },
  ];
  const change = { number: 7, subject: "Words", status: "open", comments: 3 };
  const on = (changes: object[]) => ({
    tty: true,
    width: 80,
    intercept: lists({ [`${ORG}/spaces`]: spaces, "/change-requests": changes }),
  });
  const known = linesOf((await cli.run("status", on([change]))).stdout);
  expect(known).toContain("Open comments: 8");
  const silent = linesOf((await cli.run("status", on([{ ...change, comments: undefined }]))).stdout);
  expect(silent).toContain("Open comments: at least 2");
  expect(silent).toContain("  2  Guide  without change requests");
});
