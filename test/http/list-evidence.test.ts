/** What other answers count and name of a list, until they say otherwise. */
import { expect, it } from "vitest";
import { listTeamMembers } from "../../src/catalog/team-members.js";
import { deleteTeam, getTeam, listTeams } from "../../src/catalog/teams.js";
import type { Client } from "../../src/http/types.js";
import { json, scripted } from "./support.js";

const team = (id: string, members: number) => ({ object: "team", id, title: id, members });

/** A service whose answers are these, and whose lists of members are empty. */
const clientOf = (answers: { team: object; teams: readonly object[] }): Client =>
  scripted([
    ({ method, url }) => {
      if (method === "DELETE") return json(204, "");
      const { pathname } = new URL(url);
      if (pathname.endsWith("/members")) return json(200, { items: [], count: 0 });
      return json(200, pathname.endsWith("/teams") ? { items: answers.teams } : answers.team);
    },
  ]).client;

async function gapOf(client: Client, teamId: string): Promise<string | undefined> {
  let gap: string | undefined;
  const { pages } = client.list(listTeamMembers, { params: { organizationId: "o1", teamId } });
  for await (const page of pages()) gap = page.gap;
  return gap;
}

const SHORT = "only 0 of 4 were listed";

const T1 = { params: { organizationId: "o1", teamId: "t1" } };

it("an empty list is compared with the count of its thing, and not with one that the thing has no more", async () => {
  const answers = { team: team("t1", 4), teams: [] };
  const client = clientOf(answers);
  await client.call(getTeam, T1);
  expect(await gapOf(client, "t1")).toBe(SHORT);
  answers.team = team("t1", 0);
  await client.call(getTeam, T1);
  expect(await gapOf(client, "t1")).toBeUndefined();
});

it.each<[what: string, change: (client: Client) => Promise<unknown>]>([
  ["call", (client) => client.call(deleteTeam, { params: { organizationId: "o1", teamId: "t2" } })],
  ["raw call", (client) => client.raw({ method: "DELETE", path: "/v1/orgs/o1/teams/t2" })],
])("nothing is known after a %s that may have moved somebody", async (_, change) => {
  const client = clientOf({ team: team("t1", 4), teams: [] });
  await client.call(getTeam, T1);
  await change(client);
  expect(await gapOf(client, "t1")).toBeUndefined();
});

it("of a list without an end, at least the last 10,000 are remembered, and at most twice as many", async () => {
  const teams = Array.from({ length: 30_000 }, (_, at) => team(`t${at}`, 4));
  const client = clientOf({ team: {}, teams });
  for await (const _ of client.list(listTeams, { params: { organizationId: "o1" } }).pages());
  const counted = ["t0", "t9999", "t20000", "t29999"].map((id) => gapOf(client, id));
  expect(await Promise.all(counted)).toEqual([undefined, undefined, SHORT, SHORT]);
});
