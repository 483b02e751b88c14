/** Restores teams with their members, and handles members who joined since. */

import { listMembers, removeMember } from "../../catalog/members.js";
import { listTeamMembers, updateTeamMembers } from "../../catalog/team-members.js";
import { createTeam, deleteTeam, listTeams } from "../../catalog/teams.js";
import { getPath } from "../../facts/paths.js";
import { count } from "../../facts/wrap.js";
import { pathOf } from "../endpoints.js";
import { titleOf } from "../teams/sync.js";
import { from } from "../types.js";
import { restoreFields } from "./fields.js";
import { type Back, idOf, inApp, missing, nameOf, stays, type Thing } from "./setup.js";

/** @throws Failure of the reads */
export async function restoreTeams(back: Back): Promise<void> {
  await restoreFields(back, "teams");
  const { past, now, planner, prune, left } = back;
  const org = { organizationId: back.organization };
  const [before, today] = [await past.items(pathOf(listTeams, org)), await now.items(pathOf(listTeams, org))];
  const there = new Set((await now.items(pathOf(listMembers, org))).map(idOf));
  for (const team of before) {
    const isThere = today.some((one) => idOf(one) === idOf(team));
    const wanted = await rolesIn(past, { ...org, teamId: idOf(team) });
    for (const user of wanted.keys()) if (!there.has(user)) wanted.delete(user);
    if (isThere) await restoreTeam(back, team, wanted);
    else await remake(back, team, wanted);
  }
  for (const team of missing(today, before)) {
    if (prune) await planner.add({ endpoint: deleteTeam, params: { ...org, teamId: idOf(team) } });
    else left.push(stays(nameOf("team", team)));
  }
}

async function rolesIn(world: Back["past"], params: { organizationId: string; teamId: string }) {
  const items = await world.items(pathOf(listTeamMembers, params));
  return new Map(
    items.map((one) => [String(getPath(one, "organization.id")), String(getPath(one, "team.role") ?? "member")]),
  );
}

type Roles = ReadonlyMap<string, string>;

const memberships = (roles: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...roles].map(([user, role]) => [user, { role }]));

async function restoreTeam(back: Back, team: Thing, past: Roles): Promise<void> {
  const params = { organizationId: back.organization, teamId: idOf(team) };
  const now = await rolesIn(back.now, params);
  const owners = [...now].filter(([, role]) => role === "owner");
  const keeps = owners.length > 0 && ![...past.values()].includes("owner");
  // A rail forbids a team without owners, even if it had none then.
  if (keeps) back.left.push(`${nameOf("team", team)} had no owner: it keeps its present ones`);
  const wanted: Roles = keeps ? new Map([...past, ...owners]) : past;
  const add = [...wanted.keys()].filter((user) => !now.has(user));
  const others = [...now.keys()].filter((user) => !wanted.has(user));
  const roles = [...wanted].filter(([user, role]) => role !== (now.get(user) ?? "member"));
  if (others.length > 0 && !back.prune) {
    const some = others.length === 1 ? "1 person is" : `${others.length} people are`;
    back.left.push(`${nameOf("team", team)}: ${some} new and stay (--prune removes them)`);
  }
  const body = {
    ...(add.length > 0 && { add }),
    ...(others.length > 0 && back.prune && { remove: others }),
    ...(roles.length > 0 && { memberships: memberships(roles) }),
  };
  const title = titleOf(String(team.title), body);
  if (Object.keys(body).length > 0) await back.planner.add({ endpoint: updateTeamMembers, params, body, title });
}

/** Creates the team again, with those of its people who are still members of the organization. */
async function remake(back: Back, team: Thing, wanted: Roles): Promise<void> {
  const org = { organizationId: back.organization };
  const made = await back.planner.add({ endpoint: createTeam, params: org, body: { title: team.title } });
  const roles = [...wanted].filter(([, role]) => role !== "member");
  const body = { add: [...wanted.keys()], ...(roles.length > 0 && { memberships: memberships(roles) }) };
  const params = { ...org, teamId: from(made) };
  const title = titleOf(String(team.title), body);
  if (wanted.size > 0) await back.planner.add({ endpoint: updateTeamMembers, params, body, title });
  const spaces = Number(team.spaces ?? 0);
  if (spaces > 0) {
    back.left.push(
      `${nameOf("team", team)} had ${count(spaces, "space")}: which ones cannot be read, give them ${inApp(back)}`,
    );
  }
}

/** Removes members who joined since, with --prune only. @throws Failure of the reads */
export async function restoreMembers({ past, now, planner, prune, left, organization }: Back): Promise<void> {
  const path = pathOf(listMembers, { organizationId: organization });
  for (const member of missing(await now.items(path), await past.items(path))) {
    if (prune) await planner.add({ endpoint: removeMember, params: { userId: idOf(member) } });
    else left.push(stays(nameOf("member", member)));
  }
}
