import { afterEach, beforeEach, expect, test } from "vitest";
import { needsOf } from "../../src/checks/cost.js";
import { RULES } from "../../src/checks/rules/index.js";
import type { AnyCommand } from "../../src/cli/command.js";
import { parseArgv } from "../../src/cli/words/program.js";
import { splitWords } from "../../src/cli/words/shell-words.js";
import checks from "../../src/commands/checks.js";
import { NOUNS } from "../../src/commands/index.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { linesOf } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

interface Row {
  rule: string;
  status: string;
  fix: string | null;
  object: { kind: string } | null;
}

test("findings end with 11, as rows of every status", async () => {
  const ran = await cli.run("checks run links-broken cr-stale space-locked-long --json");
  expect(ran.code).toBe(11);
  const rows: Row[] = JSON.parse(ran.stdout);
  expect(rows.find(({ rule }) => rule === "links-broken")).toMatchObject({ status: "fail", object: { kind: "page" } });
  expect(linesOf(ran.stderr).at(-1)).toMatch(/"kind":"findings"/);
});

test("what could not be evaluated ends with 9, and is no pass", async () => {
  const ran = await cli.run("checks run links-broken --json", {
    intercept: ({ path }) =>
      /\/spaces\?/.test(path) ? { status: 403, body: { error: { message: "no" } } } : undefined,
  });
  expect(ran.code).toBe(9);
  expect(JSON.parse(ran.stdout).map(({ status }: Row) => status)).toEqual(["not-evaluable"]);
});

test("nothing at or above --fail-on ends with 0", async () => {
  const ran = await cli.run("checks run cr-stale --older-than 1d", { tty: true });
  expect(ran.stdout).toMatch(/^info cr-stale \(\d+\): An open change request/);
  expect(ran.code).toBe(0);
  expect((await cli.run("checks run cr-stale --older-than 1d --fail-on info")).code).toBe(11);
});

test("mistakes are told before anything is sent", async () => {
  for (const [line, words] of [
    ["checks run no-such-rule", 'there is no rule "no-such-rule"'],
    ["checks run --tag nonsense", '--tag: "nonsense" is none of'],
    ["checks run --older-than soon", "--older-than takes a time like 30d or 8w"],
    ["checks view no-such-rule", "there is no rule"],
  ] as const) {
    const ran = await cli.run(line);
    expect(ran).toMatchObject({ code: 2, sent: [], stdout: "" });
    expect(ran.stderr).toContain(words);
  }
});

test("every fix is a command that exists, and so is every pattern of one", async () => {
  const { stdout } = await cli.run("checks run --json --older-than 0d");
  const rows: Row[] = JSON.parse(stdout);
  const fixes = rows.flatMap(({ fix }) => fix ?? []);
  const patterns = RULES.map(({ fix }) => fix.replace(/<([\w-]+)>/g, "$1"));
  expect(fixes.length).toBeGreaterThan(3);
  for (const fix of [...new Set([...fixes, ...patterns])]) {
    const [program, ...argv] = splitWords(fix) ?? [];
    expect(program).toBe("docs");
    await expect(parseArgv(argv, NOUNS), fix).resolves.toMatchObject({ type: "command" });
  }
});

test("docs checks run names the endpoints that its rules read", () => {
  const run: AnyCommand | undefined = checks.commands[0];
  const named = new Set(run?.uses?.map(({ method, path }) => `${method} ${path}`));
  const needed = new Set(RULES.flatMap(needsOf).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
  expect([...named].sort()).toEqual([...needed].sort());
});

test("checks list and checks view tell what a rule is", async () => {
  const rules = await cli.json("checks list");
  expect(rules.map(({ id }: { id: string }) => id)).toEqual(RULES.map(({ id }) => id));
  expect(await cli.json("checks view links-broken")).toMatchObject({
    severity: "error",
    requests: [
      "GET /v1/orgs/{organizationId}/spaces once",
      "GET /v1/spaces/{spaceId}/links?limit=1 for each space",
      "GET /v1/spaces/{spaceId}/links for each space, where the statistics count broken links",
    ],
  });
});

test("--dry-run tells the requests of each rule and sends none", async () => {
  const { stdout, sent, code } = await cli.run("checks run links-broken collection-empty --dry-run --json");
  expect({ sent, code }).toEqual({ sent: [], code: 0 });
  expect(JSON.parse(stdout)).toEqual([
    { rule: "links-broken", request: "GET /v1/orgs/{organizationId}/spaces once", shared: false },
    { rule: "links-broken", request: "GET /v1/spaces/{spaceId}/links?limit=1 for each space", shared: false },
    {
      rule: "links-broken",
      request: "GET /v1/spaces/{spaceId}/links for each space, where the statistics count broken links",
      shared: false,
    },
    { rule: "collection-empty", request: "GET /v1/orgs/{organizationId}/collections once", shared: false },
    { rule: "collection-empty", request: "GET /v1/orgs/{organizationId}/spaces once", shared: true },
  ]);
});
