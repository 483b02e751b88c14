import { expect, test } from "vitest";
import { useTestCli } from "../helpers/set-ups.js";
import { step } from "./step.js";

const cli = useTestCli();

const ORG = "hR7kQ2mXv9TzLb4WcN8p";
const SPACE = "tG4nVx8YqLz2RkWd7JmS";
const APP = `https://docs.sandbox.invalid/o/${ORG}`;
const CR = `/v1/spaces/${SPACE}/change-requests`;

test.each([
  ["42", `${APP}/s/${SPACE}/~/changes/42`, [`GET ${CR}/42`]],
  ["'#42'", `${APP}/s/${SPACE}/~/changes/42`, [`GET ${CR}/42`]],
  [`https://docs.sandbox.invalid${CR}/42`, `${APP}/s/${SPACE}/~/changes/42`, [`GET ${CR}/42`]],
  [`${APP}/s/${SPACE}`, `${APP}/s/${SPACE}`, [`GET /v1/spaces/${SPACE}`]],
  ["", `${APP}/s/${SPACE}`, [`GET /v1/spaces/${SPACE}`]],
  [
    "--site s37xwST38AhXPnB2Pj9h",
    `${APP}/sites/s37xwST38AhXPnB2Pj9h`,
    [`GET /v1/orgs/${ORG}/sites/s37xwST38AhXPnB2Pj9h`],
  ],
])("docs browse %s", async (words, url, paths) => {
  const ran = await cli.run(`browse ${words} --url`);
  expect(ran).toMatchObject({ code: 0, stdout: `${url}\n`, stderr: "", opened: [] });
  expect(ran.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(paths);
  expect(await cli.run(`browse ${words} --no-open`)).toMatchObject({ stdout: `${url}\n`, opened: [] });
  const opened = await cli.run(`browse ${words}`);
  expect(opened).toMatchObject({ code: 0, stdout: "", opened: [url] });
});

test.each([
  ["'tern user guide'", `/s/${SPACE}`],
  ["'Field Service'", "/sites/s37xwST38AhXPnB2Pj9h"],
  ["getting-started/charging", `/s/${SPACE}/getting-started/charging`],
  ["'👋 Overview'", `/s/${SPACE}/overview`],
  ["'Torque for the axle screws'", `/s/${SPACE}/~/changes/43`],
  ["s37xwST38AhXPnB2Pj9h", "/sites/s37xwST38AhXPnB2Pj9h"],
])("docs browse %s by its name", async (words, path) => {
  const ran = await cli.run(`browse ${words}`);
  expect(ran).toMatchObject({ code: 0, opened: [`${APP}${path}`] });
  expect(ran.sent.length).toBeLessThanOrEqual(5);
});

test("several things, none, and addresses of others", async () => {
  const space = { id: "sA", title: "Guide", urls: { app: `${APP}/s/sA` } };
  const intercept = ({ path }: { path: string }) =>
    path.includes(`/orgs/${ORG}/spaces`)
      ? { status: 200, body: { items: [space, { ...space, id: "sB" }] } }
      : undefined;
  await step(cli, "browse guide", {
    on: { intercept },
    err: ["docs: 2 things have that name", "  sA  space Guide", "  sB  space Guide", "  pass its id or its address"],
    code: 2,
  });
  await step(cli, "browse nothing-like-it", {
    err: ['docs: nothing here is called "nothing-like-it"', "  see: docs spaces list"],
    code: 3,
  });
  await step(cli, "browse https://evil.example/phish", {
    err: ["docs: this address does not belong to anything in the service: https://evil.example/phish"],
    code: 2,
    sent: [],
  });
  await step(cli, "browse 42", {
    on: { defaults: {} },
    err: ["docs: a change request needs its space", "  pass --space SPACE"],
    code: 2,
    sent: [],
  });
  await step(cli, "browse", {
    on: { defaults: {} },
    err: ["docs: nothing to open", "  name a thing, or pass --space or --org"],
    code: 2,
    sent: [],
  });
});

test("a thing without a page is told, and its title is harmless", async () => {
  const ran = await cli.run("browse 42", {
    tty: true,
    intercept: ({ path }) =>
      path === `${CR}/42` ? { status: 200, body: { number: 42, subject: "\u001b[2Jx", urls: {} } } : undefined,
  });
  expect(ran).toMatchObject({
    code: 3,
    opened: [],
    stderr: "docs: change request #42 \\x1b[2Jx has no page in the app\n",
  });
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
