import { expect, test } from "vitest";
import type { Result } from "../helpers/cli.js";
import {
  answer,
  closedPort,
  type Fault,
  faultServer,
  html,
  redirect,
  reset,
  throttled,
} from "../helpers/fault-server.js";
import { useHome } from "../helpers/home.js";

const home = useHome();

const TOKEN = "exit-code-token-0123456789";
const NO_ITEMS = { items: [], count: 0, next: {} };

/** One command against a server with these answers; the last one repeats. */
async function against(script: readonly Fault[], args: readonly string[]): Promise<Result & { requests: string[] }> {
  const server = await faultServer(script);
  try {
    const env = { DOCS_BASE_URL: server.url, DOCS_TOKEN: TOKEN, DOCS_ORG: "o1", DOCS_SPACE: "s1" };
    const result = await home.run(args, { env });
    return { ...result, requests: server.requests.map(({ head }) => head.split(" HTTP/")[0] ?? "") };
  } finally {
    await server.close();
  }
}

/** How the service shows a space that is absent to somebody who sees all spaces. */
const ABSENT = [
  answer(404, { error: { code: 404, message: "no" } }),
  answer(200, NO_ITEMS),
  answer(200, { object: "organization", id: "o1", permissions: { admin: true } }),
];

test.each<[what: string, script: Fault[], args: string[]]>([
  ["an empty list", [answer(200, NO_ITEMS)], ["spaces", "list"]],
  ["deleting what is absent", ABSENT, ["spaces", "delete", "s9wErTyUiOp12345", "--yes"]],
])("0: %s", async (_, script, args) => {
  expect(await against(script, args)).toMatchObject({ code: 0, stdout: "" });
});

test("1: a token that is none, without showing it and without a request", async () => {
  const server = await faultServer([answer(200, NO_ITEMS)]);
  const env = { DOCS_BASE_URL: server.url, DOCS_TOKEN: "sekret with spaces" };
  const result = await home.run(["orgs", "list"], { env });
  await server.close();
  expect(result).toMatchObject({ code: 1, stdout: "" });
  expect(result.stderr).toContain("DOCS_TOKEN");
  expect(result.stderr).not.toContain("sekret");
  expect(server.connections()).toBe(0);
});

test.each([
  [["spaces", "view", ".."]],
  [["spaces", "edit", "s1"]],
  [["spaces", "delete", "s1"]],
  [["comments", "create"]],
  [["spaces", "list", "--page-size", "1001"]],
  [["spaces", "edit", "s1", "--edit-mode", "nope"]],
])("2: local validation sends nothing: docs %j", async (args) => {
  const result = await against([answer(200, NO_ITEMS)], args);
  expect(result).toMatchObject({ code: 2, stdout: "", requests: [] });
});

test("3: not found", async () => {
  const result = await against(
    [answer(404, { error: { code: 404, message: "no such space" } })],
    ["spaces", "view", "s9"],
  );
  expect(result).toMatchObject({ code: 3, stdout: "" });
  expect(result.requests[0]).toBe("GET /v1/spaces/s9");
  expect(result.stderr).toContain("no such space");
});

test("3: --must-exist on what is absent", async () => {
  const result = await against(ABSENT, ["spaces", "delete", "s9", "--yes", "--must-exist"]);
  expect(result.code).toBe(3);
  expect(result.requests.filter((line) => line.startsWith("DELETE"))).toEqual([]);
});

test.each([["--yes"], ["--yes", "--must-exist"], ["--confirm", "s9"]])(
  "9: what may only be hidden from the token is not called absent: %s %s",
  async (...flags) => {
    const result = await against([answer(404, {})], ["spaces", "delete", "s9", ...flags, "--json"]);
    expect(result).toMatchObject({ code: 9, stdout: "" });
    expect(JSON.parse(result.stderr).error).toMatchObject({ kind: "cannot-tell", outcome: "not_applied" });
  },
);

test("4: no token", async () => {
  const server = await faultServer([answer(200, NO_ITEMS)]);
  const none = await home.run(["orgs", "list"], { env: { DOCS_BASE_URL: server.url } });
  await server.close();
  expect(none.code).toBe(4);
  expect(none.stderr).toContain("docs auth login");
  expect(server.requests).toEqual([]);
});

test.each([401, 403])("4: %i, tried once", async (status) => {
  const result = await against([answer(status, { error: { code: status, message: "go away" } })], ["orgs", "list"]);
  expect(result).toMatchObject({ code: 4, stdout: "" });
  expect(result.requests).toHaveLength(1);
  expect(result.stderr).not.toContain(TOKEN);
});

test("4: a refused token of a login that makes a profile", async () => {
  const server = await faultServer([answer(401, { error: { code: 401, message: "go away" } })]);
  const line = ["auth", "login", "--profile", "fresh", "--base-url", server.url, "--token-stdin"];
  const { code, stderr } = await home.run(line, { input: TOKEN });
  await server.close();
  expect([code, stderr]).toEqual([
    4,
    "docs: the service answered 401: go away\n" +
      `  the token came from standard input: log in with another one: docs auth login --profile fresh --base-url ${server.url}\n`,
  ]);
});

test.each([400, 409, 422])("5: %i", async (status) => {
  const result = await against(
    [answer(status, { error: { code: status, message: "not like this" } })],
    ["spaces", "edit", "s1", "--title", "x"],
  );
  expect(result).toMatchObject({ code: 5, stdout: "" });
  expect(result.stderr).toContain("not like this");
  expect(result.requests).toHaveLength(1);
});

test("5: a redirect that is not followed", async () => {
  const moved = await against([redirect("https://elsewhere.example/v1/orgs?x=1")], ["orgs", "list"]);
  expect(moved.code).toBe(5);
  expect(moved.stderr).toContain("https://elsewhere.example");
  expect(moved.requests).toHaveLength(1);
});

test("6: 500 after retries", async () => {
  const broken = await against([answer(500, {})], ["orgs", "list", "--retries", "1"]);
  expect(broken).toMatchObject({ code: 6, stdout: "" });
  expect(broken.requests).toHaveLength(2);
});

test("6: nobody who listens", async () => {
  const env = { DOCS_BASE_URL: `http://127.0.0.1:${await closedPort()}`, DOCS_TOKEN: TOKEN };
  const refused = await home.run(["orgs", "list", "--retries", "0"], { env });
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain("127.0.0.1");
});

test("7: a creation whose answer was lost is not repeated, and the message tells where to look", async () => {
  const result = await against([reset], ["comments", "create", "--body", "hello", "--json"]);
  expect(result).toMatchObject({ code: 7, stdout: "", requests: ["POST /v1/spaces/s1/comments"] });
  const { error } = JSON.parse(result.stderr);
  expect(error).toMatchObject({
    kind: "unknown-outcome",
    outcome: "unknown",
    method: "POST",
    path: "/v1/spaces/s1/comments",
  });
  expect(error.hint).toContain("docs comments list");
  expect(Date.parse(error.sentAt)).toBeGreaterThan(Date.parse("2024-01-01"));
});

test("8: told to wait longer than --max-wait", async () => {
  const result = await against([throttled(429, { "Retry-After": "900" })], ["orgs", "list"]);
  expect(result).toMatchObject({ code: 8, stdout: "" });
  // As asked, and up to a second for spreading clients out; what a busy machine took before is gone from the rest.
  expect(result.stderr).toMatch(/asks to wait 90[01](\.\d)? s, 1[12]\d s of --max-wait are left/);
  expect(result.requests).toHaveLength(1);
});

test("8: --wait that ran out of time", async () => {
  const spec = { object: "openapi-spec", id: "x", slug: "pets", processingState: "pending" };
  const result = await against(
    [answer(200, spec)],
    [
      ...["openapi", "publish", "pets", "--source-url", "https://a.example/x.json"],
      ...["--wait", "--wait-timeout", "1"],
    ],
  );
  expect(result.code).toBe(8);
  expect(result.requests.slice(0, 2)).toEqual(["PUT /v1/orgs/o1/openapi/pets", "GET /v1/orgs/o1/openapi/pets"]);
});

test("9: several targets, one of them missing", async () => {
  const found = answer(200, { object: "space", id: "s1", title: "One" });
  const result = await against(
    [found, answer(404, { error: { code: 404, message: "gone" } })],
    [...["spaces", "view", "s1", "s2", "--json", "--concurrency", "1"]],
  );
  expect(result.code).toBe(9);
  expect(JSON.parse(result.stdout)).toMatchObject([
    { target: "s1", object: "space", id: "s1", title: "One" },
    { target: "s2", error: { kind: "not-found", status: 404 } },
  ]);
  expect(result.stderr).toContain("1 ok, 1 failed, 0 unknown, 0 not started");
});

test("10: HTML", async () => {
  const page = await against([html(200)], ["orgs", "list", "--retries", "0"]);
  expect(page).toMatchObject({ code: 10, stdout: "" });
  expect(page.stderr).toContain("base URL");
});

test("10: a shape that is not documented", async () => {
  expect((await against([answer(200, { items: "none" })], ["orgs", "list", "--retries", "0"])).code).toBe(10);
});

test("10: a cursor that comes again", async () => {
  const again = answer(200, { items: [{ object: "organization", id: "o1" }], next: { page: "A" } });
  const loop = await against([again], ["orgs", "list", "-q", ".[].id"]);
  expect(loop.code).toBe(10);
  expect(loop.requests).toHaveLength(2);
});
