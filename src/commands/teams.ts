import { listMembers } from "../catalog/members.js";
import { listTeamMembers, updateTeamMembers } from "../catalog/team-members.js";
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from "../catalog/teams.js";
import type { BadRow } from "../changes/teams/sync.js";
import { defineCommand, defineNoun, word } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { only } from "../cli/flags.js";
import { team } from "../cli/kinds.js";
import { serviceOrigin } from "../cli/settings.js";
import { Failure } from "../errors.js";
import { checkAnsweredId } from "../shared/ids.js";
import { count } from "../shared/wrap.js";
import { plainVerbs } from "./plain-verbs.js";
import { chooseShare, PEOPLE_PLAN_FLAGS, RESULT_FIELDS, touchableUsers } from "./plans/guard-flags.js";
import { plannerFor, refuseUnplanned, writeOrApplyPlan } from "./plans/write-or-apply.js";
import { TEAM_COLUMNS } from "./shared.js";

// `teams sync`: makes teams match a table, for example from a directory.

const sync = defineCommand({
  name: "sync",
  summary: "Change teams to match a file of teams, users and roles",
  description: [
    "The file is CSV (separated by , ; or tabs, with or without a byte order mark) or a JSON list of objects, with the columns team, user and optionally role",
    "(owner or member); other columns are ignored. Teams are named by title or id, users by email or id. Each team takes one request. Teams that the file does",
    "not name are not changed, and neither are roles whose cell is empty.",
    "--prune also removes people who are not in the file from a named team: never the last owner, never more than --max-removals of a team, nobody from a team",
    "with a row that cannot be used, and nobody on the first run against an organization (except with --adopt).",
    "A row that cannot be used is skipped (exit 9); contradictory rows stop everything before the first request.",
  ].join("\n"),
  endpoints: [],
  uses: [listMembers, listTeams, listTeamMembers, updateTeamMembers],
  composite: true,
  mayConfirm: true,
  unbounded: true,
  readsInDryRun: true,
  within: ["org"],
  args: { file: word("a CSV or JSON file; - reads standard input", "path") },
  flags: {
    prune: only("remove people from a named team who are not in the file"),
    adopt: only("allow --prune on the first run against the organization"),
    skipUnknown: only("skip unknown people and teams"),
    ...PEOPLE_PLAN_FLAGS,
  },
  answer: RESULT_FIELDS,
  examples: [
    "docs teams sync teams.csv",
    "docs teams sync teams.csv --prune --max-removals 10% --plan teams.plan",
    "directory-export | docs teams sync - --skip-unknown --yes",
  ],
  run: async (context) => {
    const { args, flags, scope, files, out, settings } = context;
    const { organizationId } = scope;
    const [{ placesIn, readRows, refuseConflicts, makeSync }, { putOwnRequestsLast }] = await Promise.all([
      import("../changes/teams/sync.js"),
      import("../changes/apply/apply.js"),
    ]);
    const maxRemovals = await chooseShare(flags.maxRemovals);
    const rows = readRows(await files.document(args.file), args.file);
    const { prune = false, skipUnknown = false } = flags;
    if (prune && rows.listings.length === 0) throw refusedEmpty(args.file);
    if (prune && !flags.adopt) await refuseFirst(context, organizationId);
    const planner = await plannerFor(context, organizationId);
    const { world } = planner;
    const at = `/v1/orgs/${organizationId}`;
    const now = {
      members: await world.complete(`${at}/members`),
      teams: await world.complete(`${at}/teams`),
      inTeam: (team: string) => world.complete(`${at}/teams/${checkAnsweredId("team", team)}/members`),
    };
    const { changes, bad, skipped, conflicts, notes } = await makeSync(rows, now, { prune, skipUnknown });
    refuseConflicts(conflicts, args.file);
    for (const note of notes) out.note(note);
    if (skipped.length > 0) out.note(`skipped ${count(skipped.length, "row")} with unknown people or teams`);
    const requests = changes.map(({ team, body }) => ({
      endpoint: updateTeamMembers,
      params: { teamId: team },
      body,
    }));
    for (const request of putOwnRequestsLast(requests, settings.me)) await planner.add(request);
    const left = bad.map((row) => lineOf(row, rows.unit));
    const named = touchableUsers(flags.touchMe, settings.me);
    const { allowTeam: allowTeams } = flags;
    const places = placesIn(changes, rows.unit);
    const guards = { maxRemovals, allowTeams, named, places, reportOnly: true };
    const plan = await planner.finish({ rows: rows.count, left, ...guards });
    await writeOrApplyPlan(context, plan, { ...flags, left });
    refuseUnplanned(left, "row");
  },
});

const lineOf = ({ line, why }: BadRow, unit: string): string => `${unit} ${line}: ${why}`;

const refusedEmpty = (file: string): Failure =>
  new Failure("refused", `${file} is empty, and an empty file never removes anyone; nothing was sent`, {
    outcome: "not_applied",
    details: { rail: "empty file" },
  });

/** @throws Failure refused unless a sync was applied here before */
async function refuseFirst(context: Context, organization: string): Promise<void> {
  const origin = serviceOrigin(context.settings);
  const past = await context.history.runs();
  const isOurs = past.some(
    (one) => one.organization === organization && one.origin === origin && /\bteams sync\b/.test(one.command),
  );
  if (isOurs) return;
  throw new Failure("refused", "the first sync of an organization from this machine removes nobody; nothing was sent", {
    outcome: "not_applied",
    hint: "run it without --prune first, or pass --adopt if the file is right",
    details: { rail: "first run" },
  });
}

const DETAILS = [...TEAM_COLUMNS, { header: "Permissions", path: "permissions" }] as const;

const verbs = plainVerbs({ kind: team, columns: TEAM_COLUMNS, details: DETAILS, read: getTeam });

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
  warning: "Access that a deleted team gave is lost.",
  examples: ["docs teams delete TEAM", 'docs teams delete TEAM --confirm "Writers"', "docs teams delete a b --yes"],
});

export default defineNoun(list, view, create, edit, remove, sync);
