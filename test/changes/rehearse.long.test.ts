import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { updateSpace } from "../../src/catalog/spaces.js";
import { createTeam } from "../../src/catalog/teams.js";
import { planText } from "../../src/changes/format/write.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { useOwnTmpdir } from "../helpers/set-ups.js";
import { snapshotOf } from "../snapshot/snapshot-helper.js";
import { plannerOf } from "./plan-helper.js";

let cli: TestCli;
let file: string;
let snapshot: string;
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "some.plan");
  snapshot = join(cli.folder, "monday.docs");
  await snapshotOf(cli, snapshot, { organization: SAMPLE.org, exclude: ["content"] });
});
afterEach(async () => {
  await closeAll();
  cli.close();
});
const temporaryFiles = useOwnTmpdir();

const params = { organizationId: SAMPLE.org };

it("runs all steps on a copy, tells what would be refused, and sends and keeps nothing", async () => {
  const planner = plannerOf(cli);
  const site = (await cli.json("sites list --published"))[0];
  await planner.add({ endpoint: createTeam, params, body: { title: "Writers" } });
  const { updateSite } = await import("../../src/catalog/sites.js");
  const other = (await cli.json("sites list")).find(({ id }: { id: string }) => id !== site.id);
  await planner.add({
    endpoint: updateSite,
    params: { ...params, siteId: other.id },
    body: { basename: site.basename },
  });
  writeFileSync(file, planText(await planner.finish()));
  const ran = await cli.run(`plans apply ${file} --on ${snapshot}`);
  expect(ran.code).toBe(9);
  expect(ran.stderr).toMatch(/would be refused: s2: change site .*: basename: .*is taken/);
  expect(ran.stderr).toContain("1 of 2 steps would be done (rehearsed on");
  expect(ran.sent).toEqual([]);
  expect(existsSync(`${file}.state`)).toBe(false);
  expect(await cli.json("teams list --title Writers")).toEqual([]);
  expect(temporaryFiles().filter((name) => name.startsWith("docs-rehearsal-"))).toEqual([]);
});

it("goes well twice, and refuses a plan of another organization", async () => {
  const planner = plannerOf(cli);
  await planner.add({ endpoint: updateSpace, params: { spaceId: SAMPLE.space }, body: { title: "Handbook" } });
  const plan = await planner.finish();
  writeFileSync(file, planText(plan));
  for (const _ of [1, 2]) {
    const ran = await cli.run(`plans apply ${file} --on ${snapshot}`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("1 of 1 steps would be done: rehearsed on")]);
  }
  const { id: _, ...other } = plan;
  writeFileSync(file, JSON.stringify({ ...other, organization: "another" }));
  const ran = await cli.run(`plans apply ${file} --on ${snapshot}`);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("do not match: the plan is for organization")]);
});

it("puts own steps last, as applying it does", async () => {
  const { updateMember } = await import("../../src/catalog/members.js");
  const [other] = (await cli.json("members list --role read")).map(({ id }: { id: string }) => id);
  // Both are different from the snapshot, so that both are mentioned.
  await cli.run(`members edit ${other} --role edit`);
  await cli.run(`members edit ${SAMPLE.member} --role create --yes`);
  const planner = plannerOf(cli);
  for (const userId of [SAMPLE.member, other])
    await planner.add({ endpoint: updateMember, params: { ...params, userId }, body: { role: "comment" } });
  writeFileSync(file, planText(await planner.finish({ named: [SAMPLE.member] })));
  const ran = await cli.run(`plans apply ${file} --on ${snapshot} --touch-me`);
  expect(ran.code).toBe(9);
  expect(ran.stderr.match(/^docs: changed: s\d|^.*changed: s\d/gm)?.map((line) => line.slice(-2))).toEqual([
    "s2",
    "s1",
  ]);
});
