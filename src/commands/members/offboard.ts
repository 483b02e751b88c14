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
import type { Footprint } from "../../changes/offboard/footprint.js";
import type { Check, Receipt } from "../../changes/receipt.js";
import type { Plan } from "../../changes/types.js";
import { defineCommand, many, type Target } from "../../cli/command.js";
import type { Api, CommandOutput, Context } from "../../cli/context.js";
import { only, text } from "../../cli/flags.js";
import { member } from "../../cli/kinds.js";
import { declined, Failure, unconfirmed, usage } from "../../errors.js";
import { shellWord } from "../../shared/shell-words.js";
import { isSameName } from "../../shared/text/names.js";
import { count } from "../../shared/wrap.js";
import { redactSecrets } from "../../system/secrets.js";
import { allowedBy, reportResults, runPlan } from "../plans/apply.js";
import { chooseShare, PLAN_FLAG, REMOVAL_FLAGS, RESULT_FIELDS } from "../plans/guard-flags.js";
import {
  checkReceiptFiles,
  RECEIPT_FLAGS,
  type ReceiptFiles,
  receiptFor,
  refuseReceipt,
  writeReceipt,
} from "../plans/receipt.js";
import { isObjects, showPlan } from "../plans/shared.js";
import {
  findMaker,
  keepEmpty,
  plannerFor,
  refuseUnmet,
  refuseUnplanned,
  UNFOLD,
  writeOrApplyPlan,
} from "../plans/write-or-apply.js";

export const offboard = defineCommand({
  name: "offboard",
  summary: "Offboard people: hand over what they own, remove them, check the result",
  description: [
    "First it shows the footprint: teams, teams that only they own, drafts and open change requests, open comments, reachable spaces, and ways to",
    "rejoin. Then the plan: ownership passes to --heir, and they leave their teams and the organization (with --demote they stay as guests). Confirm by",
    "typing the email. Finally the result is checked. --receipt writes before, done and verified to a private file, also after a failure;",
    "anything that your token cannot see is null (holds: null). If you are offboarding yourself, too, your own steps run last.",
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
  mayConfirm: true,
  mustBeNamed: true,
  unbounded: true,
  readsInDryRun: true,
  args: { user: many(member) },
  flags: {
    heir: text({ describe: "the member who takes over teams that only they own", value: "user", id: "userId" }),
    demote: only("make them guests instead of removing them"),
    archiveDrafts: only("archive draft change requests that they created"),
    ...RECEIPT_FLAGS,
    ...REMOVAL_FLAGS,
    plan: PLAN_FLAG,
    confirm: text({ describe: "do not ask; must be the email or the id of the plan", value: "email" }),
  },
  answer: RESULT_FIELDS,
  examples: [
    "docs members offboard ada@example.com --heir bob@example.com --receipt ada.json",
    "docs members offboard ada@example.com --plan ada.plan",
    "docs members offboard ada@example.com --demote --archive-drafts",
  ],
  run: async (given) => {
    const { args, flags, api, out } = given;
    const organizationId = placeOf(args.user);
    if (flags.plan !== undefined) refuseReceipt(flags);
    await checkReceiptFiles(given, flags);
    const place = { api, organizationId };
    const [{ readFootprint, offboardRequests, NAME_HEIR, orphanGuards }, { putOwnRequestsLast }] = await Promise.all([
      import("../../changes/offboard/footprint.js"),
      import("../../changes/apply/apply.js"),
    ]);
    const people: Footprint[] = [];
    const leaving = new Set(args.user.map(({ id }) => id));
    for (const id of leaving) people.push(await readFootprint(place, id, leaving));
    const context = { ...given, settings: { ...given.settings, me: ownOf(given, people) } };
    const heir = flags.heir === undefined ? undefined : await findHeir(context.api, organizationId, flags.heir);
    const { demote = false, archiveDrafts = false } = flags;
    const planner = await plannerFor(context, organizationId, { isPresumed: given.settings.me === undefined });
    await showFootprints(context.out, people);
    const requests = offboardRequests(people, { organizationId, heir, demote, archiveDrafts });
    for (const request of putOwnRequestsLast(requests, context.settings.me)) await planner.add(request);
    const named = [...args.user.map(({ id }) => id), ...(heir ? [heir.id] : [])];
    const left = archiveDrafts ? people.flatMap(unreadDraftsOf) : [];
    const maxRemovals = await chooseShare(flags.maxRemovals);
    const { allowTeam: allowTeams } = flags;
    const guards = { named, maxRemovals, allowTeams, newOwner: NAME_HEIR, reportOnly: true };
    const { footprintEvidence } = await import("../../changes/offboard/footprint.js");
    const evidence = people.map(footprintEvidence);
    const made = await planner.finish({ left, evidence, ...guards });
    const plan = { ...made, rails: [...made.rails, ...(heir ? [] : orphanGuards(people, made.rails))] };
    if (flags.plan !== undefined) await writeOrApplyPlan(context, plan, { plan: flags.plan, left });
    else if (context.globals.safety.dryRun) await writeOrApplyPlan(context, { ...plan, evidence: [] }, { left });
    else if (plan.steps.length === 0) {
      if (left.length === 0) out.done("Nothing to do");
      await keepEmpty(context, plan, flags);
    } else {
      await refuseUnmet(context.out, plan);
      // The footprint was shown above.
      if (out.format === "table") await showPlan(context, { ...plan, evidence: [] }, { unfold: UNFOLD });
      await confirm(context, plan, people, flags.confirm);
      await applyOffboarding(context, plan, people, { demote, allowTeams, files: flags });
    }
    refuseUnplanned(left, "draft list", "could not be read");
  },
});

/** Of a list in a footprint; the file of the plan has all. */
const MOST_LINES = 12;

const unreadDraftsOf = ({ user, unreadDrafts }: Footprint): string[] =>
  unreadDrafts.map((space) => `drafts of ${user.email || user.id} in ${space}`);

/**
 * Whose steps come last. Only administrators remove people: if it is not known who the caller is, it may be the only one
 * of them who leaves.
 */
function ownOf({ settings, out }: Context, people: readonly Footprint[]): string | undefined {
  if (settings.me !== undefined) return settings.me;
  const [only, ...others] = people.filter(({ role }) => role === "admin");
  if (others.length > 0)
    out.note(
      "your member is not set: if you are offboarding yourself, too, run docs config set me USER first, so that your own steps run last",
    );
  return others.length > 0 ? undefined : only?.user.id;
}

/** @throws Failure usage for people of several organizations */
function placeOf(users: readonly Target<typeof member>[]): string {
  const [first, ...others] = new Set(users.map(({ params }) => params.organizationId));
  if (first === undefined || others.length > 0) throw usage("one organization at a time");
  return first;
}

async function findHeir(api: Api, organizationId: string, userId: string): Promise<{ id: string; name: string }> {
  const { user, disabled, role } = await api.call(getMember, { params: { organizationId, userId } });
  const name = user?.email ?? user?.displayName ?? userId;
  if (disabled) throw usage(`${name} is disabled and cannot take over`);
  if (role === null || role === undefined) throw usage(`${name} is a guest and cannot take over`);
  return { id: userId, name };
}

async function showFootprints(out: CommandOutput, people: readonly Footprint[]): Promise<void> {
  const [{ footprintEvidence }, { evidenceLines }] = await Promise.all([
    import("../../changes/offboard/footprint.js"),
    import("../../changes/show/step-fields.js"),
  ]);
  const options = { width: out.terminal.width, most: MOST_LINES };
  const lines = people.flatMap((one) => [...evidenceLines(footprintEvidence(one), options), ""]);
  if (out.format === "table") return out.diff(lines);
  // Nobody sees the footprint: what it lacks is said all the same.
  const unread = people.flatMap(({ user, unread }) =>
    unread.map((one) => `${user.email || user.id}: not read: ${one}`),
  );
  for (const one of unread) out.note(one);
}

/** Has each address typed. @throws Failure usage, canceled */
async function confirm(
  { ask, globals: { safety } }: Context,
  { id }: Plan,
  people: readonly Footprint[],
  given: string | undefined,
): Promise<void> {
  const addresses = people.map(({ user }) => user.email || user.id);
  if (given !== undefined) {
    const isRight = given === id || (addresses.length === 1 && isSameName(given, addresses[0] ?? ""));
    if (isRight) return;
    const [only, ...others] = addresses;
    throw usage(
      `--confirm ${JSON.stringify(given)} is neither the email nor the id of the plan`,
      `pass --confirm ${only === undefined || others.length > 0 ? id : shellWord(only)}`,
    );
  }
  if (safety.yes) return;
  if (!ask.available) throw unconfirmed("pass --confirm with the email, or --yes");
  for (const address of addresses) {
    const typed = await ask.text(`Type ${address} to continue:`);
    if (!isSameName(typed, address)) throw declined();
  }
}

interface Done {
  demote: boolean;
  allowTeams: readonly string[] | undefined;
  files: ReceiptFiles;
}

/** @throws Failure partial if a step or a check fails */
async function applyOffboarding(
  context: Context,
  plan: Plan,
  people: readonly Footprint[],
  { demote, allowTeams, files }: Done,
): Promise<void> {
  const { api, out, history, settings } = context;
  const [{ planText }, { verify }] = await Promise.all([
    import("../../changes/format/write.js"),
    import("../../changes/offboard/verify-result.js"),
  ]);
  const kept = await history.remember({ ...plan, steps: plan.steps.length }, { text: planText(plan) });
  const isOwn = ({ user }: Footprint) => user.id === settings.me;
  const check = (some: readonly Footprint[]) => verify({ api, organizationId: plan.organization }, some, demote);
  const early: Check[] = [];
  // Whoever leaves, too, sees the others only until then.
  const beforeOwn = async () => void early.push(...(await check(people.filter((one) => !isOwn(one)))));
  const allowed = { ...allowedBy(plan), allowTeams };
  const by = await findMaker(context, plan);
  const results = await runPlan(context, plan, kept, { retryUnknown: false, allowed, beforeOwn, by });
  const checks = [...early, ...(await check(early.length > 0 ? people.filter(isOwn) : people))];
  const made: Receipt = {
    ...(await receiptFor(context, kept, { plan, by, results, verified: checks })),
    before: redactSecrets(people),
  };
  await writeReceipt(context, files, made);
  if (isObjects(out.format)) await out.item(made);
  const broken = checks.filter(({ holds }) => holds === false);
  const unclear = checks.filter(({ holds }) => holds === null);
  for (const { what, holds } of checks) if (holds) out.done(`verified: ${what}`);
  for (const { what } of broken) out.complain(`not true: ${what}`);
  for (const { what, why } of unclear) out.complain(`cannot tell: ${what}: ${why}`);
  await reportResults({ ...context, out: isObjects(out.format) ? withoutReceipt(out) : out }, results, kept);
  refuseUnverified(broken, unclear);
}

/** @throws Failure partial */
function refuseUnverified(broken: readonly Check[], unclear: readonly Check[]): void {
  if (broken.length + unclear.length === 0) return;
  const says = [
    ...(broken.length > 0 ? [`${count(broken.length, "check")} failed`] : []),
    ...(unclear.length > 0 ? [`${count(unclear.length, "check")} could not be completed`] : []),
  ];
  const names = (checks: readonly Check[]) => checks.map(({ what }) => what);
  throw new Failure("partial", says.join(", "), { details: { broken: names(broken), cannotTell: names(unclear) } });
}

/** The receipt itself was the data. */
const withoutReceipt = (out: Context["out"]): Context["out"] => ({ ...out, format: "table", done: () => undefined });
