import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Plan } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/shutdown.js";
import { onlyChanged } from "../helpers/nothing-else.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { refusal, snapshotOf, transportOf } from "../snapshot/snapshot-helper.js";

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
  const line = `snapshots restore ${snapshot} --settings --plan ${file}`;
  const ran = await onlyChanged(cli, () => cli.run(line), { files: /^back\.plan$/ });
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Wrote")]);
  expect(plan()).toMatchObject({ steps: [], left: [] });
});

const steps = () => plan().steps.map(({ endpoint, body }) => [endpoint, body]);

it("brings back fields that differ, and sends nothing for a plan", async () => {
  const before = await cli.json(`spaces view ${SAMPLE.space}`);
  await cli.run(`spaces edit ${SAMPLE.space} --title Else`);
  const site = await cli.json("sites view");
  await cli.run("sites edit --title Elsewhere");
  const ran = await cli.run(`snapshots restore ${snapshot} --settings --only spaces,sites --plan ${file}`);
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(steps()).toEqual([
    ["updateSpace", { title: before.title }],
    ["updateSite", { title: site.title }],
  ]);
  expect(plan().left).toEqual([]);
  expect(await cli.run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
  expect(await cli.json(`spaces view ${SAMPLE.space}`)).toMatchObject({ title: before.title });
});

it("all that is new stays", async () => {
  await cli.run("teams create --title New");
  const [{ id }] = await cli.json("teams list --title Firmware");
  await cli.out(`team-members edit ${id} --add u5s6yviydT27vWkB4r3J`);
  await cli.run("collections create --title Attic");
  await cli.run("share-links create --name Preview");
  const ran = await onlyChanged(cli, () => cli.run(`snapshots restore ${snapshot} --settings --yes`));
  expect(ran.code).toBe(0);
  for (const left of [
    'team "New" is new: it stays',
    'team "Firmware": 1 person is new and stays',
    'collection "Attic" is new: it stays',
  ])
    expect(ran.stderr).toContain(`not restored: ${left}\n`);
});

it("makes a deleted team anew with its people, and leaves a new one", async () => {
  const [team] = await cli.json("teams list --title Documentation");
  const roles = async (id: string) =>
    (await cli.json(`team-members list ${id}`))
      .map((one: { organization: { id: string }; team: { role: string } }) => `${one.organization.id} ${one.team.role}`)
      .sort();
  const people = await roles(team.id);
  await cli.run("teams create --title New");
  await cli.run(`teams delete ${team.id} --yes`);
  const line = `snapshots restore ${snapshot} --settings --only teams`;
  await cli.run(`${line} --plan ${file}`);
  expect(plan().steps.map(({ title }) => title)).toEqual([
    'create team "Documentation"',
    "change the members of team: 5 added",
  ]);
  expect(plan().left).toContainEqual('team "New" is new: it stays');
  await closeAll();
  expect(await cli.run(`${line} --yes`)).toMatchObject({ code: 0 });
  expect(await cli.json("teams list --title New")).toHaveLength(1);
  const [made] = await cli.json("teams list --title Documentation");
  expect(await roles(made.id)).toEqual(people);
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

it("goes on where a restore was broken off after it had made a collection", async () => {
  const [lost] = await cli.json("collections list");
  await cli.run(`collections delete ${lost.id} --yes`);
  await cli.run(`collections create --title "${lost.title}"`);
  const ran = await cli.run(`snapshots restore ${snapshot} --settings --yes`);
  expect(ran.stderr).not.toContain("create collection");
  await closeAll();
  const all: { title: string }[] = await cli.json("collections list");
  expect(all.filter(({ title }) => title === lost.title)).toHaveLength(1);
  expect(await cli.run(`snapshots restore ${snapshot} --settings --yes`)).toMatchObject(IDLE);
});

it("makes a lost team once", async () => {
  const [team] = await cli.json("teams list --title Documentation");
  await cli.run(`teams delete ${team.id} --yes`);
  const line = `snapshots restore ${snapshot} --settings --only teams --yes`;
  await cli.run(line);
  await closeAll();
  expect(await cli.run(line)).toMatchObject(IDLE);
  expect(await cli.json("teams list --title Documentation")).toHaveLength(1);
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

it("says what it leaves when there is nothing to do", async () => {
  await cli.run("teams create --title New");
  const line = `snapshots restore ${snapshot} --settings --only teams`;
  const left = 'not restored: team "New" is new: it stays';
  for (const flags of ["", "--yes", `--plan ${file}`]) {
    const ran = await cli.run(`${line} ${flags}`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining(left)]);
    await closeAll();
  }
});

it("names who is gone, what is deleted, and single sign-on, with where it is in the app", async () => {
  const [member] = (await cli.json("members list")).filter(({ role }: { role: string }) => role === "read");
  const [provider] = await cli.json("saml list");
  await cli.run(`members remove ${member.id} --yes`);
  await cli.run(`spaces delete ${SAMPLE.space} --yes`);
  await cli.run(`saml delete ${provider.id} --yes`);
  await cli.run(`snapshots restore ${snapshot} --settings --only organization,members,spaces --plan ${file}`);
  expect(plan().steps).toEqual([]);
  const { urls } = await cli.json("orgs view");
  for (const start of [
    `member ${JSON.stringify(member.user.displayName)} is gone: only an invitation can restore them`,
    'space "Tern User Guide" is gone: docs spaces restore restores a deleted space within 7 days',
    `SAML provider ${JSON.stringify(provider.label)} is gone: a new one would have other addresses`,
  ])
    expect(plan().left).toContainEqual(`${start} (in the app: ${urls.app})`);
});

it("changes nothing for what was not read whole", async () => {
  const [team] = await cli.json("teams list --title Documentation");
  const denied = transportOf(cli, (path) =>
    path.includes(`/teams/${team.id}/members`) ? refusal(403, "no") : undefined,
  );
  const part = join(cli.folder, "part.docs");
  await snapshotOf(cli, part, { organization: SAMPLE.org, exclude: ["content"] }, denied.transport);
  await cli.run(`snapshots restore ${part} --settings --only teams --plan ${file}`);
  expect(plan().steps).toEqual([]);
  expect(plan().left).toEqual([expect.stringContaining("not in this snapshot")]);
});

it("refuses what it does not know", async () => {
  expect(await cli.run(`snapshots restore ${snapshot} --plan ${file}`)).toMatchObject({ code: 2 });
  const wrong = await cli.run(`snapshots restore ${snapshot} --settings --only pages --plan ${file}`);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('"pages" is not one of')]);
});
