/** Who reviews a plan reads names beside ids, and numbers before details. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";

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

interface Member {
  id: string;
  user: { email: string; displayName: string };
}

async function syncPlan(): Promise<{ people: Member[]; teamId: string }> {
  const people: Member[] = await cli.json("members list");
  const [{ id: teamId }] = await cli.json('teams list --title "Documentation"');
  const table = join(cli.folder, "teams.csv");
  const rows = people.map(({ user }) => `Documentation,${user.email},`);
  writeFileSync(table, `team,user,role\n${rows.join("\n")}\n`);
  await cli.out(`teams sync ${table} --plan ${file} --touch-me`);
  return { people, teamId };
}

it("people of a team are listed by name and address", async () => {
  const { people } = await syncPlan();
  const all = await cli.out(`plans view ${file} --all`, { tty: true, width: 120 });
  const named = people.filter(({ user }) => all.includes(`     ${user.displayName} (${user.email}): not set → member`));
  expect(named.length).toBeGreaterThan(5);
  expect(all).toMatch(
    new RegExp(
      `^Plan \\w{12}: ${named.length} to add, 0 to change, 0 to remove in 1 step\n  team members: ${named.length} to add\n`,
    ),
  );
});

it("long groups are folded, of people and of steps alike", async () => {
  const users = Array.from({ length: 41 }, (_, at) => `u${at + 1}`);
  const org = { organizationId: SAMPLE.org };
  const steps = [
    { id: "s0", endpoint: "updateTeamMembers", params: { ...org, teamId: "t1" }, body: { add: users } },
    ...users.map((userId) => ({ id: `m${userId}`, endpoint: "removeMember", params: { ...org, userId } })),
  ];
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps }));
  const shown = await cli.out(`plans view ${file} --offline`, { tty: true, width: 120 });
  expect(shown).toContain("     u10: member\n     ... and 31 more, --all shows them\n");
  expect(shown).toContain("41 to add, 0 to change, 41 to remove in 42 steps");
  const numbered = shown.slice(shown.indexOf("\nSteps\n"));
  expect(numbered.match(/^- \d+\. remove member u\d+$/gm)).toHaveLength(10);
  expect(numbered).toMatch(/\n {2}\.\.\. and 31 more, --all shows them\n$/);
  expect(shown).toMatch(/Cannot be undone \(42 of 42 steps\)\n(?: {2}\d+\. .*\n){10} {2}\.\.\. and 32 more/);
  const all = await cli.out(`plans view ${file} --offline --all`, { tty: true, width: 120 });
  expect(all).not.toContain("... and");
  expect(all.match(/^ {5}u\d+: member$/gm)).toHaveLength(41);
  expect(all.match(/^- \d+\. remove member u\d+$/gm)).toHaveLength(41);
});

it.each([60, 80, 120])("%i columns hold every line but those with addresses", async (width) => {
  await syncPlan();
  await cli.run(`spaces edit ${SAMPLE.space} --title "${"A long title ".repeat(8).trim()}" --plan ${file} --append`);
  const shown = await cli.out(`plans view ${file} --all`, { tty: true, width });
  const wide = shown.split("\n").filter((line) => line.length > width && !line.startsWith("     @ "));
  expect(wide).toEqual([]);
});

it("--offline sends no request and shows people by id", async () => {
  const { people } = await syncPlan();
  const ran = await cli.run(`plans view ${file} --offline --all`, { tty: true });
  expect(ran.sent).toEqual([]);
  const [some] = people.filter(({ id }) => ran.stdout.includes(`     ${id}: not set → member`));
  expect(some).toBeDefined();
});

it("a new site space has the name of its space, and of another service nothing is asked", async () => {
  const params = { organizationId: SAMPLE.org, siteId: SAMPLE.site };
  const step = { id: "s1", endpoint: "addSiteSpace", params, body: { spaceId: SAMPLE.space } };
  const plan = { format: 1, origin: "sandbox", organization: SAMPLE.org, steps: [step] };
  writeFileSync(file, JSON.stringify(plan));
  const shown = await cli.out(`plans view ${file}`, { tty: true });
  expect(shown).toContain('+ 1. create site space "Tern User Guide"\n');
  expect(shown).toContain(`     spaceId: "${SAMPLE.space}" (Tern User Guide)\n`);
  writeFileSync(file, JSON.stringify({ ...plan, origin: "https://api.example.com" }));
  const other = await cli.run(`plans view ${file}`, { tty: true });
  expect(other.sent).toEqual([]);
  expect(other.stderr).toContain("not read: the plan is for another service (https://api.example.com)");
  expect(other.stdout).toContain("+ 1. create site space\n");
});

it("a created space keeps its name in later steps, and counts as added", async () => {
  const params = { organizationId: SAMPLE.org, siteId: SAMPLE.site };
  const made = { ...params, siteSpaceId: { $from: "s1", path: "id" } };
  const org = { organizationId: SAMPLE.org };
  const steps = [
    { id: "s1", endpoint: "addSiteSpace", params, body: { spaceId: SAMPLE.space } },
    { id: "s2", endpoint: "updateSiteSpace", params: made, body: { path: "guide" }, needs: ["s1"] },
    {
      id: "s3",
      endpoint: "moveSiteSpace",
      params: { ...params, siteSpaceId: "w5w5ukJs4omN22u4893H" },
      body: { position: { after: { type: "site-space", siteSpace: { $from: "s1", path: "id" } } } },
      needs: ["s1"],
    },
    { id: "s4", endpoint: "updateOrg", params: org, body: { sso: true } },
    { id: "s5", endpoint: "updateOrg", params: org, body: { inviteLinks: false } },
  ];
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps }));
  const shown = await cli.out(`plans view ${file}`, { tty: true, width: 120 });
  expect(shown).toMatch(/^Plan \w{12}: 1 to add, 1 to change, 1 to move, 0 to remove in 5 steps\n/);
  expect(shown).toContain("\n  site spaces: 1 to add, 1 to move\n  organization: 1 to change\n");
  expect(shown).toContain('~ 2. change site space "Tern User Guide": path\n');
  expect(shown).toContain('~ 3. move site space "Tern 1 User Guide"\n');
  expect(shown).toContain("     position: after {s1.id}\n");
});

it("a removed member is named with the email that the service has now", async () => {
  const user = "u5s6yviydT27vWkB4r3J";
  await cli.run(`team-members remove t3aVFS211n5tKAH88D12 ${user} --plan ${file}`);
  const address = "sam.whitfield@halden-robotics.example";
  const shown = await cli.out(`plans view ${file}`, { tty: true, width: 200 });
  expect(shown).toContain(`- 1. remove team member "Sam Whitfield (${address})" of team "Field service"\n`);
  const rewrite = (body: unknown) =>
    JSON.parse(JSON.stringify(body), (key, value) => (key === "displayName" ? "Someone else" : value));
  const renamed = await cli.out(`plans view ${file}`, { tty: true, width: 200, rewrite });
  expect(renamed).toContain(`- 1. remove team member "Someone else (${address})" of team "Field service"\n`);
});

it("names that cannot be read are missed, and the plan is shown", async () => {
  await syncPlan();
  const ran = await cli.run(`plans view ${file}`, {
    tty: true,
    intercept: ({ path }) =>
      path.includes("/members") ? { status: 403, body: { error: { message: "no" } } } : undefined,
  });
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain("not read: names of members: ");
  expect(ran.stdout).toContain(": not set → member");
});

it("hostile names reach no terminal as they are", async () => {
  await syncPlan();
  const rewrite = (body: unknown) =>
    JSON.parse(JSON.stringify(body), (key, value) => (key === "displayName" ? "\u001b[31mEve\u202e\nroot" : value));
  const shown = await cli.out(`plans view ${file} --all`, { tty: true, rewrite });
  expect(shown).not.toMatch(/[\u001b\u202e]|^root/m);
  expect(shown).toContain("Eve");
});
