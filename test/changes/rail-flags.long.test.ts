import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import { closeAll } from "../../src/system/signals.js";
import { type TestCli, testCli } from "../helpers/run.js";
import { faulted } from "../not-read/list-faults.js";
import { snapshotOf } from "../snapshot/snapshot-helper.js";

/* What a rail suggests is a flag of the command that says it, and lifts it. */

let cli: TestCli;
let file: string;
let team: string;
let members: { id: string; email: string; role: string }[];
beforeEach(async () => {
  cli = await testCli();
  file = join(cli.folder, "some.plan");
  const [{ id }] = await cli.json("teams list --title Documentation");
  team = id;
  const all = await cli.json(`team-members list ${team}`);
  members = all.map((one: { organization: { id: string; user: { email: string } }; team: { role: string } }) => ({
    id: one.organization.id,
    email: one.organization.user.email,
    role: one.team.role,
  }));
});
afterEach(async () => {
  await closeAll();
  cli.close();
});

/** Two of five leave. */
const leaving = () => members.filter(({ role }) => role === "member").slice(0, 2);

const byHand = (more: object = {}): string => {
  const params = { organizationId: SAMPLE.org, teamId: team };
  const steps = leaving().map(({ id }, at) => ({
    id: `a${at}`,
    endpoint: "removeTeamMember",
    params: { ...params, userId: id },
  }));
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps, ...more }));
  return `plans apply ${file} --yes`;
};

const syncing = (): string => {
  const gone = new Set(leaving().map(({ id }) => id));
  const rows = members.filter(({ id }) => !gone.has(id)).map(({ email }) => `Documentation,${email}`);
  const table = join(cli.folder, "teams.csv");
  writeFileSync(table, `team,user\n${rows.join("\n")}\n`);
  return `teams sync ${table} --prune --adopt`;
};

const WAYS: Readonly<Record<string, () => Promise<string> | string>> = {
  "plans apply, of a plan made by hand": () => byHand(),
  "plans apply, of a plan by hand that asks for more": () => byHand({ maxRemovals: 1 }),
  "plans apply, of a plan that was made with the flag": async () => {
    const ran = await cli.run(`${syncing()} --max-removals 100% --plan ${file}`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Wrote ")]);
    return `plans apply ${file} --yes`;
  },
  "plans apply, of recorded changes": async () => {
    const users = leaving().map(({ email }) => email);
    const ran = await cli.run(`team-members remove ${team} ${users.join(" ")} --yes --plan ${file}`);
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining("Wrote 2 steps")]);
    const shown = await cli.run(`plans view ${file}`, { tty: true });
    expect(shown.stdout.replace(/\s+/g, " ")).toContain(
      `NOT MET too many removals: team "Documentation" loses 2 of 5 members (40 %)`,
    );
    return `plans apply ${file} --yes`;
  },
  "plans apply --on": async () => {
    const snapshot = join(cli.folder, "monday.docs");
    await snapshotOf(cli, snapshot, { organization: SAMPLE.org, exclude: ["content"] });
    return `${byHand()} --on ${snapshot}`;
  },
  "teams sync": () => `${syncing()} --yes`,
  "reviews apply": async () => {
    const table = join(cli.folder, "review.csv");
    await cli.run(`reviews create ${table}`);
    const [head = "", ...rows] = readFileSync(table, "utf8").trim().split(/\r?\n/);
    const decision = head.split(",").indexOf("decision");
    const decided = rows.map((row) => {
      const cells = row.split(",");
      const isTheirs = leaving().some(({ email }) => row.includes(email)) && row.includes("Documentation");
      if (isTheirs) cells[decision] = "remove";
      return cells.join(",");
    });
    writeFileSync(table, `${[head, ...decided].join("\r\n")}\r\n`);
    return `reviews apply ${table} --yes`;
  },
};

it.each(Object.keys(WAYS))("%s: too many removals", async (name) => {
  const line = (await WAYS[name]?.()) ?? "";
  const refused = await cli.run(line);
  expect([refused.code, refused.stderr]).toEqual([
    5,
    expect.stringMatching(
      /loses 2 of 5 members \(40 %\), 1 at most \(25 %\)(?: \([^)]*(?:line|step)s? \d+[^)]*\))?; nothing was sent\n.*--max-removals 40%/,
    ),
  ]);
  expect(refused.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  await closeAll();
  expect(await cli.run(`${line} --max-removals 39%`)).toMatchObject({ code: 5 });
  await closeAll();
  const lifted = await cli.run(`${line} --max-removals 40%`);
  expect([lifted.code, lifted.stderr]).toEqual([0, expect.any(String)]);
});

it.each(Object.keys(WAYS))("%s: --allow-team lifts the limit of the team", async (name) => {
  const line = (await WAYS[name]?.()) ?? "";
  expect(await cli.run(`${line} --allow-team Firmware`)).toMatchObject({ code: 5 });
  await closeAll();
  const lifted = await cli.run(`${line} --allow-team documentation`);
  expect([lifted.code, lifted.stderr]).toEqual([0, expect.any(String)]);
});

it("members offboard: too many removals", async () => {
  const line = `members offboard ${leaving()
    .map(({ email }) => email)
    .join(" ")} --heir ${SAMPLE.member} --demote --yes`;
  const refused = await cli.run(line);
  expect(refused.stderr).toContain("to allow it: --max-removals 40%");
  expect([refused.code, (await cli.run(`${line} --max-removals 100%`)).code]).toEqual([5, 0]);
});

it.each([
  ["by hand", {}],
  ["by hand, that names you", { me: [SAMPLE.member] }],
])("plans apply of a plan %s: yourself", async (_, more) => {
  const params = { organizationId: SAMPLE.org, teamId: team, userId: SAMPLE.member };
  const steps = [{ id: "a", endpoint: "setTeamMember", params, body: { role: "owner" } }];
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps, ...more }));
  const refused = await cli.run(`plans apply ${file} --yes`);
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining("--touch-me")]);
  await closeAll();
  expect(await cli.run(`plans apply ${file} --yes --touch-me`)).toMatchObject({ code: 0 });
});

it("a flag may allow less than the default", async () => {
  const steps = members
    .filter(({ role }) => role === "member")
    .slice(0, 2)
    .map(({ id: userId }, at) => ({
      id: `a${at}`,
      endpoint: "updateMember",
      params: { organizationId: SAMPLE.org, userId },
      body: { role: null },
    }));
  writeFileSync(file, JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps }));
  const refused = await cli.run(`plans apply ${file} --yes --max-removals 5%`);
  expect([refused.code, refused.stderr]).toEqual([
    5,
    expect.stringMatching(/loses 2 of 14 members .*1 at most \(5 %\)/),
  ]);
  await closeAll();
  expect(await cli.run(`plans apply ${file} --yes`)).toMatchObject({ code: 0 });
});

it("plans apply measures before it asks: a plan that will be refused asks nothing, another shows what was measured", async () => {
  const refused = await cli.run(byHand().replace(" --yes", ""), { answers: [true] });
  expect([refused.code, refused.questions, refused.stderr]).toEqual([
    5,
    [],
    expect.stringContaining("loses 2 of 5 members (40 %)"),
  ]);
  await closeAll();
  const asked = await cli.run(`${byHand().replace(" --yes", "")} --max-removals 40%`, { answers: [false] });
  expect(asked.questions).toHaveLength(1);
  expect(asked.stdout.replace(/\s+/g, " ")).toContain(
    'Guards removals: team "Documentation" loses 2 of 5 members (40 %), 2 at most (40 %)',
  );
  expect([...refused.sent, ...asked.sent].filter(({ method }) => method !== "GET")).toEqual([]);
});

it("an empty list of a team that counts members says nothing of its owners", async () => {
  const { between } = faulted("/v1/orgs/{organizationId}/teams/{teamId}/members", "empty");
  const ran = await cli.run(`members remove u3WMpp8eY71ya62DhAPx --plan ${join(cli.folder, "x.plan")}`, { between });
  expect([ran.code, ran.stderr]).toEqual([9, expect.stringMatching(/only \d+ of \d+ were listed/)]);
});
