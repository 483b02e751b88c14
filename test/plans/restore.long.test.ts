import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Plan } from "../../src/plans/types.js";
import { SAMPLE } from "../../src/sandbox/sample/ids.js";
import { closeAll } from "../../src/wiring/closing.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { snapshotOf } from "../snapshot/snapshot-helper.js";

let cli: TestCli;
let file: string;
let snapshot: string;
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "back.plan");
  snapshot = join(cli.folder, "monday.docs");
  await snapshotOf(cli, snapshot, { organization: SAMPLE.org, exclude: ["content"] });
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

const plan = (): Plan => JSON.parse(readFileSync(file, "utf8"));

it("right after the snapshot there is nothing to do", async () => {
  const ran = await cli.run(`snapshots restore ${snapshot} --settings --plan ${file}`);
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Wrote")]);
  expect(plan()).toMatchObject({ steps: [], left: [] });
});

it("brings back fields that differ, names what is gone, and removes nothing", async () => {
  const before = await cli.json(`spaces view ${SAMPLE.space}`);
  await cli.run(`spaces edit ${SAMPLE.space} --title Else`);
  await cli.run("sites edit --title Elsewhere");
  await cli.run("teams create --title New");
  await cli.run("teams delete t3aVFS211n5tKAH88D12 --yes");
  const ran = await cli.run(`snapshots restore ${snapshot} --settings --only spaces,sites,teams --plan ${file}`);
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(plan().steps.map(({ endpoint, body }) => [endpoint, Object.keys(body ?? {})])).toEqual([
    ["updateSpace", ["title"]],
    ["updateSite", ["title"]],
  ]);
  expect(plan().left).toEqual([expect.stringMatching(/^team ".*" is not there today: it is not made anew$/)]);
  expect(await cli.run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
  expect(await cli.json(`spaces view ${SAMPLE.space}`)).toMatchObject({ title: before.title });
});

it("refuses what it does not know", async () => {
  expect(await cli.run(`snapshots restore ${snapshot} --plan ${file}`)).toMatchObject({ code: 2 });
  const wrong = await cli.run(`snapshots restore ${snapshot} --settings --only pages --plan ${file}`);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"pages" is none of')]);
});
