import { defineCommand, defineNoun, word } from "../cli/command.js";
import { only, text } from "../cli/flags.js";
import { measurePlan, reportResults, runPlan } from "./plans/apply.js";
import { GUARD_FLAGS, REMOVAL_FLAGS, RESULT_FIELDS, shareOf, touchableUsers } from "./plans/guard-flags.js";
import { RECEIPT_FLAGS, verify } from "./plans/receipt.js";
import { rehearsePlan } from "./plans/rehearse.js";
import { CONFIRM, readPlan, refusePlan, showPlan } from "./plans/shared.js";
import { undoPlan, writeSiteFile } from "./plans/undo.js";
import { view } from "./plans/view.js";
import { askFirst, isAsked } from "./plans/write-or-apply.js";

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
      ...(flags.maxRemovals !== undefined && { maxRemovals: await shareOf(flags.maxRemovals) }),
    };
    if (flags.on !== undefined) return rehearsePlan(context, plan, flags.on, allowed);
    refusePlan(context, plan);
    if (globals.safety.dryRun) return showPlan(context, plan);
    const service = await context.plans();
    if (plan.steps.length > 0) {
      const shown = isAsked(context, flags.confirm) ? await measurePlan(context, plan, args.file, allowed) : plan;
      const unfold = `${context.next("plans view", args.file)} --all shows them`;
      await askFirst(context, shown, { confirm: flags.confirm, unfold });
    }
    await service.history.remember({ ...plan, steps: plan.steps.length }, { file: args.file });
    const retryUnknown = flags.retryUnknown === true;
    const results = await runPlan(context, plan, args.file, { retryUnknown, allowed, files: flags });
    const { emptyPlanText } = await import("../changes/show/report.js");
    await reportResults(context, results, args.file, "plans apply", emptyPlanText(plan));
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
    ...REMOVAL_FLAGS,
    ...RECEIPT_FLAGS,
  },
  mayConfirm: true,
  unbounded: true,
  answer: RESULT_FIELDS,
  examples: [
    "docs plans undo site.plan",
    "docs plans undo site.plan --site-file before.yaml",
    "docs plans undo offboard.plan --partial",
    "docs plans undo site.plan --dry-run",
  ],
  run: (context) => {
    const { siteFile, partial = false, ...flags } = context.flags;
    if (siteFile !== undefined) return writeSiteFile(context, context.args.file, siteFile);
    return undoPlan(context, context.args.file, { ...flags, partial });
  },
});

export default defineNoun(view, apply, undo, verify);
