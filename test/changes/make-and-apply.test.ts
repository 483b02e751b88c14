import { readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { updateOrg } from "../../src/catalog/organizations.js";
import { createSiteSection, moveSiteSection } from "../../src/catalog/sections.js";
import { updateSpace } from "../../src/catalog/spaces.js";
import { removeTeamMember, setTeamMember } from "../../src/catalog/team-members.js";
import { createTeam, updateTeam } from "../../src/catalog/teams.js";
import { planText } from "../../src/changes/format/write.js";
import { UNDO_RULES } from "../../src/changes/inverses/index.js";
import { formatDone } from "../../src/changes/show/change-text.js";
import { type Plan, referenceTo } from "../../src/changes/types.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import type { TestCli } from "../helpers/run.js";
import { plannerOf, useCli } from "./plan-helper.js";

let cli: TestCli;
let file: string;
useCli((made, plan) => {
  cli = made;
  file = plan;
});

const organizationId = SAMPLE.org;

async function save(plan: Plan): Promise<Plan> {
  writeFileSync(file, planText(plan), { mode: 0o600 });
  return plan;
}

/** A new team with an owner, and a space with another title. */
async function somePlan(): Promise<Plan> {
  const planner = plannerOf(cli);
  const team = await planner.add({ endpoint: createTeam, params: { organizationId }, body: { title: "Writers" } });
  await planner.add({
    endpoint: setTeamMember,
    params: { organizationId, teamId: referenceTo(team.id), userId: SAMPLE.member },
    body: { role: "owner" },
  });
  await planner.add({ endpoint: updateSpace, params: { spaceId: SAMPLE.space }, body: { title: "Handbook" } });
  return save(await planner.finish({ named: [SAMPLE.member] }));
}

it.each([
  ["create team", 'Created team "A"'],
  ["change the members of team", 'Changed the members of team "A"'],
  ["apply a template to site", 'Applied a template to site "A"'],
  ["put into a group section", 'Put into a group section "A"'],
  ["take out of its group section", 'Took out of its group section "A"'],
  ["transfer space", 'Transferred space "A"'],
  ["require single sign-on of member", 'Required single sign-on of member "A"'],
  ["say hello to team", 'Done: say hello to team "A"'],
])("a step that was done is told in the past: %s", (title, text) => {
  const step = { title: `${title} "A"`, change: "act", thing: 'team "A"', before: null, after: null } as const;
  expect(formatDone(step)).toBe(text);
});

it("every step that a plan can have is told in the past", () => {
  const verbs = new Set(
    Object.values(UNDO_RULES).map(({ verb, change }) => verb ?? (change === "act" ? "act on" : change)),
  );
  expect(verbs.size).toBeGreaterThan(12);
  const step = { change: "act", thing: "x", before: null, after: null } as const;
  expect([...verbs].filter((verb) => formatDone({ ...step, title: `${verb} x` }).startsWith("Done:"))).toEqual([]);
});

it("a plan tells what is there, what will be, and how it is taken back", async () => {
  const { title } = await cli.json(`spaces view ${SAMPLE.space}`);
  const plan = await somePlan();
  expect(plan.steps.map((step) => step.title)).toEqual(
    ['create team "Writers"', "change team member", `change space ${JSON.stringify(title)}: title`].map((words, at) =>
      at === 1 ? expect.stringContaining(words) : words,
    ),
  );
  expect(plan.steps[1]?.needs).toEqual(["s1"]);
  expect(plan.steps[2]).toMatchObject({ before: { title }, after: { title: "Handbook" }, undo: "exact", needs: [] });
  expect(plan.steps[2]?.inverse).toEqual([
    { endpoint: "updateSpace", params: { spaceId: SAMPLE.space }, body: { title } },
  ]);
  expect(plan.totals).toEqual({ create: 1, change: 2 });
});

it("a new member of a team is shown by name", async () => {
  const params = { organizationId, teamId: "t3aVFS211n5tKAH88D12", userId: SAMPLE.member };
  const step = await plannerOf(cli).add({ endpoint: setTeamMember, params, body: { role: "owner" } });
  expect(step).toMatchObject({
    title: 'change team member "Ingrid Solheim" of team "Field service": role owner',
    before: null,
  });
});

it("what leaves nothing beside it for a place that is not known yet cannot go back", async () => {
  const planner = plannerOf(cli);
  const params = { organizationId, siteId: SAMPLE.site };
  const made = await planner.add({
    endpoint: createSiteSection,
    params,
    body: { spaceId: SAMPLE.space, title: "New" },
  });
  // The only section outside groups.
  const robots = { ...params, siteSectionId: "ePnY5bz4286QHs81sB1N" };
  const position = { after: { type: "site-section" as const, siteSection: referenceTo(made.id) } };
  const step = await planner.add({ endpoint: moveSiteSection, params: robots, body: { position } });
  expect(step).toMatchObject({ undo: "impossible", why: "it has no neighbor to be placed beside", inverse: [] });
});

it("applying it does what it says, once", async () => {
  await somePlan();
  const first = await cli.run(`plans apply ${file} --yes`);
  expect(first.stderr).toBe(
    '1/3 Created team "Writers"\n' +
      '2/3 Changed space "Tern User Guide": title "Tern User Guide" → "Handbook"\n' +
      '3/3 Changed team member uA5mJr9TyBq3ZxKd7WnE of team "Writers": role owner\n' +
      "Applied 3 steps\n",
  );
  expect(first.code).toBe(0);
  const [team] = await cli.json("teams list --title Writers");
  expect(await cli.json(`team-members list ${team.id}`)).toMatchObject([
    { organization: { id: SAMPLE.member }, team: { role: "owner" } },
  ]);
  await closeAll();
  const again = await cli.run(`plans apply ${file} --yes`);
  expect(again.code).toBe(0);
  expect(again.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(await cli.json("teams list --title Writers")).toHaveLength(1);
  expect(statSync(`${file}.state`).mode & 0o777).toBe(0o600);
});

it("a target that changed since is left alone and told, and the rest goes on", async () => {
  await somePlan();
  await cli.run(`spaces edit ${SAMPLE.space} --title Else`);
  const ran = await cli.run(`plans apply ${file} --yes`);
  expect(ran.code).toBe(9);
  expect(ran.stderr).toContain("changed since it was planned: title");
  expect(ran.sent.filter(({ method }) => method === "PATCH")).toEqual([]);
  expect(await cli.json("teams list --title Writers")).toHaveLength(1);
  expect(await cli.json(`spaces view ${SAMPLE.space}`)).toMatchObject({ title: "Else" });
});

it("a step whose values are there already is satisfied and not sent", async () => {
  await somePlan();
  await cli.run(`spaces edit ${SAMPLE.space} --title Handbook`);
  const ran = await cli.run(`plans apply ${file} --yes`);
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain("Applied 2 steps (1 needed no change)");
  expect(ran.sent.filter(({ method }) => method === "PATCH")).toEqual([]);
});

it("a line that changes nothing makes no step", async () => {
  const planner = plannerOf(cli);
  const { title } = await cli.json(`spaces view ${SAMPLE.space}`);
  await planner.add({ endpoint: updateSpace, params: { spaceId: SAMPLE.space }, body: { title } });
  expect(planner.unchanged()).toBe(1);
  expect((await planner.finish()).steps).toEqual([]);
});

it("a field that an earlier step makes unpredictable is a step without a comparison", async () => {
  const planner = plannerOf(cli);
  const params = { organizationId };
  const logo = (name: string) => ({ endpoint: updateOrg, params, body: { logo: `https://example.com/${name}.png` } });
  await planner.add(logo("one"));
  await planner.add(logo("two"));
  expect(planner.unchanged()).toBe(0);
  const { steps } = await planner.finish();
  expect(steps.map(({ body }) => body)).toEqual([logo("one").body, logo("two").body]);
});

it("a step sees what the steps before it will have done", async () => {
  const planner = plannerOf(cli);
  const [team] = await cli.json("teams list");
  const params = { organizationId, teamId: team.id };
  await planner.add({ endpoint: updateTeam, params, body: { title: "One" } });
  const second = await planner.add({ endpoint: updateTeam, params, body: { title: "Two" } });
  expect(second).toMatchObject({ before: { title: "One" }, after: { title: "Two" }, needs: ["s1"] });
});

it("nobody takes the last owner out of a team", async () => {
  const planner = plannerOf(cli);
  const team = (await cli.json("teams list")).find(({ title }: { title: string }) => title === "Customer support");
  const owner = (await cli.json(`team-members list ${team.id}`)).find(
    (one: { team: { role: string } }) => one.team.role === "owner",
  );
  const params = { organizationId, teamId: team.id, userId: owner.organization.id };
  await planner.add({ endpoint: removeTeamMember, params });
  await expect(planner.finish()).rejects.toThrow(/never the last owner: team "Customer support" has 1 owner now, 0/);
});

it("a plan that removes an empty section is valid, and says that it cannot be undone", async () => {
  const [section] = await cli.json("sections list --sort path --fields id,path,siteSpaces");
  const [other] = (await cli.json("site-spaces list")).filter((one: { section: string }) => one.section !== section.id);
  for (const { id } of section.siteSpaces) await cli.run(`site-spaces move ${id} --after ${other.id}`);
  const line = `sections delete ${section.id} --plan ${file}`;
  expect(await cli.run(line)).toMatchObject({ code: 0 });
  const { steps }: Plan = JSON.parse(readFileSync(file, "utf8"));
  const why = "undoing it needs a valid spaceId, which it did not have";
  expect(steps).toMatchObject([{ endpoint: "deleteSiteSection", undo: "impossible", inverse: [], why }]);
  const viewed = await cli.run(`plans view ${file}`);
  expect([viewed.code, viewed.stdout]).toEqual([0, expect.stringContaining("impossible")]);
});

it("once a plan cannot go on, one step that was not started is named", async () => {
  const planner = plannerOf(cli);
  for (const title of ["A", "B", "C", "D"])
    await planner.add({ endpoint: createTeam, params: { organizationId }, body: { title } });
  await save(await planner.finish());
  const intercept = ({ method }: { method: string }) =>
    method !== "GET" ? { status: 401, body: { error: { code: 401, message: "expired" } } } : undefined;
  const { stderr } = await cli.run(`plans apply ${file} --yes`, { intercept });
  expect(stderr.match(/^.*not started.*$/gm)).toEqual([
    expect.stringMatching(/^2\/4 not started: create team "B": /),
    "docs: 1 failed, 3 not started",
  ]);
  expect(stderr).toContain("to resume without repeating finished steps: docs plans apply ");
});
