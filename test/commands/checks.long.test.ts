import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { needsOf } from "../../src/checks/cost.js";
import { RULES } from "../../src/checks/rules/index.js";
import { parseArgv } from "../../src/cli/argv/program.js";
import type { AnyCommand } from "../../src/cli/command.js";
import checks from "../../src/commands/checks.js";
import { NOUNS } from "../../src/commands/index.js";
import { TAGS } from "../../src/shared/choices.js";
import { splitWords } from "../../src/shared/shell-words.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf } from "./step.js";

const cli = useTestCli();

interface Row {
  rule: string;
  status: string;
  fix: string | null;
  object: { kind: string } | null;
}

test("the sample has a finding of every tag", async () => {
  const found = new Set<string>();
  for (const org of ["Halden Robotics", "Lindenhof Orchards"]) {
    const { stdout } = await cli.run(`checks run --org "${org}" --json`);
    const rows: { status: string; tag: string }[] = JSON.parse(stdout);
    for (const { status, tag } of rows) if (status === "fail") found.add(tag);
  }
  expect([...found].sort()).toEqual([...TAGS].sort());
});

test("a terminal gets three commands to go on with, ready to run; pipes and JSON get none", async () => {
  const next = ({ stdout }: { stdout: string }) =>
    linesOf(stdout.split("\nNext\n")[1] ?? "").map((line) => line.trim());
  expect(next(await cli.run("checks run", { tty: true }))).toEqual([
    "docs checks run --plan fixes.plan",
    "docs checks view links-broken",
    "docs checks baseline accepted.json",
  ]);
  expect(next(await cli.run("checks run links-broken", { tty: true }))).toEqual([
    "docs checks view links-broken",
    "docs checks baseline accepted.json",
    "docs orgs overview --html report.html",
  ]);
  for (const line of ["", "--json", "-o csv"])
    expect((await cli.run(`checks run links-broken ${line}`)).stdout).not.toContain("accepted.json");
  expect((await cli.run("checks run team-empty", { tty: true })).stdout).toBe("");
  const narrow = await cli.run("checks run --space tG4nVx8YqLz2RkWd7JmS", { tty: true });
  expect(next(narrow)).toEqual([]);
  expect(linesOf(narrow.stderr).at(-1)).toMatch(/^docs: \d+ errors?, .* passed$/);
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
      "GET /v1/spaces/{spaceId}/content/pages for each space, where there is such a link",
      "GET /v1/spaces/{spaceId}/content/page/{pageId} for each space, where a link names a section that its page does not have",
      "GET /v1/spaces/{spaceId}/content/page/{pageId} for each space, where the page has a finding",
    ],
  });
});

const GUIDE = "tG4nVx8YqLz2RkWd7JmS";

test("--space and --site restrict a run to what they name, by id or title", async () => {
  const ran = await cli.run(`checks run --space ${GUIDE} --json`);
  expect(ran.code).toBe(11);
  const rows: { rule: string; status: string; object: { id: string } | null; within: { id: string } | null }[] =
    JSON.parse(ran.stdout);
  const failing = rows.filter(({ status }) => status === "fail");
  expect(failing.length).toBeGreaterThan(0);
  expect(failing.every(({ object, within }) => [object?.id, within?.id].includes(GUIDE))).toBe(true);
  expect(rows.some(({ rule }) => ["member-guest", "site-empty", "team-empty"].includes(rule))).toBe(false);
  const spaces = new Set(ran.sent.flatMap(({ path }) => /^\/v1\/spaces\/(\w+)/.exec(path)?.[1] ?? []));
  expect([...spaces]).toEqual([GUIDE]);
  const { title } = await cli.json(`spaces view ${GUIDE}`);
  expect(JSON.parse((await cli.run(`checks run --space "${title}" --json`)).stdout)).toHaveLength(rows.length);
  const [site] = await cli.json("sites list");
  const both = await cli.run(`checks run --space ${GUIDE} --site ${site.id} --json`);
  const kinds = new Set(JSON.parse(both.stdout).map(({ rule }: { rule: string }) => rule));
  expect([kinds.has("links-broken"), kinds.has("site-unlisted"), kinds.has("team-empty")]).toEqual([true, true, false]);
  const sites = new Set(both.sent.flatMap(({ path }) => /\/sites\/(\w+)/.exec(path)?.[1] ?? []));
  expect(sites.has(site.id)).toBe(true);
});

test("a restricted run prints fixes for its place, and plans only these", async () => {
  const ran = await cli.run(`checks run links-broken --space ${GUIDE} --json`);
  const [row] = JSON.parse(ran.stdout);
  expect(row.fix).toBe(`docs pages view ${row.object.id} --space ${GUIDE} --web`);
  expect(row.object.url).toMatch(/\/every-day\/floor-markers$/);
  await cli.out(`spaces edit ${GUIDE} --default-level admin`);
  const file = join(cli.folder, "one.plan");
  const line = (space: string) => `checks run space-level-broad --space ${space} --include-removals --plan ${file}`;
  await cli.out(line(GUIDE));
  expect(JSON.parse(readFileSync(file, "utf8")).steps.map(({ params }: { params: object }) => params)).toEqual([
    { spaceId: GUIDE },
  ]);
  const [other] = (await cli.json("spaces list")).filter(({ id }: { id: string }) => id !== GUIDE);
  rmSync(file);
  await cli.out(line(other.id));
  expect(JSON.parse(readFileSync(file, "utf8")).steps).toEqual([]);
});

/** As many as there are, in one answer. */
const listed = (items: object[], more: object = {}) => ({ status: 200, body: { items, count: items.length, ...more } });

test("a run that takes many requests announces the most there may be before", async () => {
  const spaces = Array.from({ length: 510 }, (_, at) => ({ object: "space", id: `s${at}`, title: `Space ${at}` }));
  const ran = await cli.run("checks run links-broken", {
    intercept: ({ path }) => {
      if (path.includes("/links?")) return listed([], { stats: { total: 0, broken: { total: 0, changeRequest: 0 } } });
      return /\/orgs\/\w+\/spaces\?/.test(path) ? listed(spaces) : undefined;
    },
  });
  const [, most = "", likely = ""] = /At most ([\d,]+) requests, probably about (\d+)/.exec(ran.stderr) ?? [];
  expect(Number(most.replace(",", ""))).toBeGreaterThanOrEqual(ran.sent.length);
  expect([ran.code, likely, ran.sent.length]).toEqual([0, "511", 511]);
});

test("a run that turns out to take many requests announces the most there may be by then", async () => {
  const pages = Array.from({ length: 600 }, (_, at) => ({
    id: `p${at}`,
    title: `${at}`,
    type: "document",
    hidden: true,
  }));
  const hidden = (answered: number) =>
    cli.run(`checks run page-hidden-orphan --space ${GUIDE}`, {
      intercept: ({ path }) => {
        if (path.includes("/content/pages")) return { status: 200, body: { pages: pages.slice(0, answered) } };
        return path.includes("/backlinks") ? listed([]) : undefined;
      },
    });
  const many = await hidden(600);
  expect(many.sent.length).toBeGreaterThan(600);
  expect(many.stderr.match(/At most 5,\d\d\d requests, probably about \d+\n/g)).toHaveLength(1);
  expect((await hidden(20)).stderr).not.toContain("At most");
});

test.each(["checks run", "checks list", "checks baseline"])(
  "docs %s --severity leaves out rules of a lower one",
  async (line) => {
    const file = join(cli.folder, "accepted.json");
    const rulesOf = async (flags: string): Promise<Set<string>> => {
      rmSync(file, { force: true });
      const ran = await cli.run(`${line} ${flags} ${line.endsWith("baseline") ? file : "--json"}`);
      const text = line.endsWith("baseline") ? readFileSync(file, "utf8") : ran.stdout;
      return new Set(RULES.filter(({ id }) => text.includes(`"${id}"`)).map(({ severity }) => severity));
    };
    expect([...(await rulesOf(""))].sort()).toEqual(["error", "info", "warning"]);
    expect([...(await rulesOf("--severity error"))]).toEqual(["error"]);
    expect([...(await rulesOf("--severity warning"))].sort()).toEqual(["error", "warning"]);
  },
);

test("checks explain is checks view", async () => {
  expect(await cli.json("checks explain cr-stale")).toEqual(await cli.json("checks view cr-stale"));
});
