import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from "../catalog/teams.js";
import { defineNoun } from "../cli/command.js";
import { team } from "../cli/kinds.js";
import { plainVerbs } from "./plain-verbs.js";
import { TEAM_COLUMNS } from "./shared.js";
import { sync } from "./teams/sync.js";

const DETAILS = [...TEAM_COLUMNS, { header: "Permissions", path: "permissions" }] as const;

const verbs = plainVerbs({
  kind: team,
  arg: "team",
  what: "team",
  within: ["org"],
  columns: TEAM_COLUMNS,
  details: DETAILS,
  read: getTeam,
});

const list = verbs.list(listTeams, {
  summary: "List the teams of an organization",
  query: {
    owner: { describe: "only teams that this member can manage", value: "user", id: "userId" },
    title: "only teams whose title contains this, in any case",
  },
  empty: "no teams",
  examples: ["docs teams list", "docs teams list --title docs", "docs teams list --owner USER --json"],
});

const view = verbs.view(getTeam, {
  summary: "Show teams",
  examples: ["docs teams view TEAM", "docs teams view a b --json", "docs teams view Writers --json"],
});

const create = verbs.create(createTeam, {
  summary: "Create a team",
  textField: "title",
  fields: {
    title: "title of the team",
    members: { describe: "members of the team", value: "user,...", id: "userId" },
  },
  examples: [
    'docs teams create "Writers"',
    'docs teams create --title "Writers" --members USER,USER --json',
    'docs teams create --title "Reviewers" -q .id',
  ],
});

const edit = verbs.edit(updateTeam, {
  summary: "Change the title of teams",
  fields: { title: { describe: "title of the team", required: false } },
  examples: [
    'docs teams edit TEAM --title "Technical writers"',
    'docs teams edit TEAM --title "Technical writers" --json',
    'docs teams edit TEAM --title "Technical writers" --dry-run',
  ],
});

const remove = verbs.remove(deleteTeam, {
  summary: "Delete teams; their members stay in the organization",
  warning: "Its members lose the access that it gave them.",
  examples: ["docs teams delete TEAM", 'docs teams delete TEAM --confirm "Writers"', "docs teams delete a b --yes"],
});

export default defineNoun(list, view, create, edit, remove, sync);
