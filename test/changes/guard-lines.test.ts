/** Guards name the rows of the file that cause them: all of them, and those that only leave somebody out. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { placesText } from "../../src/changes/guards/guards.js";
import { SAMPLE } from "../../src/sandbox/sample/tools.js";
import type { TestCli } from "../helpers/run.js";
import { useCli } from "./plan-helper.js";

let cli: TestCli;
const { run, out } = useCli((made) => {
  cli = made;
});

interface Person {
  id: string;
  email: string;
  role: string;
}

let team: string;
let people: Person[];
beforeEach(async () => {
  [{ id: team }] = await cli.json("teams list --title Documentation");
  const all = await cli.json(`team-members list ${team}`);
  people = all.map((one: { organization: { id: string; user: { email: string } }; team: { role: string } }) => ({
    id: one.organization.id,
    email: one.organization.user.email,
    role: one.team.role,
  }));
});
const owners = () => people.filter(({ role }) => role === "owner");
const members = () => people.filter(({ role }) => role === "member");

describe("teams sync", () => {
  const synced = async (rows: readonly string[], flags = ""): Promise<string> => {
    const table = join(cli.folder, "teams.csv");
    writeFileSync(table, ["team,user,role", ...rows, ""].join("\n"));
    return (await run(`teams sync ${table} --yes ${flags}`)).stderr;
  };

  it("names each row that takes the last owner away, also where it is duplicated", async () => {
    const demoted = owners().map(({ email }) => `Documentation,${email},member`);
    const again = owners().map(({ id, email }, at) =>
      at === 0 ? `${team},${id},member` : `documentation,${email},member`,
    );
    const rows = [...demoted, `Field service,${members()[0]?.email},`, ...again, demoted[0] ?? ""];
    expect(await synced(rows)).toContain(
      'never the last owner: team "Documentation" has 2 owners now, 0 afterward (lines 2, 3, 5 to 7)',
    );
  });

  it("names the rows that leave people out, where nobody's own row asks for it", async () => {
    const rows = [...owners(), ...members().slice(0, 1)].map(({ email }) => `Documentation,${email},`);
    const stderr = await synced(
      [...rows, "Documentation,tpyo@halden-robotics.example,"],
      "--prune --adopt --skip-unknown",
    );
    expect(stderr).toMatch(
      /too many removals: team "Documentation" loses 2 of 5 members .*\(not named in lines 2 to 5\)/,
    );
  });

  it("names the row that is about yourself", async () => {
    const rows = [...people.map(({ email }) => `Documentation,${email},`), `Field service,${SAMPLE.member},owner`];
    expect(await synced(rows)).toContain(
      `yourself: your own membership of team "Field service" (line ${people.length + 2}) changes`,
    );
  });
});

describe("reviews apply", () => {
  /** Decides rows that hold all these words; the table grows by its own rows again where `twice`. */
  async function reviewed(decide: (row: string) => string, twice = false): Promise<{ stderr: string; rows: string[] }> {
    const table = join(cli.folder, "review.csv");
    await out(`reviews create ${table}`);
    const [head = "", ...rows] = readFileSync(table, "utf8").trimEnd().split("\r\n");
    const decided = rows.map((row) => (decide(row) === "" ? row : decide(row) + row));
    const lines = twice ? [...decided, ...decided] : decided;
    writeFileSync(table, [head, ...lines, ""].join("\r\n"));
    return { stderr: (await run(`reviews apply ${table} --yes`)).stderr, rows: lines };
  }
  const lineOf = (rows: readonly string[], ...words: string[]): number =>
    rows.findIndex((row) => words.every((word) => row.includes(word))) + 2;
  const isRow = (row: string, kind: string, users: readonly Person[]) =>
    row.includes(`,${kind},`) && users.some(({ id }) => row.includes(`,${id},`));

  it("names the row that removes somebody from the organization, and not the one that keeps them in the team", async () => {
    const two = members().slice(0, 2);
    const { stderr, rows } = await reviewed((row) =>
      isRow(row, "organization", two) ? "remove" : isRow(row, "team", two) ? "keep" : "",
    );
    const at = two.map(({ id }) => lineOf(rows, ",organization,", `,${id},`)).sort((a, b) => a - b);
    expect(stderr).toMatch(
      new RegExp(`too many removals: team "Documentation" loses 2 of 5 members .*\\(lines ${at.join(", ")}\\)`),
    );
  });

  it("names both rows that take somebody out of a team, and those that say the same again", async () => {
    const two = members().slice(0, 2);
    const isTheirs = (row: string) =>
      isRow(row, "organization", two) || (isRow(row, "team", two) && row.includes("Documentation"));
    const { stderr, rows } = await reviewed((row) => (isTheirs(row) ? "remove" : ""), true);
    const all = rows.flatMap((row, at) => (isTheirs(row) ? [at + 2] : []));
    expect(all).toHaveLength(8);
    const said = /loses 2 of 5 members .*\(lines ([^)]*)\)/.exec(stderr)?.[1] ?? "";
    const numbers = said.split(", ").flatMap((part) => {
      const [from = 0, to = from] = part.split(" to ").map(Number);
      return Array.from({ length: to - from + 1 }, (_, step) => from + step);
    });
    expect(numbers).toEqual(all);
  });
});

it.each<[numbers: number[], text: string]>([
  [[7], " (line 7)"],
  [[9, 3, 3], " (lines 3, 9)"],
  [[3, 4, 5, 9], " (lines 3 to 5, 9)"],
  [[2, 3], " (lines 2, 3)"],
  [
    Array.from({ length: 25 }, (_, at) => at * 2),
    ` (lines ${Array.from({ length: 20 }, (_, at) => at * 2).join(", ")} and 5 more)`,
  ],
  [[], ""],
])("rows %j are read as%s", (numbers, text) => {
  expect(placesText(["u1"], undefined, { unit: "line", asking: () => numbers })).toBe(text);
});

it("items of JSON are counted as such", () => {
  expect(placesText(["u1"], "t1", { unit: "item", asking: () => [], without: () => [1, 2] })).toBe(
    " (not named in items 1, 2)",
  );
});

describe("a plan in a file", () => {
  const plan = () => join(cli.folder, "some.plan");
  const viewed = async () => (await run(`plans view ${plan()}`, { tty: true, width: 200 })).stdout;
  const byHand = (steps: readonly object[]) =>
    writeFileSync(plan(), JSON.stringify({ format: 1, origin: "sandbox", organization: SAMPLE.org, steps }));
  const step = (id: string, endpoint: string, params: object, body?: object) => ({
    ...{ id, endpoint, params: { organizationId: SAMPLE.org, ...params } },
    ...(body && { body }),
  });

  it("names the steps, of each kind that takes somebody out of a team", async () => {
    const [one, two] = members();
    const [first, second] = owners();
    byHand([
      step("a", "createTeam", {}, { title: "Writers" }),
      step("b", "removeTeamMember", { teamId: team, userId: one?.id }),
      step(
        "c",
        "updateTeamMembers",
        { teamId: team },
        { remove: [two?.id], memberships: { [first?.id ?? ""]: { role: "member" } } },
      ),
      step("d", "setTeamMember", { teamId: team, userId: second?.id }, { role: "member" }),
    ]);
    const shown = await viewed();
    expect(shown).toContain('never the last owner: team "Documentation" has 2 owners now, 0 afterward (steps 3, 4)');
    expect(shown).toMatch(/too many removals: team "Documentation" loses 2 of 5 members .*\(steps 2, 3\)/);
  });

  it("names the step that removes somebody from the organization, or deletes the team", async () => {
    const [one, two] = members();
    byHand([step("a", "removeMember", { userId: one?.id }), step("b", "removeMember", { userId: two?.id })]);
    expect(await viewed()).toMatch(/too many removals: team "Documentation" loses 2 of 5 members .*\(steps 1, 2\)/);
    byHand([step("a", "deleteTeam", { teamId: team })]);
    expect(await viewed()).toMatch(/too many removals: team "Documentation" loses 5 of 5 members .*\(step 1\)/);
  });

  it("names the steps when it is written by a command that records its requests, and those still to do", async () => {
    const two = members().slice(0, 2);
    const ran = await run(`team-members remove ${team} ${two.map(({ id }) => id).join(" ")} --plan ${plan()}`);
    expect(ran.stderr).toMatch(/not met: too many removals: .*\(steps 1, 2\); to allow it, pass --max-removals 40%/);
    const demoted = owners().map(({ id }) => `team-members set ${team} ${id} --role member --plan ${plan()} --append`);
    for (const line of demoted) await run(line);
    expect(await viewed()).toContain("0 afterward (steps 3, 4)");
  });
});
