/** `plans view`: a plan for the person who reviews it, on a terminal, as Markdown or as a page. */
import type { NamesRead } from "../../changes/show/read-names.js";
import type { Plan } from "../../changes/types.js";
import { defineCommand, word } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { choice, only, text } from "../../cli/flags.js";
import { serviceOrigin } from "../../cli/services.js";
import { Failure, usage } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import { measurePlan } from "./apply.js";
import { PLAN_FIELDS } from "./guard-flags.js";
import { isObjects, readPlan, readPlanNames, showPlan } from "./shared.js";

export const view = defineCommand({
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
    const plan = offline || !isRead ? written : await withGuards(context, written, args.file);
    if (asMarkdown || flags.html !== undefined) {
      const read = offline ? undefined : await readPlanNames(context, plan);
      if (flags.html !== undefined) await writePage(context, plan, flags.html, read);
      if (asMarkdown) {
        const { planMarkdown } = await import("../../changes/show/markdown.js");
        await out.text(planMarkdown(plan, read?.names));
      }
    } else await showPlan(context, plan, { unfold: flags.all ? undefined : "--all shows them", offline });
    if (flags.exitCode && plan.steps.length > 0) {
      const { summarizeSteps } = await import("../../changes/show/tally.js");
      throw new Failure("findings", `the plan has ${summarizeSteps(plan.steps)}`, {
        details: { steps: plan.steps.length },
      });
    }
  },
});

/** What became of it on this machine: a plan that was applied already looks like any other. */
async function noteApplied({ plans, out }: Pick<Context, "plans" | "out">, plan: Plan, file: string): Promise<void> {
  const name = `${file}.state`;
  const text = await (await plans()).peek(name);
  if (!text) return;
  const [{ readPlanLog }, { whoText }] = await Promise.all([
    import("../../changes/log/plan-log.js"),
    import("../../changes/who.js"),
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
  { plans, out, now }: Pick<Context, "plans" | "out" | "now">,
  plan: Plan,
  file: string,
  read: NamesRead | undefined,
): Promise<void> {
  const [{ MARK, planPage }, service] = await Promise.all([import("../../changes/show/html.js"), plans()]);
  const before = await service.peek(file);
  if (before !== undefined && !before.includes(MARK))
    throw usage(`${file} exists and was not written by docs plans view`, "name another file, or remove it");
  const options = { names: read?.names, isPartial: (read?.unread.length ?? 0) > 0, at: new Date(now()).toISOString() };
  await service.write(file, planPage(plan, options), { replace: before !== undefined });
  out.done(`Wrote ${file}`);
}
