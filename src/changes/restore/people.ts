/** Restores teams with their members, and handles members who joined since. */

import { listMembers, removeMember } from "../../catalog/members.js";
import { listTeamMembers, updateTeamMembers } from "../../catalog/team-members.js";
import { createTeam, deleteTeam, listTeams } from "../../catalog/teams.js";
import { getPath } from "../../shared/paths.js";
import { count } from "../../shared/wrap.js";
import { pathOf } from "../endpoints.js";
import { referenceTo } from "../types.js";
import type { World } from "../world.js";
import { restoreFields } from "./fields.js";
import { findMissing, findNew, stillThere, unlessUnclear } from "./missing-things.js";
import { formatKeptNew, idOf, inApp, missingFrom, nameOf, type RestoreContext, type Thing } from "./restore-context.js";
import { isTitledAlike, standInsFor } from "./stand-ins.js";

/** @throws Failure of the reads */
export async function restoreTeams(back: RestoreContext): Promise<void> {
  await restoreFields(back, "teams");
  const { past, planner, prune } = back;
  const org = { organizationId: back.organization };
  const list = pathOf(listTeams, org);
  const [before, today] = [await past.items(list), await back.now.items(list)];
  const lost = await findMissing(back, list, "team", { before, today });
  const ids = standInsFor(lost, missingFrom(today, before), isTitledAlike);
  const unclear = new Set(missingFrom(missingFrom(before, today), lost).map(idOf));
  for (const team of before) {
    if (unclear.has(idOf(team))) continue;
    const now = today.find((one) => idOf(one) === (ids.get(idOf(team)) ?? idOf(team)));
    await unlessUnclear(back, nameOf("team", team), () => restoreOne(back, team, now));
  }
  const taken = new Set(ids.values());
  const others = today.filter((one) => !taken.has(idOf(one)));
  const keptNote = (name: string) => (prune ? undefined : formatKeptNew(name));
  const fresh = await findNew(back, list, "team", { before, today: others }, keptNote);
  for (const team of prune ? fresh : [])
    await planner.add({ endpoint: deleteTeam, params: { ...org, teamId: idOf(team) } });
}

/** @param now the team, or what stands in for it; absent: it is gone */
async function restoreOne(back: RestoreContext, team: Thing, now: Thing | undefined): Promise<void> {
  const org = { organizationId: back.organization };
  const wanted = await rolesIn(back.past, { ...org, teamId: idOf(team) });
  // Who is in the team is in the organization, whatever the list of its members lacks.
  const inTeam = now ? await rolesIn(back.now, { ...org, teamId: idOf(now) }) : new Map<string, string>();
  const others = [...wanted.keys()].filter((user) => !inTeam.has(user));
  const there = await stillThere(back, pathOf(listMembers, org), nameOf("team", team), others);
  for (const user of others) if (!there.has(user)) wanted.delete(user);
  if (now) await restoreTeam(back, { ...team, id: idOf(now) }, wanted);
  else await remake(back, team, wanted);
  if (!now || idOf(now) !== idOf(team)) leaveSpaces(back, team, Number(now?.spaces ?? 0));
}

async function rolesIn(world: Pick<World, "complete">, params: { organizationId: string; teamId: string }) {
  const items = await world.complete(pathOf(listTeamMembers, params));
  return new Map(
    items.map((one) => [String(getPath(one, "organization.id")), String(getPath(one, "team.role") ?? "member")]),
  );
}

type Roles = ReadonlyMap<string, string>;

const memberships = (roles: Iterable<readonly [string, string]>) =>
  Object.fromEntries([...roles].map(([user, role]) => [user, { role }]));

async function restoreTeam(back: RestoreContext, team: Thing, past: Roles): Promise<void> {
  const params = { organizationId: back.organization, teamId: idOf(team) };
  const now = await rolesIn(back.now, params);
  const owners = [...now].filter(([, role]) => role === "owner");
  const keeps = owners.length > 0 && ![...past.values()].includes("owner");
  // A guard forbids a team without owners, even if it had none then.
  if (keeps) back.left.push(`${nameOf("team", team)} had no owner: it keeps its present owners`);
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
  if (Object.keys(body).length > 0) await back.planner.add({ endpoint: updateTeamMembers, params, body });
}

/** Creates the team again, with those of its people who are still members of the organization. */
async function remake(back: RestoreContext, team: Thing, wanted: Roles): Promise<void> {
  const org = { organizationId: back.organization };
  const made = await back.planner.add({ endpoint: createTeam, params: org, body: { title: team.title } });
  const roles = [...wanted].filter(([, role]) => role !== "member");
  const body = { add: [...wanted.keys()], ...(roles.length > 0 && { memberships: memberships(roles) }) };
  const params = { ...org, teamId: referenceTo(made) };
  if (wanted.size > 0) await back.planner.add({ endpoint: updateTeamMembers, params, body });
}

/** The spaces of a team that was lost: it has fewer now. */
function leaveSpaces({ left, ...back }: RestoreContext, team: Thing, now: number): void {
  const spaces = Number(team.spaces ?? 0);
  if (spaces <= now) return;
  left.push(
    `${nameOf("team", team)} had ${count(spaces, "space")}: which ones cannot be read; assign them ${inApp(back)}`,
  );
}

/** Removes members who joined since, with --prune only. @throws Failure of the reads */
export async function restoreMembers(back: RestoreContext): Promise<void> {
  const { past, now, planner, prune, organization } = back;
  const path = pathOf(listMembers, { organizationId: organization });
  const lists = { before: await past.items(path), today: await now.items(path) };
  const fresh = await findNew(back, path, "member", lists, (name) => (prune ? undefined : formatKeptNew(name)));
  for (const member of prune ? fresh : [])
    await planner.add({ endpoint: removeMember, params: { userId: idOf(member) } });
}
