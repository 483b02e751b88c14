import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSpaceComment } from "../../src/catalog/comments.js";
import { removeMember, updateMember } from "../../src/catalog/members.js";
import { updateSpace } from "../../src/catalog/spaces.js";
import { removeTeamMember, setTeamMember, updateTeamMembers } from "../../src/catalog/team-members.js";
import type { Planner } from "../../src/changes/make/planner.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { plannerOf } from "./plan-helper.js";

let cli: TestCli;
let planner: Planner;
beforeEach(async () => {
  cli = await testCli();
  planner = plannerOf(cli);
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

const organizationId = SAMPLE.org;

interface Person {
  id: string;
  role: string | null;
}

const people = (): Promise<Person[]> => cli.json("members list");
const admins = async () => (await people()).filter(({ role }) => role === "admin").map(({ id }) => id);

interface InTeam {
  organization: { id: string; user: { email: string } };
  team: { role: string };
}

async function team(title: string): Promise<{ teamId: string; all: InTeam[] }> {
  const [{ id }] = await cli.json(`teams list --title "${title}"`);
  return { teamId: id, all: await cli.json(`team-members list ${id}`) };
}

describe("the last administrator", () => {
  it("is not demoted, however the others go", async () => {
    const all = await admins();
    expect(all.length).toBeGreaterThan(0);
    for (const [at, userId] of all.entries()) {
      const params = { organizationId, userId };
      if (at % 2 === 0) await planner.add({ endpoint: updateMember, params, body: { role: "edit" } });
      else await planner.add({ endpoint: removeMember, params });
    }
    const named = all;
    await expect(planner.finish({ named, maxRemovals: 1 })).rejects.toThrow(
      new RegExp(
        `never the last administrator: organization "[^"]+" has ${all.length} administrators now, 0 afterward`,
      ),
    );
  });

  it("may go when another one comes, and the numbers are in the plan", async () => {
    const all = await admins();
    const other = (await people()).find(({ role }) => role === "edit");
    await planner.add({
      endpoint: updateMember,
      params: { organizationId, userId: other?.id },
      body: { role: "admin" },
    });
    for (const userId of all)
      await planner.add({ endpoint: updateMember, params: { organizationId, userId }, body: { role: "edit" } });
    const { rails } = await planner.finish({ named: all, maxRemovals: 1 });
    expect(rails).toContainEqual({
      rail: "last administrator",
      says: expect.stringMatching(new RegExp(`has ${all.length} administrators now, 1 afterward$`)),
    });
  });
});

describe("the last owner of a team", () => {
  it("is not removed, not made a member, not taken out by address in bulk, not removed from the organization", async () => {
    const { teamId, all } = await team("Customer support");
    const owner = all.find((one) => one.team.role === "owner");
    const userId = owner?.organization.id ?? "";
    const params = { organizationId, teamId };
    const ways = [
      { endpoint: removeTeamMember, params: { ...params, userId } },
      { endpoint: setTeamMember, params: { ...params, userId }, body: { role: "member" } },
      { endpoint: updateTeamMembers, params, body: { remove: [owner?.organization.user.email.toUpperCase()] } },
      { endpoint: updateTeamMembers, params, body: { memberships: { [userId]: { role: "member" } } } },
      { endpoint: removeMember, params: { organizationId, userId } },
    ];
    for (const way of ways) {
      const one = plannerOf(cli);
      await one.add(way as Parameters<Planner["add"]>[0]);
      await expect(one.finish()).rejects.toThrow(
        /never the last owner: team "Customer support" has 1 owner now, 0 afterward/,
      );
    }
  });
});

describe("too many removals", () => {
  it("26 % of the organization is too much, 25 % is not", async () => {
    const all = await people();
    const others = all.filter(({ id, role }) => role !== "admin" && id !== SAMPLE.member).map(({ id }) => id);
    const allowed = Math.floor(all.length / 4);
    const tryWith = async (count: number) => {
      const one = plannerOf(cli);
      for (const userId of others.slice(0, count))
        await one.add({ endpoint: removeMember, params: { organizationId, userId } });
      return one.finish({ maxRemovals: 0.25 });
    };
    // Teams lose members too: those who own one alone cannot go at all.
    const outcome = await tryWith(allowed + 1).catch((error: Error) => error.message);
    expect(outcome).toMatch(/too many removals|never the last owner/);
  });

  it("of a team: two of five are, one always may", async () => {
    const { teamId, all } = await team("Documentation");
    const members = all.filter((one) => one.team.role === "member").map((one) => one.organization.id);
    const params = { organizationId, teamId };
    await planner.add({ endpoint: updateTeamMembers, params, body: { remove: members.slice(0, 2) } });
    await expect(planner.finish()).rejects.toThrow(
      /too many removals: team "Documentation" loses 2 of 5 members \(40 %\), 1 at most \(25 %\); nothing was sent/,
    );
    expect((await planner.finish({ maxRemovals: 0.4 })).memberships).toEqual({ removed: 2, of: 5 });
    const one = plannerOf(cli);
    await one.add({ endpoint: updateTeamMembers, params, body: { remove: members.slice(0, 1) } });
    expect((await one.finish()).rails).toContainEqual({
      rail: "removals",
      says: 'team "Documentation" loses 1 of 5 members (20 %), 1 at most (25 %)',
    });
  });
});

it("a plan made by hand is held to them too, before anything is sent", async () => {
  const { teamId, all } = await team("Customer support");
  const userId = all.find((one) => one.team.role === "owner")?.organization.id;
  const params = { organizationId, teamId, userId };
  const steps = [
    { id: "a", endpoint: "updateSpace", params: { spaceId: SAMPLE.space }, body: { title: "x" } },
    { id: "b", endpoint: "removeTeamMember", params },
  ];
  const file = join(cli.folder, "hand.plan");
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: organizationId, steps }));
  const ran = await cli.run(`plans apply ${file} --yes`);
  expect([ran.code, ran.stderr]).toEqual([5, expect.stringContaining("never the last owner")]);
  expect(ran.sent.filter(({ method }) => method !== "GET")).toEqual([]);
});

it("an empty file removes nothing", async () => {
  const { teamId, all } = await team("Documentation");
  const member = all.find((one) => one.team.role === "member")?.organization.id;
  await planner.add({ endpoint: removeTeamMember, params: { organizationId, teamId, userId: member } });
  await expect(planner.finish({ rows: 0 })).rejects.toThrow(/an empty file removes nothing: 0 rows/);
  expect((await planner.finish({ rows: 3 })).rails).toContainEqual({ rail: "empty file", says: "3 rows" });
});

it("the person who applies a plan is not touched unless named", async () => {
  await planner.add({
    endpoint: updateMember,
    params: { organizationId, userId: SAMPLE.member },
    body: { role: "edit" },
  });
  await expect(planner.finish()).rejects.toThrow(/yourself: your own membership of organization .* changes/);
  expect((await planner.finish({ named: [SAMPLE.member] })).me).toEqual([SAMPLE.member]);
  const unknown = plannerOf(cli, { me: undefined });
  await unknown.add({
    endpoint: updateMember,
    params: { organizationId, userId: SAMPLE.member },
    body: { role: "edit" },
  });
  expect((await unknown.finish()).rails).toContainEqual({
    rail: "yourself",
    says: expect.stringContaining("not known"),
  });
});

it("the same step twice is an error, but two comments are two", async () => {
  const { teamId, all } = await team("Documentation");
  const userId = all.find((one) => one.team.role === "member")?.organization.id;
  const comment = {
    endpoint: createSpaceComment,
    params: { spaceId: SAMPLE.space },
    body: { body: { markdown: "Well" } },
  };
  await planner.add(comment);
  await planner.add(comment);
  await planner.finish();
  const wish = { endpoint: removeTeamMember, params: { organizationId, teamId, userId } };
  await planner.add(wish);
  await planner.add(wish);
  // The second finds what the first leaves: there is nothing left to do.
  expect(planner.unchanged()).toBe(1);
  const unseen = { endpoint: updateSpace, params: { spaceId: SAMPLE.space }, body: { title: "x" }, unseen: true };
  await planner.add(unseen);
  await planner.add(unseen);
  await expect(planner.finish()).rejects.toThrow(/are the same: change space/);
});
