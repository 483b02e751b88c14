import { copyFileSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { publishSite } from "../../src/catalog/sites.js";
import { deleteSpace, updateSpace } from "../../src/catalog/spaces.js";
import { setTeamMember } from "../../src/catalog/team-members.js";
import { createTeam } from "../../src/catalog/teams.js";
import { planText } from "../../src/plans/format/write.js";
import type { Planner } from "../../src/plans/make/planner.js";
import { from } from "../../src/plans/types.js";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { closeAll } from "../../src/wiring/closing.js";
import { type Ran, type RunOptions, type TestCli, testCli } from "../helpers/run.js";
import { plannerOf } from "./plan-helper.js";

let cli: TestCli;
let file: string;
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "some.plan");
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

const organizationId = SAMPLE.org;

async function run(line: string, options?: RunOptions): Promise<Ran> {
  const ran = await cli.run(line, options);
  await closeAll();
  return ran;
}

async function apply(fill: (planner: Planner) => Promise<unknown>): Promise<void> {
  const planner = plannerOf(cli);
  await fill(planner);
  writeFileSync(file, planText(await planner.finish({ named: [SAMPLE.member] })));
  expect(await run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
}

const rename = (title: string) => (planner: Planner) =>
  planner.add({ endpoint: updateSpace, params: { spaceId: SAMPLE.space }, body: { title } });

async function teamAndTitle(planner: Planner): Promise<void> {
  const team = await planner.add({ endpoint: createTeam, params: { organizationId }, body: { title: "Writers" } });
  const params = { organizationId, teamId: from(team), userId: SAMPLE.member };
  await planner.add({ endpoint: setTeamMember, params, body: { role: "owner" } });
  await rename("Handbook")(planner);
}

const titleNow = async (): Promise<string> => (await cli.json(`spaces view ${SAMPLE.space}`)).title;

it("takes back what was done, in reverse", async () => {
  const before = await titleNow();
  await apply(teamAndTitle);
  const ran = await run(`plans undo ${file} --yes`);
  expect(ran.stderr).toContain("Undone");
  expect(ran.code).toBe(0);
  expect(await titleNow()).toBe(before);
  expect(await cli.json("teams list --title Writers")).toEqual([]);
  const writes = ran.sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  expect(writes).toEqual([
    `PATCH /v1/spaces/${SAMPLE.space}`,
    expect.stringMatching(new RegExp(`^DELETE /v1/orgs/${organizationId}/teams/[^/]+$`)),
  ]);
});

it("undone is undone: a second time there is nothing, and it can be applied again", async () => {
  const before = await titleNow();
  await apply(rename("Handbook"));
  await run(`plans undo ${file} --yes`);
  expect(await run(`plans undo ${file} --yes`)).toMatchObject({ code: 3 });
  expect(await run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
  expect(await titleNow()).toBe("Handbook");
  await run(`plans undo ${file} --yes`);
  expect(await titleNow()).toBe(before);
});

it("what somebody changed since is left alone and told", async () => {
  await apply(teamAndTitle);
  await run(`spaces edit ${SAMPLE.space} --title Else`);
  const ran = await run(`plans undo ${file} --yes`);
  expect(ran.code).toBe(9);
  expect(ran.stderr).toContain("changed since, left alone: change space");
  expect(await titleNow()).toBe("Else");
  expect(await cli.json("teams list --title Writers")).toEqual([]);
});

it("what cannot be undone is listed first, and stops it unless --partial", async () => {
  const before = await titleNow();
  const site = (await cli.json("sites list --no-published"))[0].id;
  await apply(async (planner) => {
    await rename("Handbook")(planner);
    await planner.add({ endpoint: publishSite, params: { organizationId, siteId: site } });
  });
  const stopped = await run(`plans undo ${file} --yes`);
  expect(stopped.code).toBe(2);
  expect(stopped.stderr).toContain("cannot be undone: publish site");
  expect(stopped.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  await run(`plans undo ${file} --partial --yes`);
  expect(await titleNow()).toBe(before);
});

it("a deleted space is restored", async () => {
  await apply((planner) => planner.add({ endpoint: deleteSpace, params: { spaceId: SAMPLE.space } }));
  expect(await run(`spaces view ${SAMPLE.space}`)).toMatchObject({ code: 3 });
  expect(await run(`plans undo ${file} --yes`)).toMatchObject({ code: 0 });
  expect(await run(`spaces view ${SAMPLE.space}`)).toMatchObject({ code: 0 });
});

it("history lists what was applied here, and undo takes the last one back", async () => {
  const before = await titleNow();
  expect(await run("undo --yes")).toMatchObject({ code: 3 });
  await apply(rename("Handbook"));
  expect(await cli.json("history")).toMatchObject([{ file, state: "applied", done: 1, steps: 1 }]);
  await closeAll();
  expect(await run("undo --yes")).toMatchObject({ code: 0 });
  expect(await titleNow()).toBe(before);
  expect(await cli.json("history")).toMatchObject([{ state: "undone", done: 0 }]);
});

it("history has the same plan as often as it was applied", async () => {
  await apply(rename("Handbook"));
  copyFileSync(file, `${file}2`);
  await run(`plans apply ${file}2 --yes`);
  const ran = await run("history --json");
  expect([JSON.parse(ran.stdout).length, ran.stderr]).toEqual([2, ""]);
});

it("a plan that is gone cannot be taken back, and is named", async () => {
  await apply(rename("Handbook"));
  rmSync(file);
  const ran = await run("undo --yes");
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain(file);
  expect(existsSync(`${file}.undo`)).toBe(false);
});
