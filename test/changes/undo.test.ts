import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { updateSpace } from "../../src/catalog/spaces.js";
import { setTeamMember } from "../../src/catalog/team-members.js";
import { createTeam, updateTeam } from "../../src/catalog/teams.js";
import { planText } from "../../src/changes/format/write.js";
import type { Planner } from "../../src/changes/make/planner.js";
import { referenceTo } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { changedFiles, filesBelow, onlyChanged } from "../helpers/nothing-else.js";
import type { TestCli } from "../helpers/run.js";
import { plannerOf, useCli } from "./plan-helper.js";

let cli: TestCli;
let file: string;
const { run } = useCli((made, plan) => {
  cli = made;
  file = plan;
});

const organizationId = SAMPLE.org;

interface Values {
  organization: { id: string };
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
  const params = { organizationId, teamId: referenceTo(team.id), userId: SAMPLE.member };
  await planner.add({ endpoint: setTeamMember, params, body: { role: "owner" } });
  await rename("Handbook")(planner);
}

const titleNow = async (): Promise<string> => (await cli.json(`spaces view ${SAMPLE.space}`)).title;

/** What undo and apply keep: beside the plan, and in the history. */
const KEPT = /^((plans|history)(\/.*)?|some\.plan.*)$/;

it("takes back what was done, in reverse, and leaves all else as it was before the plan", async () => {
  const before = await titleNow();
  const ran = await onlyChanged(
    cli,
    async () => {
      await apply(teamAndTitle);
      return run(`plans undo ${file} --yes`);
    },
    { files: KEPT },
  );
  // Rows of an undo have no ids, which nothing takes.
  expect(ran.stdout).toBe('done\tchange space "Handbook": title\t\ndone\tremove team "Writers"\t\n');
  expect(ran.stderr).toBe(
    '1/2 Changed space "Handbook": title "Handbook" → "Tern User Guide"\n2/2 Removed team "Writers"\nUndone\n',
  );
  expect(ran.code).toBe(0);
  expect(await titleNow()).toBe(before);
  expect(await cli.json("teams list --title Writers")).toEqual([]);
  const writes = ran.sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
  expect(writes).toEqual([
    `PATCH /v1/spaces/${SAMPLE.space}`,
    expect.stringMatching(new RegExp(`^DELETE /v1/orgs/${organizationId}/teams/[^/]+$`)),
  ]);
});

it("history lists what was applied here, and undo takes the last one back", async () => {
  const before = await titleNow();
  expect(await run("undo --yes")).toMatchObject({ code: 3 });
  await apply(rename("Handbook"));
  const listed = await onlyChanged(cli, () => cli.json("history"));
  expect(listed).toMatchObject([{ file, state: "applied", done: 1, steps: 1 }]);
  await closeAll();
  expect(await run("undo --yes")).toMatchObject({ code: 0 });
  expect(await titleNow()).toBe(before);
  expect(await cli.json("history")).toMatchObject([{ state: "undone", done: 0 }]);
});

it("a plan takes the place of the oldest that history keeps, and of none that somebody else keeps", async () => {
  const line = (number: number) => `spaces edit ${SAMPLE.space} --title T${number} --plan ${cli.folder}/${number}.plan`;
  await run(line(1));
  await run(`plans apply ${cli.folder}/1.plan --yes`);
  const kept = (name: string) => join(cli.folder, name);
  const first = readFileSync(kept("history/000001.log"), "utf8");
  const files = ["own/kept.plan", "plans/deep/kept.plan", "plans/kept.plan", "plans/notes.txt", "kept.plan"];
  for (const name of files) {
    mkdirSync(dirname(kept(name)), { recursive: true });
    writeFileSync(kept(name), "mine");
  }
  for (let at = 1; at <= 204; at += 1) {
    const log = JSON.stringify({ ...JSON.parse(first), file: kept(files[at - 1] ?? `none-${at}.plan`) });
    writeFileSync(kept(`history/${String(at).padStart(6, "0")}.log`), `${log}\n`);
  }
  await run(line(2));
  const before = filesBelow(cli.folder);
  expect(await run(`plans apply ${cli.folder}/2.plan --yes`)).toMatchObject({ code: 0 });
  expect(changedFiles(before, filesBelow(cli.folder)).sort()).toEqual([
    "2.plan.state",
    ...[1, 2, 3, 4, 5].map((at) => `history/00000${at}.log`),
    "history/000205.log",
    "plans/kept.plan",
  ]);
  expect(existsSync(kept("plans/kept.plan"))).toBe(false);
});

it("plans that an older version applied are listed after the others, and are undone", async () => {
  const before = await titleNow();
  await apply(rename("Handbook"));
  const [{ id, command, origin, organization, at, steps }] = await cli.json("history");
  rmSync(join(cli.folder, "history"), { recursive: true });
  const old = { version: 1, plans: [{ id, command, origin, organization, at, steps, file }] };
  mkdirSync(join(cli.folder, "plans"), { recursive: true });
  writeFileSync(join(cli.folder, "plans/history.json"), JSON.stringify(old));
  expect(await cli.json("history")).toMatchObject([{ file, state: "applied", done: 1, steps: 1 }]);
  await closeAll();
  expect(await run("undo --yes")).toMatchObject({ code: 0 });
  expect(await titleNow()).toBe(before);
});

it("history has the same plan as often as it was applied", async () => {
  await apply(rename("Handbook"));
  copyFileSync(file, `${file}2`);
  await run(`plans apply ${file}2 --yes`);
  const ran = await run("history --json");
  expect([JSON.parse(ran.stdout).length, ran.stderr]).toEqual([2, ""]);
});

it("a plan that many long commands made is listed, too", async () => {
  await apply(rename("Handbook"));
  const plan = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(`${file}2`, JSON.stringify({ ...plan, command: "ä".repeat(10_000) }));
  await run(`plans apply ${file}2 --yes`);
  expect(await cli.json("history")).toMatchObject([
    { number: 2, file: `${file}2` },
    { number: 1, file },
  ]);
});

it("a plan that was changed since it was applied is listed as applied, and cannot be undone", async () => {
  await apply(rename("Handbook"));
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("Handbook", "Handbuch"));
  expect(await cli.json("history")).toMatchObject([{ state: "applied", done: 1, changes: [], undo: "impossible" }]);
  await closeAll();
  expect(await run("undo --yes")).toMatchObject({ code: 2 });
  expect(await titleNow()).toBe("Handbook");
});

it("a plan that a guard refused is not in the way of the one before it", async () => {
  const before = await titleNow();
  await apply(rename("Handbook"));
  const refused = join(cli.folder, "refused.plan");
  const [{ id }] = await cli.json("teams list --title Documentation");
  const leaving = (await cli.json(`team-members list ${id}`)).map(({ organization }: Values) => organization.id);
  const steps = leaving.map((userId: string, at: number) => ({
    id: `a${at}`,
    endpoint: "removeTeamMember",
    params: { organizationId, teamId: id, userId },
  }));
  writeFileSync(refused, JSON.stringify({ format: 1, origin: "sandbox", organization: organizationId, steps }));
  expect(await run(`plans apply ${refused} --yes`)).toMatchObject({ code: 5 });
  expect(await cli.json("history")).toMatchObject([
    { file: refused, state: "not-done", done: 0 },
    { file, state: "applied" },
  ]);
  await closeAll();
  const ran = await run("undo --yes");
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Undone")]);
  expect(await titleNow()).toBe(before);
});

it("a plan of which nothing had to be done is not in the way either", async () => {
  const before = await titleNow();
  await apply(rename("Handbook"));
  const idle = join(cli.folder, "idle.plan");
  await run(`teams create --title Writers --plan ${idle}`);
  await run(`teams create --title Writers`);
  expect(await run(`plans apply ${idle} --yes`)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Nothing to do: 1 needed no change"),
  });
  expect(await cli.json("history")).toMatchObject([{ file: idle, state: "not-done", done: 0 }, { file }]);
  await closeAll();
  expect(await run("undo --yes")).toMatchObject({ code: 0 });
  expect(await titleNow()).toBe(before);
});

it("a plan that is gone cannot be taken back, and is named", async () => {
  await apply(rename("Handbook"));
  rmSync(file);
  const ran = await run("undo --yes");
  expect(ran.code).toBe(3);
  expect(ran.stderr).toContain(file);
  expect(existsSync(`${file}.undo`)).toBe(false);
});

it.each(["", " --json"])(
  "R83 what is out of sight is left alone and named, and the rest is taken back%s",
  async (json) => {
    const before = await titleNow();
    const [team] = await cli.json("teams list");
    await apply(async (planner) => {
      await planner.add({ endpoint: updateTeam, params: { organizationId, teamId: team.id }, body: { title: "Crew" } });
      await rename("Handbook")(planner);
    });
    const hidden = ({ method, path }: { method: string; path: string }) =>
      method === "GET" && path.includes("/teams")
        ? { status: 404, body: { error: { message: "not found" } } }
        : undefined;
    const ran = await run(`plans undo ${file} --yes${json}`, { intercept: hidden });
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining("cannot be read")]);
    expect(await titleNow()).toBe(before);
    expect(await cli.json(`teams view ${team.id}`)).toMatchObject({ title: "Crew" });
    // It is still there to be taken back by somebody who sees it.
    expect(await run(`plans undo ${file} --yes`)).toMatchObject({ code: 0 });
    expect(await cli.json(`teams view ${team.id}`)).toMatchObject({ title: team.title });
  },
);

it("a program is told that a step was changed since, though others were taken back", async () => {
  await apply(teamAndTitle);
  await cli.out(`spaces edit ${SAMPLE.space} --title Else`);
  const ran = await run(`plans undo ${file} --yes --json`);
  expect([ran.code, ran.stderr]).toEqual([9, expect.stringContaining("changed since then and skipped")]);
  expect(await titleNow()).toBe("Else");
});
