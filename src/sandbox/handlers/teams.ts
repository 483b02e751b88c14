import { PEOPLE } from "../../resources/people.js";
import { foldName, foldText } from "../../shared/text/names.js";
import { listAnswer } from "../lists.js";
import { timestamp } from "../lookup.js";
import {
  findMember,
  joinTeam,
  leaveTeam,
  type Membership,
  type StoredMember,
  type StoredTeam,
  spaceCounter,
  type TeamRole,
} from "../rights/access.js";
import { callerLevels, permissionsFor } from "../rights/levels.js";
import type { HandlerContext, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization } from "./resource.js";

const teams = createResource(PEOPLE.team, {
  place: inOrganization,
  present: (context, { org }) => spaceCounter(context, org).team,
});

const listTeams = teams.list(({ org, query: { owner, title } }, { store }) => {
  const isOwner = (team: string) => store.get<Membership>("team-membership", `${team}/${owner}`)?.role === "owner";
  const part = typeof title === "string" ? foldText(title) : "";
  return store
    .all<StoredTeam>("team", org)
    .filter((team) => foldText(team.title).includes(part) && (owner === undefined || isOwner(team.id)));
});

const createTeam = teams.create(({ org, body }, context) => {
  const id = context.id();
  context.store.put("team", id, org, {
    object: "team",
    id,
    title: body.title,
    members: 0,
    spaces: 0,
    createdAt: timestamp(context),
    permissions: permissionsFor("team", "admin"),
  });
  // The schema has checked that these are texts.
  for (const user of (body.members ?? []) as string[]) {
    if (!context.store.get("member", `${org}/${user}`)) throw new ServiceError(400, `members: no member "${user}"`);
    joinTeam(context, org, { team: id, user });
  }
  return id;
});

const deleteTeam = teams.remove(({ org, thing: { id: team } }, context) => {
  const { store } = context;
  for (const { user } of store.all<Membership>("team-membership", team)) leaveTeam(context, org, team, user);
  store.removeAll("team-space", team);
  // A provider that put new members into this team now puts them into none.
  for (const provider of store.ids("saml-provider", org, { defaultTeam: team })) {
    store.update<object>("saml-provider", provider, (value) => ({ ...value, defaultTeam: undefined }));
  }
});

const listTeamMembers = teams.act(({ org, thing: { id: team }, ...input }, context) => {
  const counter = spaceCounter(context, org);
  const own = permissionsFor("team-membership", callerLevels(context, org).team(team));
  // Answers of another service are stored.
  const items = context.store.all<Membership>("team-membership", team).map(({ user, role, permissions = own }) => ({
    organization: counter.member(findMember(context, org, user)),
    team: { role },
    permissions,
  }));
  return listAnswer(context, input, { items, key: ({ organization }) => organization.id });
});

/** Finds members by user id or email. */
function memberFinder({ store }: HandlerContext, org: string): (name: string) => string | undefined {
  const members = store.all<StoredMember>("member", org);
  const byName = new Map(members.map(({ id, user }) => [foldName(user.email), id]));
  for (const { id } of members) byName.set(id, id);
  return (name) => byName.get(name) ?? byName.get(foldName(name));
}

const updateTeamMembers = teams.act(({ org, thing: { id: team }, body }, context) => {
  // The schema has checked the shape.
  const {
    add = [],
    remove = [],
    memberships = {},
  } = body as { add?: string[]; remove?: string[]; memberships?: Record<string, { role: TeamRole }> };
  const find = memberFinder(context, org);
  const join = (field: string, name: string, role?: TeamRole) => {
    const user = find(name);
    if (user === undefined) throw new ServiceError(400, `${field}: no member "${name}"`);
    joinTeam(context, org, { team, user, role });
  };
  for (const name of add) join("add", name);
  for (const [name, { role }] of Object.entries(memberships)) join("memberships", name, role);
  // Remove last, so that a user in both lists ends up outside. People who are not members are not in the team either.
  for (const name of remove) leaveTeam(context, org, team, find(name) ?? name);
  return undefined;
});

const setTeamMember = teams.act(({ org, thing: { id: team }, params, body }, context) => {
  const user = findMember(context, org, params.userId ?? "").id;
  // The schema has checked that it is a team role.
  joinTeam(context, org, { team, user, role: body.role as TeamRole | undefined });
  return undefined;
});

const removeTeamMember = teams.act(({ org, thing: team, params }, context) => {
  leaveTeam(context, org, team.id, params.userId ?? "");
  return undefined;
});

export const handlers: Handlers = {
  listTeams,
  createTeam,
  getTeam: teams.get,
  updateTeam: teams.change(({ body: { title } }) => ({ title })),
  deleteTeam,
  listTeamMembers,
  updateTeamMembers,
  setTeamMember,
  removeTeamMember,
};
