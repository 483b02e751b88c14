import { defineCommand, defineNoun, word } from "../cli/command.js";
import { only, text } from "../cli/flags.js";
import { Failure } from "../errors.js";
import { measured, reportResults, runPlan } from "./plans/apply.js";
import { askFirst, isAsked } from "./plans/offer.js";
import { MAX_REMOVALS_FLAG, namedBy, shareOf, TOUCH_ME_FLAG } from "./plans/rail-flags.js";
import { rehearsePlan } from "./plans/rehearse.js";
import { CONFIRM, readPlan, refusePlan, showPlan } from "./plans/shared.js";
import { undoPlan } from "./plans/undo.js";

const view = defineCommand({
  name: "view",
  summary: "Show what a plan changes, step by step, and what cannot be undone",
  description: [
    "Shows the steps in order: + creates, ~ changes or moves, - removes, with each field before and after. JSON is the plan itself.",
    "With --exit-code: 11 if the plan has steps, 0 if there is nothing to do.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a plan") },
  flags: { exitCode: only("exit 11 if the plan has steps") },
  examples: [
    "docs plans view offboard.plan",
    "docs plans view site.plan --exit-code",
    "docs plans view site.plan --json -q '.steps[].title'",
  ],
  run: async (context) => {
    const { args, flags } = context;
    const plan = await readPlan(context, args.file);
    await showPlan(context, plan);
    if (flags.exitCode && plan.steps.length > 0) {
      const { totalsWords } = await import("../changes/show/lines.js");
      throw new Failure("findings", `the plan has ${totalsWords(plan)}`, { details: { steps: plan.steps.length } });
    }
  },
});

const apply = defineCommand({
  name: "apply",
  summary: "Apply a plan: each step as shown, none twice",
  description: [
    "Each step reads its target again and is sent only if nothing has changed since the plan was made. If the target is already as planned, the step is",
    "satisfied; if it has changed, the step is skipped and reported (exit 9), and the others go on. <file>.state records what was sent and its outcome, so that",
    "the same command resumes after an interruption. A plan for another service or organization is refused. --concurrency applies independent steps at once.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { file: word("a plan") },
  flags: {
    retryUnknown: only(
      "send requests again that an earlier run sent, whose outcome is unknown and cannot be looked up",
    ),
    on: text({
      describe: "rehearse on a copy of a snapshot: show what would be refused, send nothing",
      value: "snapshot",
    }),
    maxRemovals: MAX_REMOVALS_FLAG,
    touchMe: TOUCH_ME_FLAG,
    confirm: CONFIRM,
  },
  asks: true,
  unbounded: true,
  examples: [
    "docs plans apply offboard.plan",
    "docs plans apply site.plan --yes",
    "docs plans apply site.plan --confirm 0123456789ab",
  ],
  run: async (context) => {
    const { args, flags, globals, settings } = context;
    const plan = await readPlan(context, args.file);
    const allowed = {
      named: namedBy(flags.touchMe, settings.me),
      ...(flags.maxRemovals !== undefined && { maxRemovals: await shareOf(flags.maxRemovals) }),
    };
    if (flags.on !== undefined) return rehearsePlan(context, plan, flags.on, allowed);
    refusePlan(context, plan);
    if (globals.safety.dryRun) return showPlan(context, plan);
    const service = await context.plans();
    if (plan.steps.length > 0) {
      const shown = isAsked(context, flags.confirm) ? await measured(context, plan, args.file, allowed) : plan;
      await askFirst(context, shown, flags.confirm);
    }
    await service.remember({ ...plan, steps: plan.steps.length }, { file: args.file });
    const results = await runPlan(context, plan, args.file, { retryUnknown: flags.retryUnknown === true, allowed });
    const { emptyWords } = await import("../changes/show/lines.js");
    await reportResults(context, results, args.file, "plans apply", emptyWords(plan));
  },
});

const undo = defineCommand({
  name: "undo",
  summary: "Undo what a plan did, in reverse",
  description: [
    "Undoes each step that was done here and whose result is unchanged; what somebody has changed since is left alone and reported (exit 9). Steps that cannot be",
    "undone are listed first, and nothing is sent unless you pass --partial. The requests form a plan of their own, <file>.undo, which you confirm first.",
    "docs plans view shows how well each step can be undone: exact, near, approximate (as a new thing with another id), impossible.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { file: word("a plan that was applied") },
  flags: { partial: only("go on although some steps cannot be undone"), confirm: CONFIRM },
  asks: true,
  unbounded: true,
  examples: [
    "docs plans undo site.plan",
    "docs plans undo offboard.plan --partial",
    "docs plans undo site.plan --dry-run",
  ],
  run: (context) =>
    undoPlan(context, context.args.file, { partial: context.flags.partial === true, confirm: context.flags.confirm }),
});

export default defineNoun(view, apply, undo);
