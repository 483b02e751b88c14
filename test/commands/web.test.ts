import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";

const cli = useTestCli();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const APP = `https://docs.sandbox.invalid/o/${ORG}`;
const CR = `/v1/spaces/${SPACE}/change-requests`;

const FIELD = "s37xwST38AhXPnB2Pj9h";

test.each([
  ["cr view 42", `${APP}/s/${SPACE}/~/changes/42`, `GET ${CR}/42`],
  [`spaces view ${SPACE}`, `${APP}/s/${SPACE}`, `GET /v1/spaces/${SPACE}`],
  [`spaces view ${APP}/s/${SPACE}`, `${APP}/s/${SPACE}`, `GET /v1/spaces/${SPACE}`],
  [`sites view ${FIELD}`, `${APP}/sites/${FIELD}`, `GET /v1/orgs/${ORG}/sites/${FIELD}`],
])("%s opens or prints the page of a thing", async (line, url, request) => {
  const printed = await cli.run(`${line} --url`);
  expect(printed).toMatchObject({ code: 0, stdout: `${url}\n`, stderr: "", opened: [] });
  expect(printed.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([request]);
  const opened = await cli.run(`${line} --web`);
  expect(opened).toMatchObject({ code: 0, stdout: "", stderr: `Opening ${url} in the browser\n`, opened: [url] });
});

test("the fix of a finding in a page opens the page", async () => {
  const rows: { status: string; fix: string }[] = JSON.parse((await cli.run("checks run links-broken --json")).stdout);
  const fixes = rows.filter(({ status }) => status === "fail").map(({ fix }) => fix);
  expect(fixes.length).toBeGreaterThan(1);
  for (const fix of fixes.slice(0, 2)) {
    expect(fix).toMatch(/^docs pages view \w+ --space \w+ --web$/);
    const ran = await cli.run(fix.replace(/^docs /, ""));
    expect([ran.code, ran.opened]).toEqual([0, [expect.stringMatching(/^https:\/\/docs\.sandbox\.invalid\/o\//)]]);
  }
});

test("a thing without a page is named", async () => {
  const ran = await cli.run("cr view 42 --web", {
    tty: true,
    intercept: ({ path }) => (path === `${CR}/42` ? { status: 200, body: { number: 42, urls: {} } } : undefined),
  });
  expect(ran).toMatchObject({ code: 3, opened: [] });
  expect(ran.stderr).toContain("has no page in the app");
});

test.each([
  ["cr list", `${APP}/s/${SPACE}`, `GET /v1/spaces/${SPACE}`],
  ["comments list --cr 42", `${APP}/s/${SPACE}/~/changes/42`, `GET ${CR}/42`],
  [
    "sections list --site s37xwST38AhXPnB2Pj9h",
    `${APP}/sites/s37xwST38AhXPnB2Pj9h`,
    `GET /v1/orgs/${ORG}/sites/s37xwST38AhXPnB2Pj9h`,
  ],
  ["spaces list", APP, `GET /v1/orgs/${ORG}`],
])("%s --web opens what it lists from", async (line, url, request) => {
  const ran = await cli.run(`${line} --web`);
  expect(ran).toMatchObject({ code: 0, stdout: "", stderr: `Opening ${url} in the browser\n`, opened: [url] });
  expect(ran.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([request]);
});

test("lists of nothing with a page take no --web", async () => {
  for (const line of ["orgs list --web", "team-members list t3aVFS211n5tKAH88D12 --web", "profiles list --web"]) {
    expect(await cli.run(line)).toMatchObject({ code: 2, sent: [] });
  }
});
