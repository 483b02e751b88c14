import { PEOPLE } from "../../resources/people.js";
import { foldText } from "../../shared/text/names.js";
import { listAnswer } from "../lists.js";
import { findOrganization } from "../lookup.js";
import {
  findMember,
  findSpaces,
  leaveTeam,
  type Membership,
  type StoredMember,
  type StoredTeam,
  spaceCounter,
} from "../rights/access.js";
import { findTeams } from "../rights/levels.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";
import { ServiceError } from "../wire/service-error.js";
import { createResource, inOrganization } from "./resource.js";

const members = createResource(PEOPLE.member, {
  place: inOrganization,
  find: (context, { org }, id) => findMember(context, org, id),
  present: (context, { org }) => spaceCounter(context, org).member,
});

/** Sorted by a text, newest (largest) first unless the order is `asc`; equal ones keep their order. */
function sortByText<T>(items: readonly T[], text: (item: T) => string, order: unknown): T[] {
  const sign = order === "asc" ? 1 : -1;
  return [...items].sort((one, other) => {
    const [left, right] = [text(one), text(other)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

/** The members that filtering and sorting need; only the members on a page are read whole. */
interface MemberRow {
  id: string;
  names: string;
}

/** Members of an organization in the order of the query; equal ones keep their order. */
function memberRows({ store }: HandlerContext, org: string, { order, role, search, sort }: HandlerInput["query"]) {
  const member = (name: string) => `json_extract(json, '$.${name}')`;
  // Members who never visited or are disabled do not appear in an order by last visit.
  const byVisit = sort === "lastSeenAt";
  const seen = byVisit ? `AND ${member("lastSeenAt")} IS NOT NULL AND NOT ${member("disabled")}` : "";
  const names = search === undefined ? "''" : `${member("user.displayName")} || '\n' || ${member("user.email")}`;
  // One row for all: fetching 10,000 takes 20 times as long.
  const [row] = store.sql.all(
    `SELECT json_group_array(id) AS ids, json_group_array(names) AS names FROM (
     SELECT substr(id, ?1) AS id, ${names} AS names FROM objects
     WHERE kind = 'member' AND scope = ?2 ${role === undefined ? "" : `AND ${member("role")} = ?3`} ${seen}
     ORDER BY ${member(byVisit ? "lastSeenAt" : "joinedAt")} ${order === "asc" ? "ASC" : "DESC"}, position LIMIT -1)`,
    org.length + 2,
    org,
    // The schema has checked that it is a role.
    ...(role === undefined ? [] : [role as string]),
  );
  const part = typeof search === "string" ? foldText(search) : "";
  const [ids, texts]: string[][] = [row?.ids, row?.names].map((json) => JSON.parse(String(json)));
  const found = (ids ?? []).map((id, at): MemberRow => ({ id, names: texts?.[at] ?? "" }));
  return part === "" ? found : found.filter((row) => foldText(row.names).includes(part));
}

const listMembers: Handler = (input, context) => {
  const org = findOrganization(context, input.params.organizationId ?? "").id;
  const counted = spaceCounter(context, org).member;
  const present = (page: readonly MemberRow[]) => page.map(({ id }) => counted(findMember(context, org, id)));
  return listAnswer(context, input, { items: memberRows(context, org, input.query), present });
};

/** @throws ServiceError 409: the organization would be left without an admin */
function refuseLastAdmin({ store }: HandlerContext, org: string, { id, role }: StoredMember): void {
  if (role !== "admin") return;
  const admins = store.all<StoredMember>("member", org, { role: "admin" });
  if (admins.some((other) => other.id !== id && !other.disabled)) return;
  throw new ServiceError(409, "an organization needs at least one admin: make another member one first");
}

/** A role of null makes a guest; without a role nothing changes. */
const change = (fields?: Partial<StoredMember>) =>
  members.change(({ org, thing: member, body }, context) => {
    const changed = { ...member, ...(fields ?? body) };
    if (changed.role !== "admin") refuseLastAdmin(context, org, member);
    context.store.put("member", `${org}/${member.id}`, org, changed);
  });

const removeMember = members.act(({ org, thing: member }, context) => {
  refuseLastAdmin(context, org, member);
  for (const team of findTeams(context, org, member.id)) leaveTeam(context, org, team, member.id);
  context.store.remove("member", `${org}/${member.id}`);
  return undefined;
});

/** Ordered by the creation time of the spaces. */
const listMemberSpaces = members.act(({ org, thing: member, ...input }, context) => {
  // A service does not reveal the grants of teams, so what it listed is used.
  const spaces = context.frozen
    ? context.store.all<ReturnType<typeof findSpaces>[number]>("member-space", `${org}/${member.id}`)
    : findSpaces(context, org, member);
  const items = sortByText(spaces, ({ space }) => space.createdAt, input.query.order);
  return listAnswer(context, input, { items, key: ({ space }) => space.id });
});

const listMemberTeams = members.act(({ org, thing: member, ...input }, context) => {
  const { store } = context;
  const counter = spaceCounter(context, org);
  const { title } = input.query;
  const part = typeof title === "string" ? foldText(title) : "";
  const items = store.all<StoredTeam>("team", org).flatMap((team) => {
    const membership = store.get<Membership>("team-membership", `${team.id}/${member.id}`);
    if (!membership || !foldText(team.title).includes(part)) return [];
    return [{ team: counter.team(team), member: { role: membership.role } }];
  });
  return listAnswer(context, input, { items, key: ({ team }) => team.id });
});

export const handlers: Handlers = {
  listMembers,
  getMember: members.get,
  updateMember: change(),
  removeMember,
  setMemberSso: change({ sso: true }),
  listMemberSpaces,
  listMemberTeams,
};
