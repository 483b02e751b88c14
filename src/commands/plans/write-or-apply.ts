/**
 * Parts of commands that make plans: a planner, and what to do with the plan: write it to a file, or show it, ask,
 * and apply it.
 */
import { getOrg } from "../../catalog/organizations.js";
import type { CreatePlannerOptions, Planner } from "../../changes/make/planner.js";
import type { Plan } from "../../changes/types.js";
import type { Who } from "../../changes/who.js";
import type { CommandOutput, Context } from "../../cli/context.js";
import { MAKER, serviceOrigin } from "../../cli/settings.js";
import { Failure, unconfirmed } from "../../errors.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { count, wrapOnTerminal } from "../../shared/wrap.js";
import { redactSecrets } from "../../system/secrets.js";
import { allowedBy, reportResults, runPlan } from "./apply.js";
import { keepReceipt, type ReceiptFiles, refuseReceipt } from "./receipt.js";
import { confirmPlan, isObjects, showPlan, whoApplies } from "./shared.js";

/**
 * The plan names the command as it was typed; secrets in it are redacted. `isPresumed`: the profile names no
 * member, and `settings.me` is not who made it.
 */
export async function plannerFor(context: Context, organization: string, options?: PlannerOptions): Promise<Planner> {
  const { createPlanner } = await import("../../changes/make/planner.js");
  return createPlanner(await plannerSetup(context, organization, options));
}

interface PlannerOptions {
  isPresumed?: boolean;
  /** Default: as it was typed. */
  command?: string;
}

export async function plannerSetup(
  { api, settings, now, plans, next }: Context,
  organization: string,
  { isPresumed = false, command = next.again }: PlannerOptions = {},
): Promise<CreatePlannerOptions> {
  const made = new Date(now()).toISOString();
  return {
    client: api,
    head: {
      ...{
        origin: serviceOrigin(settings),
        organization,
        maker: MAKER,
        command: redactSecrets(command),
        made,
      },
      by: await plans.who(isPresumed ? undefined : settings.me),
    },
    me: settings.me,
    redact: redactSecrets,
  };
}

/** The flags of the command, and what it knows of the plan. */
interface Settle extends ReceiptFiles {
  /** The file to write it to. */
  plan?: string | undefined;
  confirm?: string | undefined;
  allowTeam?: readonly string[] | undefined;
  /** Guards that flags of `plans apply` allow are for whoever applies the file: the command ends well. */
  mayBreak?: boolean;
  /** Lines that the caller reports afterward as not planned: with any of them, an empty plan does not mean that all is done. */
  left?: readonly string[];
}

/**
 * For a plan that this run made, with all guards measured. With a file, writes it there and sends nothing, whether they are
 * met or not. Otherwise shows it, asks, applies it and reports the results.
 * @throws Failure usage, refused: guards that are not met; canceled, partial, unknown-outcome
 */
export async function writeOrApplyPlan(
  context: Context,
  plan: Plan,
  { plan: file, confirm, allowTeam: allowTeams, mayBreak = false, left = [], receipt, html }: Settle,
): Promise<void> {
  const { out, globals, next } = context;
  const files = { receipt, html };
  const { planText } = await import("../../changes/format/write.js");
  if (file !== undefined && !globals.safety.dryRun) {
    refuseReceipt(files);
    await context.plans.write(file, planText(plan));
    if (isObjects(out.format)) await out.item(plan);
    out.done(`Wrote ${file} (${countWords(plan)}): ${next("plans view", file)}`);
    const { describeUnmet, WRITTEN } = await import("../../changes/guards/guards.js");
    const { notes, refusal } = describeUnmet(plan.rails);
    if (!mayBreak || refusal) await refuseUnmet(context.out, plan, WRITTEN);
    for (const note of notes) out.note(note);
    return;
  }
  if (plan.steps.length === 0) {
    if (isObjects(out.format)) await out.item(plan);
    if (left.length === 0) out.done("Nothing to do");
    return keepEmpty(context, plan, files);
  }
  if (globals.safety.dryRun) await showPlan(context, plan, { unfold: UNFOLD });
  await refuseUnmet(context.out, plan);
  if (globals.safety.dryRun) return;
  await askFirst(context, plan, { confirm, unfold: UNFOLD, isOwn: true });
  const kept = await context.history.remember({ ...plan, steps: plan.steps.length }, { text: planText(plan) });
  const results = await runPlan(context, plan, kept, {
    ...{ retryUnknown: false, files, by: plan.by },
    allowed: { ...allowedBy(plan), allowTeams },
  });
  await reportResults(context, results, kept);
}

/** Notes everything else that was left out, as the command ends here. @throws Failure refused, with all guards that are not met */
export async function refuseUnmet(out: CommandOutput, { rails, left }: Plan, end?: string): Promise<void> {
  const { isUnmet, unmetGuards } = await import("../../changes/guards/guards.js");
  const unmet = rails.filter(isUnmet);
  if (unmet.length === 0) return;
  for (const line of left.slice(0, MOST_LEFT)) out.note(`not in the plan: ${line}`);
  if (left.length > MOST_LEFT) out.note(`and ${left.length - MOST_LEFT} more are not in the plan`);
  throw unmetGuards(unmet, "here", end);
}

/** The maker of a plan that was made just now, checked at that time. */
export const findMaker = async (context: Context, plan: Plan): Promise<Who> =>
  plan.by ?? whoApplies(context, plan.organization);

/** A receipt that says that nothing had to be done, as of now. */
export async function keepEmpty(context: Context, plan: Plan, files: ReceiptFiles, left?: readonly string[]) {
  if (context.globals.safety.dryRun) return;
  await keepReceipt(context, undefined, files, { plan, by: await findMaker(context, plan), results: [], left });
}

const MOST_LEFT = 20;

/** True if somebody is asked, and sees the plan before. */
export const isAsked = ({ ask, globals: { safety } }: Context, confirm?: string): boolean =>
  ask.available && !safety.yes && confirm === undefined;

/** How one sees the whole of a plan that is in no file. */
export const UNFOLD = "the file of --plan has all of them";

interface AskFirstOptions {
  confirm: string | undefined;
  unfold?: string;
  isOwn?: boolean;
  /** Sentences about the plan in place of its steps, for people who need not review them. */
  sentences?: readonly string[] | undefined;
}

/** Shows the plan and asks, unless --yes or --confirm is given. @throws Failure usage, canceled */
export async function askFirst(
  context: Context,
  plan: Plan,
  { confirm, sentences, ...shown }: AskFirstOptions,
): Promise<void> {
  const { safety } = context.globals;
  const { terminal } = context.out;
  if (!context.ask.available && !safety.yes && confirm === undefined) {
    throw unconfirmed(`pass --yes, or --confirm ${plan.id}`);
  }
  if (sentences)
    await context.out.lines(
      sentences.flatMap((text) => wrapOnTerminal(text, terminal.stdoutIsTTY, terminal).split("\n")),
    );
  else if (!safety.yes && confirm === undefined) await showPlan(context, plan, shown);
  const place = isAsked(context, confirm) ? await readPlace(context, plan) : plan.organization;
  const question = sentences ? `Undo this in ${place}?` : `Apply ${countWords(plan)} to ${place}?`;
  await confirmPlan(context, plan, question, confirm);
}

/** The organization's title, which a person knows; its id where it cannot be read. */
async function readPlace({ api, globals }: Context, plan: Plan): Promise<string> {
  if (plan.organization === "") return plan.origin;
  if (globals.output.ids) return plan.organization;
  try {
    const { title } = await api.call(getOrg, { params: { organizationId: plan.organization } });
    return title ? sanitizeLine(title) : plan.organization;
  } catch {
    // Nothing depends on the title; a token that is refused is so again by the first step.
    return plan.organization;
  }
}

const countWords = ({ steps }: Plan): string => count(steps.length, "step");

const MOST = 20;

/** Reports rows that could not be planned, after the others were applied. @throws Failure partial if there are any */
export function refuseUnplanned(left: readonly string[], what: string, says = "could not be used"): void {
  if (left.length === 0) return;
  const lines = left.slice(0, MOST).map((one) => `  ${one}`);
  const more = left.length > MOST ? [`  and ${left.length - MOST} more`] : [];
  throw new Failure("partial", [`${count(left.length, what)} ${says}:`, ...lines, ...more], {
    details: { left },
  });
}
