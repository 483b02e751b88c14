/** What the service counted of a thing, until it counts otherwise. */
import { expect, it } from "vitest";
import { listTeamMembers } from "../../src/catalog/team-members.js";
import { getTeam, listTeams } from "../../src/catalog/teams.js";
import { withCounters } from "../../src/cli/lists/counters.js";
import type { Client } from "../../src/http/types.js";

const team = (id: string, members: number) => ({ object: "team", id, members });

/** A service whose answers are these, and whose lists of members are empty. */
function clientOf(answers: { team: object; teams: readonly object[] }): Client {
  const pages = (items: readonly object[]) => ({
    async *pages() {
      yield { items, count: items.length, next: undefined };
    },
  });
  // Of a client, only what reads is needed.
  return {
    call: async () => answers.team,
    list: ({ path }: { path: string }) => pages(path === listTeams.path ? answers.teams : []),
  } as unknown as Client;
}

async function countOf(client: Client, teamId: string): Promise<number | undefined> {
  let count: number | undefined;
  const { pages } = client.list(listTeamMembers, { params: { organizationId: "o1", teamId } });
  for await (const page of pages()) count = page.count;
  return count;
}

it("an empty list gets the count of its thing, and not one that the thing has no more", async () => {
  const answers = { team: team("t1", 4), teams: [] };
  const client = withCounters(clientOf(answers));
  const read = () => client.call(getTeam, { params: { organizationId: "o1", teamId: "t1" } });
  await read();
  expect(await countOf(client, "t1")).toBe(4);
  answers.team = team("t1", 0);
  await read();
  expect(await countOf(client, "t1")).toBe(0);
});

it("of a list without an end, at least the last 10,000 are remembered, and at most twice as many", async () => {
  const teams = Array.from({ length: 30_000 }, (_, at) => team(`t${at}`, 4));
  const client = withCounters(clientOf({ team: {}, teams }));
  for await (const _ of client.list(listTeams, { params: { organizationId: "o1" } }).pages());
  const counted = ["t0", "t9999", "t20000", "t29999"].map((id) => countOf(client, id));
  expect(await Promise.all(counted)).toEqual([0, 0, 4, 4]);
});
