import type { StepResult } from "../changes/apply/apply.js";
import type { LogFile } from "../changes/log/write-log.js";
import type { NamesRead } from "../changes/show/read-names.js";
import type { Plan } from "../changes/types.js";
import { defineCommand, defineNoun, word } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { choice, only, text } from "../cli/flags.js";
import { serviceOrigin } from "../cli/settings.js";
import { Failure, usage } from "../errors.js";
import { GOOD } from "../shared/choices.js";
import { count } from "../shared/wrap.js";
import { redactSecrets } from "../system/secrets.js";
import {
  type Allowed,
  conditionsOf,
  measurePlan,
  RESULT_COLUMNS,
  reportResults,
  resultRow,
  runPlan,
} from "./plans/apply.js";
import {
  chooseShare,
  GUARD_FLAGS,
  PLAN_FIELDS,
  REMOVAL_FLAGS,
  RESULT_FIELDS,
  touchableUsers,
} from "./plans/guard-flags.js";
import { RECEIPT_FLAGS, verify } from "./plans/receipt.js";
import {
  CONFIRM,
  isObjects,
  readPlan,
  readPlanNames,
  readTitle,
  refusePlan,
  showPlan,
  withReadTargets,
} from "./plans/shared.js";
import { UNDO_VERBOSE, undoPlan, writeSiteFile } from "./plans/undo.js";
import { askFirst, isAsked } from "./plans/write-or-apply.js";

// `plans apply --on`: runs all steps on a copy of a snapshot, to find out in seconds what the service would refuse.

/** Sends nothing to the service and keeps nothing. @throws Failure usage for another organization; refused: a guard; partial */
async function rehearsePlan(context: Context, plan: Plan, snapshot: string, allowed: Allowed): Promise<void> {
  const { out, now, globals, settings } = context;
  const { applyPlan } = await import("../changes/apply/apply.js");
  const copy = await context.plans.rehearse(snapshot);
  try {
    refuseOther(plan, copy, snapshot);
    const results = await applyPlan({
      redact: redactSecrets,
      client: copy.client,
      plan,
      state: createForgottenLog(),
      stateName: "the rehearsal",
      now,
      concurrency: globals.client.concurrency ?? 1,
      settleMs: 0,
      retryUnknown: false,
      me: settings.me,
      whyNotNow: conditionsOf({ api: copy.client, now }, plan.organization),
      guard: { me: settings.me, ...allowed },
      onResult(result) {
        if (!GOOD.has(result.outcome)) out.complain(wordsOf(result));
      },
    });
    await report(context, results, `${snapshot}, read ${copy.read}`);
  } finally {
    copy.close();
  }
}

/** @throws Failure usage */
function refuseOther(
  plan: Plan,
  { origin, organization }: { origin: string; organization: string },
  file: string,
): void {
  const differs = plan.origin === origin ? undefined : `the plan is for ${plan.origin}, not ${origin}`;
  const other =
    plan.organization === "" || plan.organization === organization
      ? undefined
      : `the plan is for organization ${plan.organization}, not ${organization}`;
  const what = differs ?? other;
  if (what !== undefined)
    throw usage(`the plan and ${file} do not match: ${what}`, "make a snapshot of the same organization");
}

/** Every rehearsal starts from scratch. */
const createForgottenLog = (): LogFile => ({ text: "", append: () => {}, flush: async () => {} });

const wordsOf = ({ step, outcome, says }: StepResult): string =>
  `${outcome === "failed" ? "would be refused" : outcome}: ${step.id}: ${step.title}${says === undefined ? "" : `: ${says}`}`;

async function report({ out }: Context, results: readonly StepResult[], where: string): Promise<void> {
  const rows = results.map(resultRow);
  if (out.format !== "table") await out.list(rows, { columns: RESULT_COLUMNS });
  const bad = rows.filter(({ outcome }) => !GOOD.has(outcome));
  const good = `${rows.length - bad.length} of ${rows.length} steps would be done`;
  if (bad.length > 0) throw new Failure("partial", `${good} (rehearsed on ${where})`, { details: { failures: bad } });
  out.done(`${good}: rehearsed on ${where}, nothing was sent`);
}

// `plans view`: a plan for the person who reviews it, on a terminal, as Markdown or as a page.

const view = defineCommand({
  name: "view",
  summary: "Show what a plan changes, step by step, and what cannot be undone",
  description: [
    "Shows how much it adds, changes and removes, irreversible steps and the guards, then the steps in order: + creates, ~ changes or moves,",
    "- removes, with each field before and after. Guards are measured and names read from the service; --offline reads nothing. Long groups are folded: --all",
    "shows all of them. JSON is the plan itself. -o markdown is for a comment on a pull request. --html writes a private page, of one file without scripts, for",
    "the reviewer of the plan; it replaces an earlier page.",
    "With --exit-code: 11 if the plan has steps, 0 if there is nothing to do.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a plan", "path") },
  flags: {
    all: only("show all steps and fields of long groups"),
    offline: only("send no requests: show ids without names, and no guards"),
    output: choice(["markdown"], { describe: "print Markdown", short: "o", hidden: true }),
    html: text({ describe: "write a page to this file", value: "path" }),
    exitCode: only("exit 11 if the plan has steps"),
  },
  answer: PLAN_FIELDS,
  examples: [
    "docs plans view offboard.plan",
    "docs plans view teams.plan --html teams.html",
    "docs plans view site.plan -o markdown",
    "docs plans view site.plan --exit-code",
  ],
  run: async (context) => {
    const { args, flags, out } = context;
    const asMarkdown = flags.output === "markdown";
    if (asMarkdown && isObjects(out.format)) throw usage("-o markdown and --json cannot be used together");
    const written = await readPlan(context, args.file);
    const isElsewhere = written.origin !== serviceOrigin(context.settings);
    const offline = flags.offline === true || isElsewhere;
    const isRead = asMarkdown || flags.html !== undefined || out.format === "table";
    if (isElsewhere && isRead && !flags.offline)
      out.note(`names and guards were not read: the plan is for another service (${written.origin})`);
    if (isRead) await noteApplied(context, written, args.file);
    const measured = offline || !isRead ? written : await withGuards(context, written, args.file);
    const plan = await withReadTargets(context, measured, offline);
    if (asMarkdown || flags.html !== undefined) {
      const read = offline ? undefined : await readPlanNames(context, plan);
      if (flags.html !== undefined) await writePage(context, plan, flags.html, { read, offline });
      if (asMarkdown) {
        const { planMarkdown } = await import("../changes/show/lines.js");
        await out.text(planMarkdown(plan, read?.names));
      }
    } else await showPlan(context, plan, { unfold: flags.all ? undefined : "--all shows them", offline });
    if (flags.exitCode && plan.steps.length > 0) {
      const { summarizeSteps } = await import("../changes/show/tally.js");
      throw new Failure("findings", `the plan has ${summarizeSteps(plan.steps)}`, {
        details: { steps: plan.steps.length },
      });
    }
  },
});

/** Notes that a plan was applied on this machine, as it looks like any other. */
async function noteApplied({ plans, out }: Context, plan: Plan, file: string): Promise<void> {
  const name = `${file}.state`;
  const text = await plans.peek(name);
  if (!text) return;
  const [{ readPlanLog }, { whoText }] = await Promise.all([
    import("../changes/log/plan-log.js"),
    import("../changes/who.js"),
  ]);
  try {
    const { steps, run } = readPlanLog(text, plan, name);
    const states = [...steps.values()].map(({ state }) => state);
    const done = states.filter((state) => state === "done" || state === "satisfied").length;
    const undone = states.filter((state) => state === "undone").length;
    const by = run && "by" in run && run.by ? ` by ${whoText(run.by)}` : "";
    const back = undone > 0 ? `, ${undone} undone` : "";
    out.note(`${done} of ${count(plan.steps.length, "step")} applied${back}; last run ${run?.at}${by}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    out.note(error.message);
  }
}

/** With the guards as they are now; they are left to whoever applies the plan where they cannot be measured. */
async function withGuards(context: Context, plan: Plan, file: string): Promise<Plan> {
  try {
    return await measurePlan(context, plan, file, {}, true);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === "canceled") throw error;
    context.out.note(`guards not measured: ${error.message}`);
    return plan;
  }
}

/** Private, as the plan is. @throws Failure usage where something else is there */
async function writePage(
  context: Context,
  plan: Plan,
  file: string,
  { read, offline }: { read: NamesRead | undefined; offline: boolean },
): Promise<void> {
  const { plans, out, now } = context;
  const { MARK, planPage } = await import("../changes/show/html.js");
  const before = await plans.peek(file);
  if (before !== undefined && !before.includes(MARK))
    throw usage(`${file} exists and was not written by docs plans view`, "name another file, or remove it");
  const organization = offline ? undefined : await readTitle(context, plan.organization);
  const isPartial = (read?.unread.length ?? 0) > 0;
  const options = { organization, names: read?.names, isPartial, at: new Date(now()).toISOString() };
  await plans.write(file, planPage(plan, options), { replace: before !== undefined });
  out.done(`Wrote ${file}`);
}

const apply = defineCommand({
  name: "apply",
  summary: "Apply a plan: each step as shown, at most once",
  description: [
    "Each step reads its target again and is sent only if nothing has changed since the plan was made. If the target is already as planned, the step is",
    "satisfied; if it has changed, the step is skipped and reported (exit 9), and the others continue. FILE.state records each request and its outcome, so that",
    "the same command resumes after an interruption. A plan for another service or organization is refused. --concurrency applies independent steps at once.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  readsInDryRun: true,
  args: { file: word("a plan", "path") },
  flags: {
    retryUnknown: only("resend requests of an earlier run whose outcome is unknown and cannot be looked up"),
    ...RECEIPT_FLAGS,
    on: text({
      describe: "rehearse on a copy of a snapshot: show refused steps, send nothing",
      value: "snapshot",
    }),
    ...GUARD_FLAGS,
    confirm: CONFIRM,
  },
  mayConfirm: true,
  unbounded: true,
  answer: RESULT_FIELDS,
  examples: [
    "docs plans apply offboard.plan",
    "docs plans apply site.plan --yes",
    "docs plans apply site.plan --confirm 0123456789ab",
  ],
  run: async (context) => {
    const { args, flags, globals, settings } = context;
    const plan = await readPlan(context, args.file);
    const allowed = {
      named: touchableUsers(flags.touchMe, settings.me),
      allowTeams: flags.allowTeam,
      ...(flags.maxRemovals !== undefined && { maxRemovals: await chooseShare(flags.maxRemovals) }),
    };
    if (flags.on !== undefined) return rehearsePlan(context, plan, flags.on, allowed);
    refusePlan(context.settings, plan);
    if (globals.safety.dryRun) return showPlan(context, await withReadTargets(context, plan));
    if (plan.steps.length > 0) {
      const shown = isAsked(context, flags.confirm)
        ? await withReadTargets(context, await measurePlan(context, plan, args.file, allowed))
        : plan;
      const unfold = `${context.next("plans view", args.file)} --all shows them`;
      await askFirst(context, shown, { confirm: flags.confirm, unfold });
    }
    await context.history.remember({ ...plan, steps: plan.steps.length }, { file: args.file });
    const retryUnknown = flags.retryUnknown === true;
    const results = await runPlan(context, plan, args.file, { retryUnknown, allowed, files: flags, isFromFile: true });
    const { emptyPlanText } = await import("../changes/show/report.js");
    await reportResults(context, results, args.file, { empty: emptyPlanText(plan.left) });
  },
});

const undo = defineCommand({
  name: "undo",
  summary: "Undo a plan, in reverse order",
  description: [
    "Undoes each step that was done here and whose result is unchanged; things changed since then are skipped and reported (exit 9). Steps that cannot be",
    "undone are listed first, and nothing is sent unless you pass --partial. The requests form a plan of their own, FILE.undo, which you confirm first.",
    "docs plans view shows how exactly each step can be undone: exact, near, approximate (as a new thing with another id), impossible.",
    "A site is only restored if it is as the plan left it. If it is not, --site-file writes the site as it was before the plan, for docs sites plan.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { file: word("an applied plan", "path") },
  flags: {
    partial: only("continue even if some steps cannot be undone"),
    siteFile: text({ describe: "write the site as it was to this new file; sends nothing", value: "path" }),
    confirm: CONFIRM,
    verbose: UNDO_VERBOSE,
    ...REMOVAL_FLAGS,
    ...RECEIPT_FLAGS,
  },
  mayConfirm: true,
  unbounded: true,
  answer: RESULT_FIELDS,
  examples: [
    "docs plans undo site.plan",
    "docs plans undo site.plan --site-file before.yaml",
    "docs plans undo teams.plan --partial",
    "docs plans undo site.plan --dry-run",
  ],
  run: (context) => {
    const { siteFile, partial = false, ...flags } = context.flags;
    if (siteFile !== undefined) return writeSiteFile(context, context.args.file, siteFile);
    return undoPlan(context, context.args.file, { ...flags, partial });
  },
});

export default defineNoun(view, apply, undo, verify);
