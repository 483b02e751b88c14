import { listMemberSpaces, listMembers, removeMember, updateMember } from "../catalog/members.js";
import { getOrg } from "../catalog/organizations.js";
import { listTeamMembers, removeTeamMember, setTeamMember } from "../catalog/team-members.js";
import { listTeams } from "../catalog/teams.js";
import { defineCommand, defineNoun, word } from "../cli/command.js";
import { list, only } from "../cli/flags.js";
import { checkParam } from "../shared/ids.js";
import { requireKnown } from "../shared/text/names.js";
import { count } from "../shared/wrap.js";
import { chooseShare, PEOPLE_PLAN_FLAGS, RESULT_FIELDS, touchableUsers } from "./plans/guard-flags.js";
import { plannerFor, refuseUnplanned, writeOrApplyPlan } from "./plans/write-or-apply.js";

const INCLUDES = ["access"];

const create = defineCommand({
  name: "create",
  summary: "Write a table of who has which access, for review",
  description: [
    "One row per person and grant: the role in the organization, each team, and with --include access each space that the person can reach (one request per",
    "person). Fill in decision (keep, remove or role:<role>; empty means not reviewed), reviewer and reason in any spreadsheet. It may change delimiters, byte",
    "order mark and column order, and add columns. Access to a space is inherited from many places, and no endpoint changes it for one person: the row",
    "has the URL in the app.",
  ].join("\n"),
  endpoints: [],
  uses: [getOrg, listMembers, listTeams, listTeamMembers, listMemberSpaces],
  composite: true,
  unbounded: true,
  within: ["org"],
  args: { file: word("the new CSV file; - writes to standard output", "path") },
  flags: { include: list({ describe: "access: also the spaces that each person can reach", value: "part" }) },
  examples: [
    "docs reviews create review.csv",
    "docs reviews create review.csv --include access",
    "docs reviews create - > review.csv",
  ],
  run: async (context) => {
    const { args, flags, scope, api, out } = context;
    requireKnown("include", flags.include, INCLUDES);
    const org = await api.call(getOrg, { params: scope });
    const [{ readGrants, reviewFile }, { createAbsence, wholeLists }] = await Promise.all([
      import("../changes/reviews/review-rows.js"),
      import("../absence/absence.js"),
    ]);
    // A review of some of the people must not look like one of all.
    const absence = createAbsence(api, scope.organizationId);
    for (const list of ["members", "teams"])
      await absence.proveComplete(`/v1/orgs/${encodeURIComponent(scope.organizationId)}/${list}`);
    const organization = { id: scope.organizationId, title: org.title ?? scope.organizationId };
    const grants = await readGrants(wholeLists(api), organization, {
      access: (flags.include ?? []).includes("access"),
    });
    const made = reviewFile(grants);
    if (args.file === "-") return out.text(made);
    await context.plans.write(args.file, made);
    out.done(
      `Wrote ${args.file} (${grants.length} rows): fill in decision, then ${context.next("reviews apply", args.file)}`,
    );
  },
});

const view = defineCommand({
  name: "view",
  summary: "Show the progress of a review, and its decisions",
  endpoints: [],
  args: { file: word("a review", "path") },
  flags: { open: only("show only rows that are not reviewed yet") },
  answer: ["line", "user", "who", "to", "grant", "app", "reviewer", "reason", "access", "thing", "decision"],
  examples: [
    "docs reviews view review.csv",
    "docs reviews view review.csv --open",
    "docs reviews view review.csv --json",
  ],
  run: async ({ args, flags, files, out }) => {
    const [{ countsOf, decisionText, readReview }, { badRowText }] = await Promise.all([
      import("../changes/reviews/review-rows.js"),
      import("../changes/reviews/changes.js"),
    ]);
    const review = readReview(await files.document(args.file), args.file);
    const rows = review.rows
      .filter(({ decision }) => (flags.open ? !decision : true))
      .map(({ decision, kind, id, repeats: _same, ...one }) => ({
        ...one,
        access: kind,
        // Rows have no id of their own: several may concern one thing.
        thing: id,
        decision: decision ? decisionText(decision) : null,
      }));
    await out.list(rows, { columns: COLUMNS, empty: "no rows" });
    const { rows: all, keep, remove, role, notReviewed } = countsOf(review);
    out.print(`${all} rows: ${keep} keep, ${remove} remove, ${role} role, ${notReviewed} not reviewed`);
    refuseUnplanned(review.bad.map(badRowText), "row");
  },
});

const COLUMNS = [
  { header: "Line", path: "line", as: "number" },
  {
    ...{ header: "Who", path: "who" },
    shown: ({ identity, who }: { identity: { name: string }; who: string }) => identity.name || who,
  },
  { header: "Access", path: "access", as: "state", drop: 3 },
  { header: "To", path: "to" },
  { header: "Grant", path: "grant", as: "state" },
  { header: "Decision", path: "decision", as: "state" },
  { header: "Reviewer", path: "reviewer", drop: 2 },
  { header: "Reason", path: "reason", drop: 1 },
] as const;

const apply = defineCommand({
  name: "apply",
  summary: "Carry out the decisions of a review",
  description: [
    "Makes a plan of the decisions, shows it, asks, and applies it. Grants that have changed since the review are skipped, and so is access to spaces, for which",
    "the URL in the app is printed (exit 9). Never removes the last administrator or owner, nor more than --max-removals of a team or the organization.",
  ].join("\n"),
  endpoints: [],
  uses: [listMembers, listTeamMembers, updateMember, removeMember, setTeamMember, removeTeamMember],
  composite: true,
  mayConfirm: true,
  unbounded: true,
  readsInDryRun: true,
  within: ["org"],
  args: { file: word("a review; - reads standard input", "path") },
  flags: PEOPLE_PLAN_FLAGS,
  answer: RESULT_FIELDS,
  examples: [
    "docs reviews apply review.csv",
    "docs reviews apply review.csv --plan review.plan",
    "docs reviews apply review.csv --max-removals 50% --yes",
  ],
  run: async (context) => {
    const { args, flags, scope, files, settings, out } = context;
    const { organizationId } = scope;
    const [{ placesIn, readReview, reviewEvidence }, { readChanges }, { putOwnRequestsLast }] = await Promise.all([
      import("../changes/reviews/review-rows.js"),
      import("../changes/reviews/changes.js"),
      import("../changes/apply/apply.js"),
    ]);
    const maxRemovals = await chooseShare(flags.maxRemovals);
    const table = await files.document(args.file);
    const review = readReview(table, args.file);
    const planner = await plannerFor(context, organizationId);
    const at = `/v1/orgs/${organizationId}`;
    const { changes, left, satisfied } = await readChanges(review, {
      organizationId,
      members: await planner.world.complete(`${at}/members`),
      titleOf: async (team) => {
        const title = (await planner.world.thing({ path: `${at}/teams/${checkParam("team", team)}` }))?.title;
        return typeof title === "string" ? title : undefined;
      },
      inTeam: (team) => planner.world.complete(`${at}/teams/${checkParam("team", team)}/members`),
    });
    for (const change of putOwnRequestsLast(changes, settings.me)) await planner.add(change);
    if (satisfied > 0) out.note(`already fulfilled: ${count(satisfied, "decision")}`);
    const named = touchableUsers(flags.touchMe, settings.me);
    const { allowTeam: allowTeams } = flags;
    const places = placesIn(review, organizationId);
    const guards = { maxRemovals, allowTeams, named, places, reportOnly: true };
    const evidence = [reviewEvidence(review, args.file, table)];
    const plan = await planner.finish({ rows: review.rows.length, left, evidence, ...guards });
    await writeOrApplyPlan(context, plan, { ...flags, left });
    refuseUnplanned(left, "row");
  },
});

export default defineNoun(create, view, apply);
