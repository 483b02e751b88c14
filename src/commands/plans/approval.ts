/** `plans approve`, and what `plans apply --require-approval` asks for. */

import { getMember } from "../../catalog/members.js";
import type { Plan } from "../../changes/types.js";
import { defineCommand, word } from "../../cli/command.js";
import { text } from "../../cli/flags.js";
import { Failure } from "../../errors.js";
import { isObjects, type PlanContext, readPlan, showPlan, showWould } from "./shared.js";

export const approve = defineCommand({
  name: "approve",
  summary: "Approve a plan: sign it with an SSH key",
  description: [
    "Shows the plan, asks, and writes a detached signature to FILE.sig, made by ssh-keygen as git does. docs plans apply --require-approval ALLOWED-SIGNERS then",
    "applies exactly this file: with one byte changed, it is refused.",
  ].join("\n"),
  endpoints: [],
  args: { file: word("a plan", "path") },
  flags: {
    key: text({ describe: "your private key, or the public one of a key in an agent", value: "path", required: true }),
  },
  mayConfirm: true,
  examples: [
    "docs plans approve offboard.plan --key ~/.ssh/id_ed25519",
    "docs plans approve site.plan --key ~/.ssh/id_ed25519.pub --yes",
    "docs plans approve teams.plan --key key --json",
  ],
  run: async (context) => {
    const { args, flags, out, confirm, globals, plans } = context;
    const [{ parsePlan }, service] = await Promise.all([import("../../changes/format/parse.js"), plans()]);
    const signed = await service.read(args.file);
    const plan = parsePlan(signed, args.file);
    if (!isObjects(out.format)) await showPlan(context, plan);
    await confirm(() => `Approve plan ${plan.id}?`, "an approval is a signature");
    const signature = `${args.file}.sig`;
    if (globals.safety.dryRun) return showWould(context, `sign plan ${plan.id} into ${signature}`);
    await service.write(signature, await service.sign(signed, `${flags.key}`), { replace: true });
    await out.result({ plan: plan.id, signature }, { columns: [], done: `Approved plan ${plan.id}: ${signature}` });
  },
});

export const REQUIRE_APPROVAL = text({
  describe: "refuse a plan unless somebody in this file of allowed signers, other than its author, has approved it",
  value: "path",
});

/**
 * The plan of a file, as it was approved, and by whom.
 * @throws Failure refused, of kind cannot-tell if it is not known who made the plan
 */
export async function approvedPlan(
  context: Pick<PlanContext, "plans" | "api">,
  file: string,
  allowed: string | undefined,
): Promise<{ plan: Plan; approvedBy?: string }> {
  if (allowed === undefined) return { plan: await readPlan(context, file) };
  const [{ parsePlan }, service] = await Promise.all([import("../../changes/format/parse.js"), context.plans()]);
  const signed = await service.read(file);
  const signature = await service.peek(`${file}.sig`);
  if (signature === undefined) throw refuseApproval(`${file} is not approved: there is no ${file}.sig`, APPROVE);
  // A path that was mistyped is told as such.
  await service.read(allowed);
  const names = await service.signers(signed, signature, allowed);
  if (names.length === 0) {
    throw refuseApproval(
      `${file}.sig is not a signature of this plan by a signer in ${allowed}`,
      "the plan may have changed since: review it, then run docs plans approve",
    );
  }
  const plan = parsePlan(signed, file);
  const makers = await namesOfMaker(context, plan);
  const approvedBy = names.find((name) => !makers.includes(name.toLowerCase()));
  if (approvedBy !== undefined) return { plan, approvedBy };
  throw refuseApproval(
    `${file} was approved only by its author, ${names.join(", ")}`,
    "another person must approve it",
  );
}

const APPROVE = "sign it with: docs plans approve FILE --key PATH";

const refuseApproval = (message: string, hint: string): Failure =>
  new Failure("refused", `${message}; nothing was sent`, { outcome: "not_applied", hint });

/** By which a file of allowed signers may name whoever made the plan. */
async function namesOfMaker({ api }: Pick<PlanContext, "api">, { by, organization }: Plan): Promise<string[]> {
  const { me: userId, account, ci } = by ?? { account: undefined };
  const actor = ci?.actor;
  if (userId === undefined && actor === undefined) {
    throw refuseApproval(
      "the plan does not name its author, so it cannot be determined whether another person approved it",
      "run docs config set me MEMBER, then make the plan again",
    );
  }
  const params = { organizationId: organization, userId: userId ?? "" };
  const member = userId === undefined ? undefined : await api.call(getMember, { params });
  return [userId, account, actor, member?.user?.email].flatMap((name) => (name ? [name.toLowerCase()] : []));
}
