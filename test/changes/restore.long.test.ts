import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { onlyChanged } from "../helpers/nothing-else.js";
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

it("right after the snapshot there is nothing to do", async () => {
  const line = `snapshots restore ${snapshot} --settings --plan ${file}`;
  const ran = await onlyChanged(cli, () => cli.run(line), { files: /^back\.plan$/ });
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Wrote")]);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ steps: [], left: [] });
});

const IDLE = { code: 0, stderr: expect.stringContaining("Nothing to do") };

it("makes a lost collection once, with what was in it: a second run has nothing to do", async () => {
  type Collection = { id: string; title: string; parent?: string; description?: string };
  const [lost]: Collection[] = await cli.json("collections list");
  const titles = async () => {
    const all: Collection[] = await cli.json("collections list");
    const titleOf = (id: string | undefined) => all.find((one) => one.id === id)?.title;
    return all.map(({ title, parent, description }) => [title, titleOf(parent), description]);
  };
  const before = await titles();
  await cli.run(`collections delete ${lost?.id} --yes`);
  const line = `snapshots restore ${snapshot} --settings --yes`;
  for (const expected of [{ code: 0, stderr: expect.stringContaining("Applied") }, IDLE, IDLE]) {
    expect(await cli.run(line)).toMatchObject(expected);
    await closeAll();
    expect(await titles()).toEqual(before);
  }
});

it("leaves an emptied section as it is, and says so", async () => {
  type SiteSpace = { id: string; section: string; path: string; space: { id: string } };
  const spaces = async () => {
    const all: SiteSpace[] = await cli.json("site-spaces list");
    return all.map(({ section, path, space }) => [section, path, space.id].join(" ")).sort();
  };
  const before = await spaces();
  const [moved, ...others]: SiteSpace[] = await cli.json("site-spaces list --sort section");
  const other = others.find(({ section }) => section !== moved?.section);
  const here = others.filter(({ section }) => section === moved?.section);
  for (const one of [moved, ...here]) await cli.run(`site-spaces move ${one?.id} --after ${other?.id}`);
  const emptied = await spaces();
  expect(emptied).not.toEqual(before);
  const line = `snapshots restore ${snapshot} --settings --only sites --yes`;
  const kept = await cli.run(line);
  expect([kept.code, kept.stderr]).toEqual([0, expect.stringContaining("has no site spaces today")]);
  await closeAll();
  expect(await spaces()).toEqual(emptied);
});
