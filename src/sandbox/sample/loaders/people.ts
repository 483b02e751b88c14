import sample from "virtual:sample";
import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { daysAgo, person, user } from "../tools.js";
import type { MemberSource, TeamSource } from "../types.js";

const isIn = (team: TeamSource, name: string) => [...team.owners, ...team.members].includes(name);

function loadMember(context: HandlerContext, org: string, source: MemberSource): void {
  const { id } = person(source.person);
  context.store.put("member", `${org}/${id}`, org, {
    object: "member",
    id,
    role: source.role,
    user: user(source.person),
    disabled: source.disabled ?? false,
    joinedAt: daysAgo(context, source.joined),
    ...(source.seen !== null && { lastSeenAt: daysAgo(context, source.seen) }),
    sso: source.sso ?? false,
    // Counted when it is answered, from the spaces and teams at that time (access.ts).
    spaces: 0,
    teams: sample.teams.filter((team) => team.org === org && isIn(team, source.person)).length,
  });
}

function loadTeam(context: HandlerContext, team: TeamSource): void {
  const { store } = context;
  store.put("team", team.id, team.org, {
    object: "team",
    id: team.id,
    title: team.title,
    members: team.owners.length + team.members.length,
    spaces: team.spaces.length,
    createdAt: daysAgo(context, team.created),
    permissions: permissionsFor("team", "admin"),
  });
  const put = (name: string, role: "owner" | "member") => {
    const { id } = person(name);
    store.put("team-membership", `${team.id}/${id}`, team.id, { user: id, role });
  };
  for (const name of team.owners) put(name, "owner");
  for (const name of team.members) put(name, "member");
  for (const { id, permission } of team.spaces) {
    store.put("team-space", `${team.id}/${id}`, team.id, { space: id, permission });
  }
}

/** Members, teams, memberships and the spaces granted to teams. */
export function loadPeople(context: HandlerContext): void {
  for (const { id, members } of sample.organizations) {
    for (const member of members) loadMember(context, id, member);
  }
  for (const team of sample.teams) loadTeam(context, team);
}
