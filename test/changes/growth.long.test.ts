/** Tables have a row a person: what is done with them takes as long as they are, not as their square. */
import { expect, test } from "vitest";
import { parsePlan } from "../../src/changes/format/parse.js";
import { readChanges } from "../../src/changes/reviews/changes.js";
import type { Review } from "../../src/changes/reviews/review-rows.js";
import { planLines } from "../../src/changes/show/lines.js";
import { makeSync, readRows } from "../../src/changes/teams/sync.js";
import { hashOf } from "../../src/shared/values.js";
import { expectLinear } from "../helpers/growth.js";

const range = (count: number) => Array.from({ length: count }, (_, number) => number);
const member = (number: number) => ({ id: `u${number}`, role: "read", user: { email: `p${number}@example.com` } });
const inTeam = (number: number) => ({ organization: { id: `u${number}` }, team: { role: "member" } });

async function sync(count: number) {
  const rows = readRows(
    `team,user\n${range(count)
      .map((number) => `Crew,P${number}@example.com\n`)
      .join("")}`,
    "a.csv",
  );
  const now = { members: range(count).map(member), teams: [{ id: "t1", title: "Crew" }], inTeam: async () => [] };
  return async () => {
    const { changes, bad } = await makeSync(rows, now, { prune: false, skipUnknown: false });
    expect([changes[0]?.body.add?.length, bad]).toEqual([count, []]);
  };
}

async function review(count: number) {
  const row = (kind: "team" | "organization") => (number: number) => ({
    ...{
      line: number + 2,
      kind,
      user: `u${number}`,
      who: `P ${number}`,
      identity: { name: `P ${number}`, email: "" },
      to: "Crew",
      grant: kind === "team" ? "member" : "read",
    },
    ...{ id: kind === "team" ? "t1" : "o1", app: "", decision: { is: "remove" }, repeats: [] },
  });
  const rows = [...range(count).map(row("team")), ...range(count).map(row("organization"))];
  const lists = [range(count).map(member), range(count).map(inTeam)] as const;
  const now = { organizationId: "o1", members: lists[0], inTeam: async () => lists[1], titleOf: async () => "Crew" };
  return async () => {
    // Only what changesOf reads.
    const { changes } = await readChanges({ rows, bad: [] } as unknown as Review, now);
    expect(changes).toHaveLength(2 * count);
  };
}

/** Each person has a read, and a line before and after. */
async function view(count: number) {
  const people = range(count).map((number) => `u${number}`);
  const before = Object.fromEntries(people.map((user) => [user, "member"]));
  const read = (user: string) => ({
    path: "/v1/orgs/o1/teams/t1/members",
    item: { "organization.id": user },
    fields: ["team.role"],
    was: hashOf({ "team.role": "member" }),
    becomes: hashOf(null),
  });
  const params = { organizationId: "o1", teamId: "t1" };
  const step = { id: "s1", endpoint: "updateTeamMembers", params, body: { remove: people }, before };
  const head = { format: 1, origin: "sandbox", organization: "o1" };
  const text = JSON.stringify({ ...head, steps: [{ ...step, reads: people.map(read) }] });
  return async () => {
    const lines = planLines(parsePlan(text, "a.plan"), { width: 80 });
    expect(lines.filter((line) => line.endsWith(": member → not set"))).toHaveLength(count);
  };
}

/** A step for each member, of a plan like that of `members edit --plan`. */
async function steps(count: number) {
  const head = { format: 1, origin: "sandbox", organization: "o1" };
  const step = (number: number) => ({
    ...{ id: `s${number}`, endpoint: "updateMember", params: { organizationId: "o1", userId: `u${number}` } },
    ...{ body: { role: "comment" }, before: { role: "read" } },
  });
  const text = JSON.stringify({ ...head, steps: range(count).map(step) });
  return async () => {
    const lines = planLines(parsePlan(text, "a.plan"), { width: 80 });
    expect(lines.filter((line) => /\bu\d+\b/.test(line)).length).toBeGreaterThanOrEqual(count);
  };
}

test.each([
  ["teams sync", sync],
  ["reviews apply", review],
  ["plans view of a team with many people", view],
  ["plans view of many steps", steps],
] as const)("%s grows as its table", async (_, make) => {
  await expectLinear(await prepared(make), 8_000);
});

/** Work whose table is made before the clock runs. */
async function prepared(make: (count: number) => Promise<() => Promise<void>>) {
  const tables = new Map<number, () => Promise<void>>();
  for (const count of [1_000, 8_000]) tables.set(count, await make(count));
  return (count: number) => tables.get(count)?.();
}
