import {
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  removeMember,
  setMemberSso,
  updateMember,
} from "../catalog/members.js";
import { defineCommand, defineNoun, many, type Target } from "../cli/command.js";
import type { Api } from "../cli/context.js";
import { body, query } from "../cli/flags.js";
import { member } from "../cli/kinds.js";
import type { Column } from "../cli/output/types.js";
import { Failure } from "../errors.js";
import { roleName } from "../shared/choices.js";
import { getPath } from "../shared/paths.js";
import { offboard } from "./members/offboard.js";
import { plainVerbs } from "./plain-verbs.js";
import { MEMBER_COLUMNS, textAt } from "./shared.js";

const DETAILS: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "Name", path: "user.displayName" },
  { header: "Email", path: "user.email", as: "email" },
  { header: "Role", path: "role", as: "state", value: ({ role }) => roleName(role) },
  { header: "Disabled", path: "disabled", as: "boolean", warn: true },
  { header: "SSO", path: "sso", as: "boolean" },
  { header: "Spaces", path: "spaces", as: "number" },
  { header: "Teams", path: "teams", as: "number" },
  { header: "Joined", path: "joinedAt", as: "time" },
  { header: "Last seen", path: "lastSeenAt", as: "time" },
];

const nameOf = (item: Record<string, unknown>): string | undefined => {
  const name = getPath(item, "user.email") ?? getPath(item, "user.displayName");
  return typeof name === "string" ? name : undefined;
};

/** Every other field is sorted here. */
const MEMBER_SORTS = ["joinedAt", "lastSeenAt"] as const;

const LOST = "They lose access to everything in the organization.";

const lower = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, "");

/** The ids of an organization's administrators who can sign in; why they are not known. */
async function readAdmins(api: Api, organizationId: string): Promise<ReadonlySet<string> | string> {
  const admins = new Set<string>();
  let listed = 0;
  const listing = api.list(listMembers, { params: { organizationId }, query: { role: "admin" } });
  try {
    for await (const page of listing.pages()) {
      listed += page.items.length;
      for (const { id, disabled } of page.items) if (id && !disabled) admins.add(id);
      if (page.gap !== undefined) return page.gap;
    }
  } catch (error) {
    // Without a token the change would fail, too.
    if (!(error instanceof Failure) || error.status === undefined || error.status === 401) throw error;
    return error.message;
  }
  // Every organization has an administrator: the list does not show all members.
  return listed > 0 ? admins : "the list of members has no administrator";
}

/** Describes the loss of the administrators among `users`: the person's own role, or the organization's last. */
async function findLoss(
  api: Api,
  users: readonly Target<typeof member>[],
  me: string | undefined,
): Promise<string | undefined> {
  for (const organizationId of new Set(users.map(({ params }) => params.organizationId))) {
    const admins = await readAdmins(api, organizationId);
    if (typeof admins === "string")
      return `Whether the organization keeps an administrator could not be determined: ${admins}.`;
    const named = users.filter(({ id, params }) => params.organizationId === organizationId && admins.has(id));
    if (named.length > 0 && named.length === admins.size)
      return "This leaves the organization without an administrator.";
    if (named.some(({ id }) => id === me)) return "This takes away your own administrator role.";
  }
  return undefined;
}

const list = defineCommand({
  name: "list",
  summary: "List the members of an organization",
  endpoints: [listMembers],
  within: ["org"],
  flags: query(listMembers, {
    role: "only members with this role",
    search: "only members whose name or email contains this",
    sort: {
      describe: "sort by any field after reading everything, or by these (lastSeenAt lists only active members)",
      value: "field[:asc|desc]",
      anyValue: true,
    },
    order: "newest or oldest first",
  }),
  paged: true,
  examples: ["docs members list", "docs members list --role admin --json", "docs members list --sort lastSeenAt -L 10"],
  run: ({ scope, query: { sort, order, ...query }, api, out }) => {
    const isKnown = sort === undefined || (MEMBER_SORTS as readonly string[]).includes(sort);
    const sent = isKnown ? { ...query, ...(sort && { sort }), ...(order && { order }) } : query;
    return out.list(api.list(listMembers, { params: scope, query: sent }), {
      columns: MEMBER_COLUMNS,
      empty: "no members",
      ...(!isKnown && { sort: order === undefined ? sort : `${sort}:${order}` }),
    });
  },
});

const verbs = plainVerbs({ kind: member, arg: "user", columns: MEMBER_COLUMNS, details: DETAILS, read: getMember });

const view = verbs.view(getMember, {
  summary: "Show members",
  examples: ["docs members view USER", "docs members view USER --json", "docs members view ada@example.com -q .role"],
});

const edit = defineCommand({
  name: "edit",
  summary: "Change the role of members",
  endpoints: [updateMember],
  args: { user: many(member) },
  flags: body(updateMember, { role: "role in the organization" }),
  needsField: true,
  offeredFields: ["role"],
  mayConfirm: true,
  examples: [
    "docs members edit USER --role review",
    "docs members edit a b c --role guest",
    "docs members edit ada@example.com --role edit --json",
  ],
  run: async ({ args, body, api, out, confirm, settings, globals: { safety } }) => {
    if (body.role !== undefined && body.role !== "admin" && !safety.yes && !safety.dryRun) {
      const loss = await findLoss(api, args.user, settings.me);
      if (loss) await confirm(() => `${loss} Continue?`, lower(loss));
    }
    return out.each(args.user, ({ params }) => api.call(updateMember, { params, body }), {
      columns: DETAILS,
      done: (target, { role, ...result }) =>
        role === undefined
          ? `Changed ${nameOf(result) ?? target.label}; the answer has no role`
          : `${nameOf(result) ?? target.label} now has the ${roleName(role)} role`,
    });
  },
});

const remove = defineCommand({
  name: "remove",
  aliases: ["delete", "rm"],
  summary: "Remove members from an organization",
  endpoints: [removeMember],
  args: { user: many(member) },
  destructive: true,
  examples: [
    "docs members remove USER",
    "docs members remove USER --confirm ada@example.com",
    "docs members remove - --yes < leaving.txt",
  ],
  run: ({ args, api, settings, out }) =>
    out.remove(args.user, {
      what: "member",
      place: "in the organization",
      from: "from the organization",
      verb: ["Remove", "Removed"],
      read: ({ params }) => api.call(getMember, { params }),
      title: nameOf,
      alsoCalled: (item) => [textAt(item, "user.displayName")],
      warning: async (items) => {
        const loss = items.some(({ role }) => role === "admin") && (await findLoss(api, args.user, settings.me));
        const isOwn = settings.me !== undefined && args.user.some(({ id }) => id === settings.me);
        return [LOST, ...(isOwn ? ["This removes yourself."] : []), ...(loss ? [loss] : [])].join(" ");
      },
      afterwards: ({ id }) => (id === settings.me ? "that was you: your token no longer reaches it" : undefined),
      send: ({ params }, options) => api.call(removeMember, { params }, options),
    }),
});

const sso = defineCommand({
  name: "sso",
  summary: "Make members log in by single sign-on",
  endpoints: [setMemberSso],
  args: { user: many(member) },
  examples: ["docs members sso USER", "docs members sso a b --json", "docs members sso ada@example.com --dry-run"],
  run: ({ args, api, out }) =>
    out.each(args.user, ({ params }) => api.call(setMemberSso, { params }), {
      columns: DETAILS,
      done: (target, result) => `${nameOf(result) ?? target.label} logs in by single sign-on`,
    }),
});

const spaces = verbs.sublist(listMemberSpaces, {
  name: "spaces",
  summary: "List the spaces that a member can reach, with the level of access",
  query: { order: "order of the list" },
  columns: [
    { header: "ID", path: "space.id", as: "id" },
    { header: "Title", path: "space.title" },
    { header: "Permission", path: "permission", as: "state" },
  ],
  empty: "no spaces",
  examples: [
    "docs members spaces USER",
    "docs members spaces USER --order asc --json",
    "docs members spaces ada@example.com -o csv",
  ],
});

const teams = verbs.sublist(listMemberTeams, {
  name: "teams",
  summary: "List the teams of a member",
  query: { title: "only teams whose title contains this, in any case" },
  columns: [
    { header: "ID", path: "team.id", as: "id" },
    { header: "Title", path: "team.title" },
    { header: "Team role", path: "member.role", as: "state" },
  ],
  empty: "no teams",
  examples: [
    "docs members teams USER",
    "docs members teams USER --title docs",
    "docs members teams ada@example.com -q '.[].team.title'",
  ],
});

export default defineNoun(list, view, edit, remove, sso, spaces, teams, offboard);
