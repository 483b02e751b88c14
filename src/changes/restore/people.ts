/** Restores teams with their members, and names members who joined since. */
import { listMembers } from "../../catalog/members.js";
import { listTeamMembers, updateTeamMembers } from "../../catalog/team-members.js";
import { createTeam, listTeams } from "../../catalog/teams.js";
import { getPath } from "../../shared/paths.js";
import { count } from "../../shared/wrap.js";
import { pathOf } from "../endpoints.js";
import { referenceTo } from "../types.js";
import type { World } from "../world.js";
import { restoreFields } from "./fields.js";
import { findMissing, noteNew, stillThere, unlessUnclear } from "./missing-things.js";
import { idOf, inApp, missingFrom, nameOf, type RestoreContext, type Thing } from "./restore-context.js";
import { isTitledAlike, standInsFor } from "./stand-ins.js";

/** @throws Failure of the reads */
export async function restoreTeams(back: RestoreContext): Promise<void> {
  await restoreFields(back, "teams");
  const { past } = back;
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
  await noteNew(back, list, "team", { before, today: others });
}

/** @param now the team, or what stands in for it; absent: it is gone */
async function restoreOne(back: RestoreContext, team: Thing, now: Thing | undefined): Promise<void> {
  const org = { organizationId: back.organization };
  const wanted = await rolesIn(back.past, { ...org, teamId: idOf(team) });
  // Members of the team are in the organization, even if the list of its members lacks them.
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
  const others = [...now.keys()].filter((user) => !wanted.has(user)).length;
  const roles = [...wanted].filter(([user, role]) => role !== (now.get(user) ?? "member"));
  if (others > 0) {
    const some = others === 1 ? "1 person is new and stays" : `${others} people are new and stay`;
    back.left.push(`${nameOf("team", team)}: ${some}`);
  }
  const body = {
    ...(add.length > 0 && { add }),
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

/** Restores roles, and names members who joined since. @throws Failure of the reads */
export async function restoreMembers(back: RestoreContext): Promise<void> {
  await restoreFields(back, "members");
  const { past, now, organization } = back;
  const path = pathOf(listMembers, { organizationId: organization });
  await noteNew(back, path, "member", { before: await past.items(path), today: await now.items(path) });
}
