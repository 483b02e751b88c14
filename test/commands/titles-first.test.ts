import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { linesOf, step } from "./step.js";

let cli: TestCli;
beforeEach(async () => {
  cli = await testCli();
});
afterEach(() => cli.close());

const at = (width: number) => ({ tty: true, width });

test("members list: name, email, role and last seen at 80 columns, with long addresses too", async () => {
  const { stdout, stderr } = await cli.run("members list", at(80));
  expect(linesOf(stdout)[0]).toMatch(/^NAME +EMAIL +ROLE +LAST SEEN$/);
  expect(stderr).toContain("hidden: SSO, Teams, Joined, ID; -o json has all, --ids the ID\n");
  const long = (body: unknown) =>
    JSON.parse(
      JSON.stringify(body).replaceAll("@halden-robotics.example", "@a-rather-long-name-of-halden-robotics.example"),
    );
  const cut = linesOf((await cli.run("members list", { ...at(80), rewrite: long })).stdout);
  expect(cut[0]).toMatch(/^NAME +EMAIL +ROLE +LAST SEEN$/);
  expect(Math.max(...cut.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("--ids shows the id however narrow it is, and ids where titles stood for them", async () => {
  const narrow = linesOf((await cli.run("teams list --ids", at(40))).stdout);
  expect(narrow[0]).toMatch(/^TITLE +ID$/);
  expect(narrow[1]).toBe("Documentation     t3QuiTd9yR8G95e1tUaj");
  const parents = (await cli.run("collections list --ids --fields title,parent", at(80))).stdout;
  expect(parents).toContain("c7WuyRt44QJyE3zm4taW");
  const view = (await cli.run(`spaces view ${SAMPLE.space} --ids`, at(100))).stdout;
  expect(view).toMatch(/^Organization: +hR7kQ2mXv9TzLb4WcN8p$/m);
});

test("a view names what it is in; a title that cannot be read stays an id", async () => {
  const line = `spaces view ${SAMPLE.space}`;
  const { stdout, sent } = await cli.run(line, at(100));
  expect(stdout).toMatch(/^Parent: +Robots$/m);
  expect(sent.map(({ path }) => path)).toEqual([
    `/v1/spaces/${SAMPLE.space}`,
    `/v1/orgs/${SAMPLE.org}`,
    "/v1/collections/cC27v54cXpR684GxcEvU",
  ]);
  const refused = await cli.run(line, {
    ...at(100),
    intercept: ({ path }) => (path.startsWith("/v1/collections/") ? { status: 403 } : undefined),
  });
  expect(refused.code).toBe(0);
  expect(refused.stdout).toMatch(/^Parent: +cC27v54cXpR684GxcEvU$/m);
});

test("pipes and -o table in a pipe keep the order and the requests that they had", async () => {
  await step(cli, "teams list -L 1", {
    out: ["t3QuiTd9yR8G95e1tUaj\tDocumentation\t5\t3\t2023-01-11T10:00:00.000Z"],
    err: ["there are more items: continue with --page CURSOR"],
  });
  const table = linesOf((await cli.run("teams list -o table --ids")).stdout);
  expect(table[0]).toMatch(/^ID +TITLE/);
  const { sent } = await cli.run(`spaces view ${SAMPLE.space}`);
  expect(sent.length).toBe(1);
});

test("a hostile title of a parent is one harmless line", async () => {
  const { stdout } = await cli.run(`spaces view ${SAMPLE.space}`, {
    ...at(100),
    intercept: ({ path }) =>
      path.startsWith("/v1/collections/")
        ? { status: 200, body: { object: "collection", id: "cC27v54cXpR684GxcEvU", title: "a\u001b[31m\nb\u202ec" } }
        : undefined,
  });
  expect(stdout).toMatch(/^Parent: +a\\x1b\[31m ?.*b.*c$/m);
  expect(stdout).not.toMatch(/\u001b|\u202e/);
});

test("the question before a plan is applied names the organization", async () => {
  const plan = join(cli.folder, "a.plan");
  expect((await cli.run(`teams edit t5D77ErA53CC6A8eGrh6 --title Radio --plan ${plan}`)).code).toBe(0);
  const asked = await cli.run(`plans apply ${plan}`, { answers: [false] });
  expect(asked.questions).toEqual(["Apply 1 step to Halden Robotics?"]);
  const refused = await cli.run(`plans apply ${plan}`, {
    answers: [false],
    intercept: ({ path }) => (path === `/v1/orgs/${SAMPLE.org}` ? { status: 403 } : undefined),
  });
  expect(refused.questions).toEqual([`Apply 1 step to ${SAMPLE.org}?`]);
  const ids = await cli.run(`plans apply ${plan} --ids`, { answers: [false] });
  expect(ids.questions).toEqual([`Apply 1 step to ${SAMPLE.org}?`]);
});
