import { permissionsFor } from "../../rights/permissions.js";
import type { HandlerContext } from "../../types.js";
import { ORGS } from "../names.js";
import { HALDEN_MEMBERS, type MemberSource, ORCHARD_MEMBERS, PEOPLE, type PersonKey } from "../people.js";
import { TEAM_SOURCES, type TeamSource } from "../teams.js";
import { ago, user } from "../tools.js";

const isIn = (team: TeamSource, person: PersonKey) => [...team.owners, ...team.members].includes(person);

function loadMember(context: HandlerContext, org: string, source: MemberSource): void {
  const { id } = PEOPLE[source.person];
  context.store.put("member", `${org}/${id}`, org, {
    object: "member",
    id,
    role: source.role,
    user: user(source.person),
    disabled: source.disabled ?? false,
    joinedAt: ago(context, source.joined),
    ...(source.seen !== null && { lastSeenAt: ago(context, source.seen) }),
    sso: source.sso ?? false,
    // Counted when it is answered, from the spaces and teams at that time (access.ts).
    spaces: 0,
    teams: TEAM_SOURCES.filter((team) => team.org === org && isIn(team, source.person)).length,
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
    createdAt: ago(context, team.created),
    permissions: permissionsFor("team", "admin"),
  });
  const put = (person: PersonKey, role: "owner" | "member") => {
    const { id } = PEOPLE[person];
    store.put("team-membership", `${team.id}/${id}`, team.id, { user: id, role });
  };
  for (const person of team.owners) put(person, "owner");
  for (const person of team.members) put(person, "member");
  for (const { id, permission } of team.spaces) {
    store.put("team-space", `${team.id}/${id}`, team.id, { space: id, permission });
  }
}

/** Members, teams, memberships and the spaces granted to teams. */
export function loadPeople(context: HandlerContext): void {
  for (const source of HALDEN_MEMBERS) loadMember(context, ORGS.halden, source);
  for (const source of ORCHARD_MEMBERS) loadMember(context, ORGS.orchard, source);
  for (const team of TEAM_SOURCES) loadTeam(context, team);
}
