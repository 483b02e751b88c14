import { TEAM_ROLES } from "../catalog/shared.js";
import { listTeamMembers, removeTeamMember, setTeamMember, updateTeamMembers } from "../catalog/team-members.js";
import { getTeam } from "../catalog/teams.js";
import { defineCommand, defineNoun, many, one } from "../cli/command.js";
import { body, list as listFlag } from "../cli/flags.js";
import { member, team } from "../cli/kinds.js";
import { usage } from "../errors.js";
import { lookup, plainVerbs } from "./plain-verbs.js";
import { textAt } from "./shared.js";

const COLUMNS = [
  { header: "ID", path: "organization.id", as: "id" },
  { header: "Name", path: "organization.user.displayName" },
  { header: "Email", path: "organization.user.email", as: "email" },
  { header: "Team role", path: "team.role", as: "state" },
  { header: "Role", path: "organization.role", as: "state", drop: 1 },
] as const;

const list = plainVerbs({ kind: team, columns: COLUMNS, read: getTeam }).sublist(listTeamMembers, {
  name: "list",
  summary: "List the members of a team",
  empty: "this team has no members",
  examples: [
    "docs team-members list TEAM",
    "docs team-members list TEAM -q '.[].organization.user.email'",
    "docs team-members list TEAM -o csv > team.csv",
  ],
});

type TeamRole = (typeof TEAM_ROLES)[number];

const isTeamRole = (text: string): text is TeamRole => TEAM_ROLES.some((role) => role === text);

/** `user=owner` entries to what the service takes. */
function parseMemberships(entries: readonly string[]): Record<string, { role: TeamRole }> {
  const memberships: Record<string, { role: TeamRole }> = Object.create(null);
  for (const entry of entries) {
    const at = entry.lastIndexOf("=");
    const role = entry.slice(at + 1);
    if (at < 1 || !isTeamRole(role)) {
      throw usage(`--role takes user=${TEAM_ROLES.join(" or user=")}, not ${JSON.stringify(entry)}`);
    }
    memberships[entry.slice(0, at)] = { role };
  }
  return { ...memberships };
}

const edit = defineCommand({
  name: "edit",
  summary: "Add members to a team, remove them, set their team roles, in one request",
  endpoints: [updateTeamMembers],
  args: { team: one(team) },
  flags: {
    ...body(updateTeamMembers, {
      add: { describe: "users to add", value: "user,...", id: "userId", email: true },
      // The service takes an email that nobody has for one that is removed.
      remove: { describe: "users to remove", value: "user,...", id: "userId" },
    }),
    role: listFlag({
      describe: "team role of a user",
      value: "user=owner|member",
      id: "userId",
      email: true,
      keyed: true,
    }),
  },
  needsField: true,
  examples: [
    "docs team-members edit TEAM --add ada@example.com --remove bob@example.com",
    "docs team-members edit TEAM --add USER --role USER=owner",
    "docs team-members edit TEAM --add USER,USER --dry-run",
  ],
  run: ({ args, flags, body, api, out }) =>
    out.each(
      [args.team],
      ({ params }) =>
        api.call(updateTeamMembers, {
          params,
          body: { ...body, ...(flags.role && { memberships: parseMemberships(flags.role) }) },
        }),
      {
        silent: true,
        changes: "the members of team",
      },
    ),
});

const set = defineCommand({
  name: "set",
  summary: "Add users to a team, or set their team role",
  endpoints: [setTeamMember],
  args: { team: one(team), user: many(member) },
  flags: body(setTeamMember, { role: "team role; default for new members: member" }),
  examples: [
    "docs team-members set TEAM USER",
    "docs team-members set TEAM USER --role owner",
    "docs team-members set TEAM a b --role member",
  ],
  run: ({ args, body, api, out }) =>
    out.each(args.user, (user) => api.call(setTeamMember, { params: { ...args.team.params, ...user.params }, body }), {
      silent: true,
      done: (user) => `${user.label} is in team ${out.named(args.team)}${body.role ? ` as ${body.role}` : ""}`,
    }),
});

/** Those of the team alone: others of the organization are in it as little as the word. */
async function suggestInTeam(
  word: string,
  listing: { pages(): AsyncIterable<{ items: readonly unknown[] }> },
  see: string,
) {
  const { nearThings } = await import("../cli/targets/find.js");
  const { nearHint } = await import("../cli/targets/listed-things.js");
  const things = [];
  for await (const { items } of listing.pages()) {
    for (const item of items) {
      const titles = ["organization.user.email", "organization.user.displayName"].flatMap(
        (path) => textAt(item, path) ?? [],
      );
      things.push({ id: textAt(item, "organization.id") ?? "", titles, hints: [], paths: [], slugs: [] });
    }
  }
  const near = nearThings(things, word).map(({ id, titles }) => ({ id, title: titles.join(" · ") }));
  return { hint: [nearHint(near), `see: ${see}`].filter(Boolean).join("; "), details: near.length > 0 ? { near } : {} };
}

const remove = defineCommand({
  name: "remove",
  summary: "Remove users from a team; they stay in the organization",
  endpoints: [removeTeamMember],
  args: { team: one(team), user: many(member) },
  destructive: true,
  examples: [
    "docs team-members remove TEAM USER",
    "docs team-members remove TEAM a b --yes",
    "docs team-members remove TEAM USER --dry-run",
  ],
  run: ({ args, api, out, next }) => {
    const { params } = args.team;
    const team = out.named(args.team);
    const find = lookup("such member", "organization.id");
    return out.remove(args.user, {
      what: "member",
      from: `from team ${team}`,
      place: `in team ${team}`,
      verb: ["Remove", "Removed"],
      read: ({ id }) => find({ id, place: params.teamId, list: () => api.list(listTeamMembers, { params }) }),
      title: (item) => textAt(item, "organization.user.email"),
      alsoCalled: (item) => [textAt(item, "organization.user.displayName")],
      suggest: ({ id }) =>
        suggestInTeam(id, api.list(listTeamMembers, { params }), next("team-members list", args.team.label)),
      send: (user, options) => api.call(removeTeamMember, { params: { ...params, ...user.params } }, options),
    });
  },
});

export default defineNoun(list, edit, set, remove);
