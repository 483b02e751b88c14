import { join } from "node:path";
import { expect, test } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { useTestCli } from "../helpers/set-ups.js";
import { linesOf, step } from "./step.js";

const cli = useTestCli();

const at = (width: number) => ({ tty: true, width });

test("members list: name, email, role and last seen at 80 columns, with long addresses too", async () => {
  const { stdout, stderr } = await cli.run("members list", at(80));
  expect(linesOf(stdout)[0]).toMatch(/^NAME +EMAIL +ROLE +LAST SEEN$/);
  expect(stderr).toContain("hidden: SSO, Teams, Joined, ID; -o json has all, --ids the ID\n");
  const long = (body: unknown) =>
    JSON.parse(
      JSON.stringify(body).replaceAll("@halden-robotics.example", "@a-rather-long-name-of-halden-robotics.example"),
    );
  const whole = linesOf((await cli.run("members list", { ...at(80), rewrite: long })).stdout);
  expect(whole[0]).toMatch(/^NAME +EMAIL$/);
  expect(whole.join("\n")).toContain(" ingrid.solheim@a-rather-long-name-of-halden-robotics.example");
  expect(Math.max(...whole.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test("comments and replies: the text, before their ids, which are hidden first", async () => {
  const { stdout, stderr } = await cli.run("comments list", at(60));
  expect(linesOf(stdout).slice(0, 2)).toEqual([
    "NO.  STATUS    AUTHOR           COMMENT",
    "c4   open      Sam Whitfield    Can we have the whole guide…",
  ]);
  expect(stderr).toContain("hidden: Page, Replies, Posted, ID; -o json has\n  all, --ids the ID");
  const replies = linesOf((await cli.run("replies list mV4dLs8xTqH6ZnRb3KwP --cr 42", at(60))).stdout);
  expect(replies[0]).toMatch(/^AUTHOR +REPLY +POSTED$/);
  expect((await cli.run("comments list --ids", at(60))).stdout).toContain("mJ7tGf5zKpX3YvQw8RnM");
});

test("a write by title says the id in pipes, in logs and where it is asked for", async () => {
  const line = 'spaces edit "Tern User Guide" --emoji 1f6d2';
  const note = `note: space "Tern User Guide" is ${SAMPLE.space}\n`;
  expect((await cli.run(line)).stderr).toContain(note);
  expect((await cli.run(`${line} --ids`, at(80))).stderr).toContain(note);
  const { stderr } = await cli.run(line, at(80));
  expect(stderr).toBe('✓ Changed space "Tern User Guide"\n');
  // What was not typed in full is said everywhere.
  expect((await cli.run('spaces edit "tern user guide" --emoji 1f6d2', at(80))).stderr).toContain(note);
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

test("members list: an email is whole at 60 columns, as it is typed again; the role goes first", async () => {
  const { stdout } = await cli.run("members list", at(60));
  const [header, ...rows] = linesOf(stdout);
  expect(header).toMatch(/^NAME +EMAIL/);
  expect(rows.join("\n")).toContain("Casey Lindqvist  casey@lindqvist-translations.example");
  expect(rows.filter((row) => /@[^ ]*…/.test(row))).toEqual([]);
  expect(header).not.toContain("ROLE");
});
