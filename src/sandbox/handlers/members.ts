import {
  refuseOthersThanAdmins,
  type StoredMember,
  type StoredTeam,
  spaceCounter,
  spacesOf,
  teamsOf,
} from "../access.js";
import { listAnswer } from "../lists.js";
import { findOrganization } from "../lookup.js";
import { findMember, leaveTeam, type Membership } from "../memberships.js";
import { refreshPermissions } from "../permissions.js";
import type { Handler, HandlerContext, HandlerInput, Handlers } from "../types.js";

/** @throws ServiceError 404 */
function place(input: HandlerInput, context: HandlerContext): { org: string; member: StoredMember } {
  const org = findOrganization(context, input.params.organizationId ?? "").id;
  return { org, member: findMember(context, org, input.params.userId ?? "") };
}

/** Sorted by a text, newest (largest) first unless the order is `asc`; equal ones stay in place. */
function sorted<T>(items: readonly T[], text: (item: T) => string, order: unknown): T[] {
  const sign = order === "asc" ? 1 : -1;
  return [...items].sort((one, other) => {
    const [left, right] = [text(one), text(other)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

const listMembers: Handler = (input, context) => {
  const org = findOrganization(context, input.params.organizationId ?? "").id;
  const { order, role, search, sort } = input.query;
  const part = typeof search === "string" ? search.toLowerCase() : "";
  const members = context.store
    .all<StoredMember>("member", org)
    .filter((member) => role === undefined || member.role === role)
    .filter(({ user }) => [user.displayName, user.email].some((text) => text.toLowerCase().includes(part)))
    // Who was never here, or may not come any more, has no place in an order by last visit.
    .filter((member) => sort !== "lastSeenAt" || (member.lastSeenAt !== undefined && !member.disabled));
  const time = (member: StoredMember) => (sort === "lastSeenAt" ? (member.lastSeenAt ?? "") : member.joinedAt);
  return listAnswer(context, input, { items: sorted(members, time, order).map(spaceCounter(context, org).member) });
};

const answer = (context: HandlerContext, org: string, member: StoredMember) => ({
  value: spaceCounter(context, org).member(member),
});

function change(input: HandlerInput, context: HandlerContext, fields: Partial<StoredMember>) {
  const { org, member } = place(input, context);
  refuseOthersThanAdmins(context, org);
  const changed = { ...member, ...fields };
  context.store.put("member", `${org}/${member.id}`, org, changed);
  if (member.id === context.actor) refreshPermissions(context, org);
  return answer(context, org, changed);
}

const getMember: Handler = (input, context) => {
  const { org, member } = place(input, context);
  return answer(context, org, member);
};

/** A role of null makes a guest; no role changes nothing. */
const updateMember: Handler = (input, context) => change(input, context, input.body);

const setMemberSso: Handler = (input, context) => change(input, context, { sso: true });

const removeMember: Handler = (input, context) => {
  const { org, member } = place(input, context);
  refuseOthersThanAdmins(context, org);
  for (const team of teamsOf(context, org, member.id)) leaveTeam(context, org, team, member.id);
  context.store.remove("member", `${org}/${member.id}`);
  if (member.id === context.actor) refreshPermissions(context, org);
  return undefined;
};

/** Ordered by the time at which the spaces were created. */
const listMemberSpaces: Handler = (input, context) => {
  const { org, member } = place(input, context);
  const items = sorted(spacesOf(context, org, member), ({ space }) => space.createdAt, input.query.order);
  return listAnswer(context, input, { items, key: ({ space }) => space.id });
};

const listMemberTeams: Handler = (input, context) => {
  const { store } = context;
  const { org, member } = place(input, context);
  const counter = spaceCounter(context, org);
  const { title } = input.query;
  const part = typeof title === "string" ? title.toLowerCase() : "";
  const items = store.all<StoredTeam>("team", org).flatMap((team) => {
    const membership = store.get<Membership>("team-membership", `${team.id}/${member.id}`);
    if (!membership || !team.title.toLowerCase().includes(part)) return [];
    return [{ team: counter.team(team), member: { role: membership.role } }];
  });
  return listAnswer(context, input, { items, key: ({ team }) => team.id });
};

export const handlers: Handlers = {
  listMembers,
  getMember,
  updateMember,
  removeMember,
  setMemberSso,
  listMemberSpaces,
  listMemberTeams,
};
