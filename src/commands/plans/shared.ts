/** Reads, shows and confirms plans, for all commands about them. */
import { getMember } from "../../catalog/members.js";
import type { NamesRead } from "../../changes/show/read-names.js";
import type { Plan } from "../../changes/types.js";
import type { Who } from "../../changes/who.js";
import { askFirst } from "../../cli/ask/ask.js";
import type { CommandOutput, Context } from "../../cli/context.js";
import { text } from "../../cli/flags.js";
import { type Settings, serviceOrigin } from "../../cli/settings.js";
import { Failure, usage } from "../../errors.js";
import { redactSecrets } from "../../system/secrets.js";

/** @throws Failure usage for anything but a plan */
export async function readPlan({ plans }: Context, file: string): Promise<Plan> {
  const { parsePlan } = await import("../../changes/format/parse.js");
  return parsePlan(await plans.read(file), file);
}

/** Shows what a dry run would do on this machine. */
export const showWould = (out: CommandOutput, would: string): Promise<void> =>
  isObjects(out.format) ? out.item({ would }) : out.lines([`would ${would}`]);

export const isObjects = (format: string): boolean => ["json", "jsonl", "yaml"].includes(format);

interface ShowOptions {
  /** How one sees what is folded; undefined: nothing is. */
  unfold?: string | undefined;
  /** Reads nothing: ids stay without names. */
  offline?: boolean;
  /** The reader has just typed the command that made it. */
  isOwn?: boolean;
}

/** Shows a plan for people, or its steps as rows. */
export async function showPlan(
  context: Context,
  plan: Plan,
  { unfold, offline = false, isOwn = false }: ShowOptions = {},
): Promise<void> {
  const { out } = context;
  if (isObjects(out.format)) return out.item(plan);
  if (out.format !== "table") {
    const { emptyPlanText } = await import("../../changes/show/report.js");
    if (plan.steps.length === 0) out.done(emptyPlanText(plan.left));
    for (const line of plan.left) out.note(`not in this plan: ${line}`);
    return out.list(await stepRows(plan), { columns: STEP_COLUMNS });
  }
  const { planLines } = await import("../../changes/show/lines.js");
  const read = offline ? undefined : await readPlanNames(context, plan);
  await out.diff(planLines(plan, { width: out.terminal.width, unfold, isOwn, ...(read && { names: read.names }) }));
}

/** A plan from a file as it is shown: its targets have the names that are read now, and offline none. */
export async function withReadTargets({ api, out, now }: Context, plan: Plan, offline = false): Promise<Plan> {
  if (isObjects(out.format)) return plan;
  const { nameTargets } = await import("../../changes/show/read-names.js");
  const named = await nameTargets(offline ? undefined : api, plan, { now, redact: redactSecrets });
  for (const line of named.unread) out.note(`not read: ${line}`);
  return named.plan;
}

/** The names as the service has them now; what could not be read is noted. */
export async function readPlanNames({ api, out }: Context, plan: Plan): Promise<NamesRead | undefined> {
  if (plan.organization === "" || plan.steps.length === 0) return undefined;
  const { readNames } = await import("../../changes/show/read-names.js");
  const read = await readNames(api, plan);
  for (const line of read.unread) out.note(`not read: ${line}`);
  return read;
}

/** The title of an organization, for a page: it is written without one after any Failure, as what it tells of was done. */
export async function readTitle({ api, out }: Context, organizationId: string): Promise<string | undefined> {
  if (organizationId === "") return undefined;
  const { getOrg } = await import("../../catalog/organizations.js");
  try {
    return (await api.call(getOrg, { params: { organizationId } })).title || undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    out.note(`not read: title of organization ${organizationId}: ${error.message}`);
    return undefined;
  }
}

const STEP_COLUMNS = [
  { header: "ID", path: "id", as: "id" },
  { header: "Change", path: "change", as: "state" },
  { header: "Title", path: "title" },
  { header: "Undo", path: "undo", as: "state" },
  { header: "Endpoint", path: "endpoint" },
  { header: "Request", path: "request" },
] as const;

async function stepRows({ steps }: Plan) {
  const { requestOf } = await import("../../changes/endpoints.js");
  return steps.map((step) => ({ ...step, request: requestOf(step) }));
}

/** @throws Failure usage for a plan that cannot be applied here */
export function refusePlan(settings: Settings, plan: Plan): void {
  if (!plan.complete) {
    throw usage("the plan is not complete: making it failed halfway; nothing was sent", "make it again");
  }
  const here = serviceOrigin(settings);
  if (plan.origin !== here) {
    throw usage(
      `the plan is for another service (${plan.origin}, not ${here}); nothing was sent`,
      "choose its profile with --profile",
    );
  }
  if (settings.org !== undefined && plan.organization !== "" && settings.org !== plan.organization) {
    throw usage(
      `the plan is for another organization (${plan.organization}, not ${settings.org}); nothing was sent`,
      `pass --org ${plan.organization}`,
    );
  }
}

/** Finds the person who runs this, with the member of the profile if the service shows them: one read at most. */
export async function whoApplies({ api, plans, settings }: Context, organization: string): Promise<Who> {
  const { checkedWho } = await import("../../changes/who.js");
  return checkedWho(await plans.who(settings.me), organization, async (userId) => {
    try {
      return await api.call(getMember, { params: { organizationId: organization, userId } });
    } catch (error) {
      if (error instanceof Failure && error.kind === "not-found") return null;
      throw error;
    }
  });
}

/** The flag --confirm of commands that apply a plan; --yes comes with `asks`. */
export const CONFIRM = text({ describe: "do not ask; must be the id of the plan", value: "id" });

/** @throws Failure usage, canceled */
export async function confirmPlan(
  { globals: { safety }, ask }: Context,
  plan: Plan,
  question: string,
  confirm?: string,
): Promise<void> {
  if (confirm !== undefined) {
    if (confirm === plan.id) return;
    throw usage(`--confirm ${JSON.stringify(confirm)} is not the id of the plan, which is ${plan.id}`);
  }
  if (safety.yes) return;
  await askFirst(ask, () => question, { ways: "pass --yes, or --confirm with the plan's id" });
}
