/** `members offboard`: what people leave behind, a plan to hand it over, and a receipt. */
import { listChangeRequests, updateChangeRequest } from "../../catalog/change-requests.js";
import { listSpaceComments } from "../../catalog/comments.js";
import {
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  removeMember,
  updateMember,
} from "../../catalog/members.js";
import { getOrg } from "../../catalog/organizations.js";
import { listSamlProviders } from "../../catalog/saml.js";
import { listTeamMembers, removeTeamMember, setTeamMember } from "../../catalog/team-members.js";
import { defineCommand, many, type Target } from "../../cli/command.js";
import type { Context } from "../../cli/context.js";
import { only, text } from "../../cli/flags.js";
import { member } from "../../cli/kinds.js";
import { Failure, usage } from "../../errors.js";
import type { StepResult } from "../../plans/apply/apply.js";
import type { Footprint } from "../../plans/offboard/footprint.js";
import type { Check } from "../../plans/offboard/receipt.js";
import type { Plan } from "../../plans/types.js";
import { reportResults, runPlan } from "../plans/apply.js";
import { plannerFor, settlePlan } from "../plans/offer.js";
import { MAX_REMOVALS_FLAG, shareOf } from "../plans/rail-flags.js";
import { isObjects, showPlan } from "../plans/shared.js";

export const offboard = defineCommand({
  name: "offboard",
  summary: "Offboard people: hand over what they own, remove them, check the result",
  description: [
    "First it shows the footprint: teams, teams that only they own, drafts and open change requests, open comments, spaces that they reach, and how they could",
    "come back. Then the plan: ownership goes to --heir, and they leave their teams and the organization (with --demote they stay as guests). You confirm it by",
    "typing the e-mail address. Finally the result is checked. --receipt writes before, done and verified to a private file.",
    "A removed member cannot be restored; teams and roles of a guest can. The last administrator is never removed.",
  ].join("\n"),
  endpoints: [],
  uses: [
    getMember,
    listMembers,
    listMemberTeams,
    listMemberSpaces,
    listTeamMembers,
    listChangeRequests,
    listSpaceComments,
    listSamlProviders,
    getOrg,
    setTeamMember,
    removeTeamMember,
    updateChangeRequest,
    updateMember,
    removeMember,
  ],
  composite: true,
  asks: true,
  named: true,
  unbounded: true,
  args: { user: many(member) },
  flags: {
    heir: text({ describe: "the member who takes over teams that only they own", value: "user", id: "userId" }),
    demote: only("make them guests instead of removing them"),
    archiveDrafts: only("archive drafts of change requests that they began"),
    receipt: text({ describe: "write before, done and verified to this new file", value: "path" }),
    maxRemovals: MAX_REMOVALS_FLAG,
    plan: text({ describe: "write the plan to this new file, change nothing", value: "path" }),
    confirm: text({ describe: "do not ask; must be the e-mail address or the id of the plan", value: "email" }),
  },
  examples: [
    "docs members offboard ada@example.com --heir bob@example.com --receipt ada.json",
    "docs members offboard ada@example.com --plan ada.plan",
    "docs members offboard ada@example.com --demote --archive-drafts",
  ],
  run: async (context) => {
    const { args, flags, api, out, next } = context;
    const organizationId = placeOf(args.user);
    await refuseReceipt(context, flags.receipt);
    const place = { api, organizationId };
    const [{ footprintOf }, { leavingSteps }] = await Promise.all([
      import("../../plans/offboard/footprint.js"),
      import("../../plans/offboard/steps.js"),
    ]);
    const people: Footprint[] = [];
    for (const { id } of args.user) people.push(await footprintOf(place, id));
    const heir = flags.heir === undefined ? undefined : await heirOf(context, organizationId, flags.heir);
    const { demote = false, archiveDrafts = false } = flags;
    const planner = await plannerFor(
      context,
      organizationId,
      next("members offboard", ...args.user.map(({ label }) => label)),
    );
    if (!isObjects(out.format)) await showFootprints(context, people);
    for (const wish of leavingSteps(people, { organizationId, heir, demote, archiveDrafts })) await planner.add(wish);
    const named = [...args.user.map(({ id }) => id), ...(heir ? [heir.id] : [])];
    const plan = await planner.finish({ rows: people.length, named, maxRemovals: await shareOf(flags.maxRemovals) });
    if (flags.plan !== undefined) return settlePlan(context, plan, { file: flags.plan });
    if (plan.steps.length === 0) return out.done("Nothing to do");
    if (out.format === "table") await showPlan(context, plan);
    await confirm(context, plan, people, flags.confirm);
    await carryOut(context, plan, people, { demote, receipt: flags.receipt });
  },
});

/** @throws Failure usage for people of several organizations */
function placeOf(users: readonly Target<typeof member>[]): string {
  const [first, ...others] = new Set(users.map(({ params }) => params.organizationId));
  if (first === undefined || others.length > 0) throw usage("one organization at a time");
  return first;
}

/** Checked before anything is sent, as afterward it would be too late. @throws Failure usage */
async function refuseReceipt({ plans }: Pick<Context, "plans">, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  if ((await (await plans()).peek(file)) !== undefined)
    throw usage(`${file} exists already`, "name another file for the receipt");
}

async function heirOf(
  { api }: Pick<Context, "api">,
  organizationId: string,
  userId: string,
): Promise<{ id: string; name: string }> {
  const { user, disabled, role } = await api.call(getMember, { params: { organizationId, userId } });
  const name = user?.email ?? user?.displayName ?? userId;
  if (disabled) throw usage(`${name} is disabled and cannot take over`);
  if (role === null || role === undefined) throw usage(`${name} is a guest and cannot take over`);
  return { id: userId, name };
}

async function showFootprints({ out }: Pick<Context, "out">, people: readonly Footprint[]): Promise<void> {
  const { footprintLines } = await import("../../plans/offboard/words.js");
  const lines = people.flatMap((one) => [...footprintLines(one, out.terminal.width), ""]);
  if (out.format === "table") await out.diff(`${lines.join("\n")}\n`);
}

/** Has each address typed. @throws Failure usage, canceled */
async function confirm(
  { ask, globals: { safety } }: Pick<Context, "ask" | "globals">,
  { id }: Plan,
  people: readonly Footprint[],
  given: string | undefined,
): Promise<void> {
  const addresses = people.map(({ user }) => user.email || user.id);
  if (given !== undefined) {
    const isRight = given === id || (addresses.length === 1 && same(given, addresses[0] ?? ""));
    if (isRight) return;
    throw usage(`--confirm ${JSON.stringify(given)} is neither the address nor the id of the plan, which is ${id}`);
  }
  if (safety.yes) return;
  if (!ask.available) {
    throw usage(
      "confirmation is required when not running interactively",
      "pass --confirm with the e-mail address, or --yes",
    );
  }
  for (const address of addresses) {
    const typed = await ask.text(`Type ${address} to go on:`);
    if (!same(typed, address)) throw new Failure("canceled", "canceled: nothing was changed");
  }
}

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.toLowerCase();

interface Done {
  demote: boolean;
  receipt: string | undefined;
}

/** @throws Failure partial if a step or a check fails */
async function carryOut(
  context: Context,
  plan: Plan,
  people: readonly Footprint[],
  { demote, receipt }: Done,
): Promise<void> {
  const { api, out, now, plans } = context;
  const [{ planText }, { verify }, service] = await Promise.all([
    import("../../plans/format/write.js"),
    import("../../plans/offboard/receipt.js"),
    plans(),
  ]);
  const kept = await service.remember({ ...plan, steps: plan.steps.length }, { text: planText(plan) });
  const results = await runPlan(context, plan, kept, { retryUnknown: false });
  const checks = await verify({ api, organizationId: plan.organization }, people, demote);
  const made = receiptOf({ plan, people, results, checks, at: new Date(now()).toISOString() });
  if (receipt !== undefined) {
    await service.write(receipt, `${JSON.stringify(service.redact(made), null, 2)}\n`);
    out.done(`Wrote ${receipt}`);
  }
  if (isObjects(out.format)) await out.item(made);
  for (const { what, holds } of checks) if (holds) out.done(`verified: ${what}`);
  const broken = checks.filter(({ holds }) => !holds).map(({ what }) => what);
  for (const what of broken) out.complain(`not so: ${what}`);
  await reportResults({ ...context, out: isObjects(out.format) ? quietly(out) : out }, results, kept);
  if (broken.length > 0) throw new Failure("partial", `${broken.length} checks failed`, { details: { broken } });
}

/** The receipt itself was the data. */
const quietly = (out: Context["out"]): Context["out"] =>
  ({ ...out, format: "table", done: () => undefined }) as Context["out"];

interface Parts {
  plan: Plan;
  people: readonly Footprint[];
  results: readonly StepResult[];
  checks: readonly Check[];
  at: string;
}

const receiptOf = ({ plan, people, results, checks, at }: Parts) => ({
  format: 1,
  organization: plan.organization,
  service: plan.origin,
  command: plan.command,
  at,
  plan: plan.id,
  before: people,
  done: results.map(({ step, outcome, says }) => ({ step: step.title, outcome, ...(says !== undefined && { says }) })),
  verified: checks,
});
