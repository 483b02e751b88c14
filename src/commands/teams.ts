import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from "../catalog/teams.js";
import { defineCommand, defineNoun, many } from "../cli/command.js";
import { body, query } from "../cli/flags.js";
import { team } from "../cli/kinds.js";
import { madeLine, TEAM_COLUMNS, titleOf } from "./shared.js";
import { sync } from "./teams/sync.js";

const DETAILS = [...TEAM_COLUMNS, { header: "Permissions", path: "permissions" }] as const;

const list = defineCommand({
  name: "list",
  summary: "List the teams of an organization",
  endpoints: [listTeams],
  within: ["org"],
  flags: query(listTeams, {
    owner: { describe: "only teams that this member can manage", value: "user", id: "userId" },
    title: "only teams whose title contains this, in any case",
  }),
  paged: true,
  examples: ["docs teams list", "docs teams list --title docs", "docs teams list --owner USER --json"],
  run: ({ scope, query, api, out }) =>
    out.list(api.list(listTeams, { params: scope, query }), { columns: TEAM_COLUMNS, empty: "no teams" }),
});

const view = defineCommand({
  name: "view",
  summary: "Show teams",
  endpoints: [getTeam],
  args: { team: many(team) },
  examples: ["docs teams view TEAM", "docs teams view a b --json", "docs teams view Writers --json"],
  run: ({ args, api, show }) => show(args.team, ({ params }) => api.call(getTeam, { params }), { columns: DETAILS }),
});

const create = defineCommand({
  name: "create",
  summary: "Create a team",
  endpoints: [createTeam],
  within: ["org"],
  textField: "title",
  flags: body(createTeam, {
    title: "title of the team",
    members: { describe: "members of the team", value: "user,...", id: "userId" },
  }),
  examples: [
    'docs teams create "Writers"',
    'docs teams create --title "Writers" --members USER,USER --json',
    'docs teams create --title "Reviewers" -q .id',
  ],
  run: async ({ scope, body, api, out }) => {
    const { title, ...rest } = body;
    // Required, so it was asked for; --field may give it too, and that is merged behind the schema.
    const created = await api.call(createTeam, { params: scope, body: { ...rest, title: title as string } });
    await out.result(created, {
      columns: DETAILS,
      done: madeLine("Created team", created.id, created.title),
    });
  },
});

const edit = defineCommand({
  name: "edit",
  summary: "Change the title of teams",
  endpoints: [updateTeam],
  args: { team: many(team) },
  flags: body(updateTeam, { title: { describe: "title of the team", required: false } }),
  needsField: true,
  examples: [
    'docs teams edit TEAM --title "Technical writers"',
    'docs teams edit TEAM --title "Technical writers" --json',
    'docs teams edit TEAM --title "Technical writers" --dry-run',
  ],
  run: ({ args, body, api, out }) =>
    // `needsField` saw to it that there is a title, or a --field in its place.
    out.each(args.team, ({ params }) => api.call(updateTeam, { params, body: { title: body.title as string } }), {
      columns: DETAILS,
      changes: "team",
    }),
});

const remove = defineCommand({
  name: "delete",
  summary: "Delete teams; their members stay in the organization",
  endpoints: [deleteTeam],
  args: { team: many(team) },
  destructive: true,
  examples: ["docs teams delete TEAM", 'docs teams delete TEAM --confirm "Writers"', "docs teams delete a b --yes"],
  run: ({ args, api, remove }) =>
    remove(args.team, {
      what: "team",
      read: ({ params }) => api.call(getTeam, { params }),
      title: titleOf,
      warning: "Its members lose the access that it gave them.",
      send: ({ params }, options) => api.call(deleteTeam, { params }, options),
    }),
});

export default defineNoun(list, view, create, edit, remove, sync);
