import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestsOf } from "../../src/checks/cost.js";
import { RULES } from "../../src/checks/rules/index.js";
import type { AnyCommand } from "../../src/cli/command.js";
import { GATE_KINDS } from "../../src/commands/checks/selection.js";
import { check as crCheck } from "../../src/commands/cr/check.js";
import { check as siteCheck } from "../../src/commands/sites/check.js";
import { check as spaceCheck } from "../../src/commands/spaces/check.js";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const CR = `/v1/spaces/${SPACE}/change-requests/42`;

interface Row {
  rule: string;
  status: string;
}

/** What keeps the sample's change request 42 from being merged. */
async function settle(): Promise<void> {
  const { items } = JSON.parse(
    await cli.out("api '/v1/spaces/tG4nVx8YqLz2RkWd7JmS/change-requests/42/comments?status=open'"),
  );
  for (const { id } of items) await cli.out(`comments resolve ${id} --cr 42`);
}

test("cr check: open comments stand in the way, and then nothing does", async () => {
  const ran = await cli.run("cr check 42 --json");
  expect(ran.code).toBe(11);
  const rows: Row[] = JSON.parse(ran.stdout);
  expect(rows.filter(({ status }) => status === "fail").map(({ rule }) => rule)).toContain("cr-unresolved-comments");
  expect(rows.every(({ rule }) => rule.startsWith("cr-"))).toBe(true);
  expect(new Set(ran.sent.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(ran.sent.length).toBeLessThan(25);
  await settle();
  expect((await cli.run("cr check 42")).code).toBe(0);
});

test("cr check: what was denied is not ready", async () => {
  await settle();
  const ran = await cli.run("cr check 42", {
    intercept: ({ path }) =>
      path.includes("/42/content/pages") || path.includes("content/pages") ? { status: 403, body: {} } : undefined,
  });
  expect(ran.code).toBe(9);
});

test("cr merge --if-ready merges nothing that is not ready", async () => {
  const ran = await cli.run("cr merge 42 --if-ready");
  expect(ran.code).toBe(11);
  expect(ran.stderr).toContain("change request 42 is not merged: it is not ready\n  cr-unresolved-comments: ");
  expect(ran.stderr).toContain("to see what to fix: docs cr check 42");
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  await settle();
  const merged = await cli.run("cr merge 42 --if-ready");
  expect(merged.code).toBe(0);
  expect(merged.sent.at(-1)).toMatchObject({ method: "POST", path: `${CR}/merge` });
  expect((await cli.run("cr merge 42 --update")).code).toBe(2);
});

test("cr merge --if-ready merges nothing of which it is not known", async () => {
  await settle();
  const ran = await cli.run("cr merge 42 --if-ready", {
    intercept: ({ path }) => (path.includes("/content/pages") ? { status: 403, body: {} } : undefined),
  });
  expect(ran.code).toBe(9);
  expect(ran.stderr).toContain("it could not be determined whether it is ready");
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("R87: cr merge --if-ready names the page and the link that it would break elsewhere", async () => {
  await settle();
  const folder = join(cli.folder, "new");
  mkdirSync(folder);
  writeFileSync(join(folder, "lost.md"), "# Lost\n\n[nowhere](nowhere.md) costs {{ space.vars.nothing }}\n");
  await cli.out(`content import file://${folder} --source markdown --cr 42`);
  const checked = await cli.run("cr check 42 --json");
  expect(checked.code).toBe(11);
  const fails = JSON.parse(checked.stdout).filter(({ status }: Row) => status === "fail");
  expect(fails.map(({ rule, object }: { rule: string; object: { kind: string } }) => [rule, object.kind])).toEqual([
    ["cr-broken-links", "page"],
    ["cr-variable-missing", "page"],
  ]);
  const ran = await cli.run("cr merge 42 --if-ready");
  expect(ran.code).toBe(11);
  expect(ran.stderr).toContain("cr-broken-links: Lost: lost would link to nowhere.md, which does not exist");
  expect(ran.stderr).toContain("cr-variable-missing: Lost: lost would use space.vars.nothing, which is not defined");
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  // A finding counts for more than what is not known.
  const denied = await cli.run("cr merge 42 --if-ready", {
    intercept: ({ path }) => (/\/content\/page\/\w+\?/.test(path) ? { status: 403, body: {} } : undefined),
  });
  expect(denied.code).toBe(11);
});

test.each([
  ["the links of a page", /\/change-requests\/\w+\/content\/page\/\w+\/links/],
  ["the text of a page", /\/change-requests\/\w+\/content\/page\/\w+(\?|$)/],
  ["the content of the change request", /\/change-requests\/\w+\/content(\?|$)/],
  ["the content of the space", /\/spaces\/\w+\/content(\?|$)/],
  ["what links to a page", /\/backlinks/],
])("R87: without %s, nothing is merged", async (_, pattern) => {
  await settle();
  for (const status of [403, 404]) {
    const ran = await cli.run("cr merge 42 --if-ready", {
      intercept: ({ path }) => (pattern.test(path) ? { status, body: {} } : undefined),
    });
    expect(ran.code).toBe(9);
    expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  }
});

test("cr merge --if-ready --update pulls the content in where it is behind", async () => {
  const { sent } = await cli.run("cr merge 43 --if-ready --update");
  const writes = sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  expect(writes[0]).toBe(`POST /v1/spaces/${SPACE}/change-requests/43/update`);
});

test("cr merge --if-ready of several: each for itself", async () => {
  await settle();
  const ran = await cli.run("cr merge 42 43 --if-ready --json");
  expect(ran.code).toBe(9);
  const results: { target: string; error?: { kind: string } }[] = JSON.parse(ran.stdout);
  expect(results.map(({ target, error }) => [target, error?.kind])).toEqual([
    ["42", undefined],
    ["43", "findings"],
  ]);
});

test("a dry run says what the gate says, and shows the merge of one that is ready", async () => {
  const open = await cli.run("cr merge 42 --if-ready --update --dry-run");
  expect([open.code, open.stderr, open.stdout]).toEqual([11, expect.stringContaining("it is not ready"), ""]);
  const comments = await cli.json("comments list --cr 42 --json");
  for (const { id } of comments) await cli.run(`comments resolve ${id} --cr 42`);
  const ready = await cli.run("cr merge 42 --if-ready --dry-run");
  expect([ready.code, ready.stdout]).toEqual([0, expect.stringContaining("/change-requests/42/merge")]);
  expect(ready.stderr).toBe("note: change request 42 is ready\n");
  for (const { sent } of [open, ready]) expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("spaces check and sites check look at one thing", async () => {
  const space = await cli.run("spaces check --json");
  expect(space.code).toBe(11);
  const rows: Row[] = JSON.parse(space.stdout);
  // What is costly for all spaces runs for one.
  expect(rows.find(({ rule }) => rule === "links-in-app")?.status).not.toBe("skipped");
  const spaces = new Set(space.sent.flatMap(({ path }) => /^\/v1\/spaces\/(\w+)/.exec(path)?.[1] ?? []));
  expect([...spaces]).toEqual([SPACE]);
  const site = await cli.run("sites check --json");
  expect(JSON.parse(site.stdout).length).toBeGreaterThan(3);
  const others = site.sent.filter(({ path }) => !/\/sites\/\w+/.test(path));
  expect(others.map(({ path }) => path)).toEqual([]);
});

test("a gate writes reports", async () => {
  const file = join(cli.folder, "comment.md");
  expect((await cli.run(`cr check 42 --report markdown=${file}`)).code).toBe(11);
  expect(readFileSync(file, "utf8")).toContain("cr-unresolved-comments");
});

test("spaces links --broken --exit-code ends with 11 where there are some", async () => {
  const ran = await cli.run("spaces links --broken --exit-code --json");
  expect(ran.code).toBe(11);
  expect(JSON.parse(ran.stdout).length).toBeGreaterThan(0);
  expect((await cli.run("spaces links --broken")).code).toBe(0);
  expect((await cli.run("spaces links --exit-code")).code).toBe(2);
  const none = { intercept: () => ({ status: 200, body: { items: [{ status: "ok" }], stats: { total: 1 } } }) };
  expect((await cli.run("spaces links --broken --exit-code", none)).code).toBe(0);
});

test.each([
  ["space", spaceCheck],
  ["change-request", crCheck],
  ["site", siteCheck],
] as const)("the gate of a %s names the endpoints that it reads", (gate, command) => {
  const named = new Set((command as AnyCommand).uses?.map(({ path }) => path));
  const rules = RULES.filter(({ of }) => GATE_KINDS[gate].some((kind) => kind === of));
  // Lists of spaces and sites are those one reads where all are meant.
  const all = new Set(["/v1/orgs/{organizationId}/spaces", "/v1/orgs/{organizationId}/members"]);
  if (gate === "site") all.add("/v1/orgs/{organizationId}/sites");
  const missing = requestsOf(rules.map((rule) => ({ rule })))
    .map(({ endpoint }) => endpoint.path)
    .filter((path) => !named.has(path) && !all.has(path));
  expect(missing).toEqual([]);
});

test.each(['spaces check "Engineering Handbook"', "sites check", "cr check 42"])(
  "docs %s --max-warnings fails for more",
  async (line) => {
    const counted = await cli.run(`${line} --fail-on error --older-than 1d --json`);
    const warnings = JSON.parse(counted.stdout).filter(
      ({ status, severity }: { status: string; severity: string }) => status === "fail" && severity === "warning",
    ).length;
    expect(warnings).toBeGreaterThan(0);
    const over = await cli.run(`${line} --fail-on error --older-than 1d --max-warnings 0`);
    expect(over.code).toBe(11);
    expect(over.stderr).toContain("--max-warnings allows 0");
    const within = await cli.run(`${line} --fail-on error --older-than 1d --max-warnings ${warnings}`);
    expect(within.code).toBe(counted.code);
  },
);

test("a command that repairs something names its space once, also where the space was typed", async () => {
  const { stdout } = await cli.run(`cr check 43 --space ${SPACE} --json`);
  const fixes = (JSON.parse(stdout) as { fix: string | null }[]).flatMap(({ fix }) => fix ?? []);
  expect(fixes.length).toBeGreaterThan(0);
  for (const fix of fixes) expect(fix.split(" ").filter((word) => word === "--space")).toHaveLength(1);
});
