/** `--receipt`, and `plans verify`. */

import type { Receipt, RunParts, VerifiedCheck } from "../../changes/receipt.js";
import type { Plan } from "../../changes/types.js";
import { defineCommand, word } from "../../cli/command.js";
import type { Api, Context } from "../../cli/context.js";
import { text } from "../../cli/flags.js";
import type { PlanFiles } from "../../cli/records/plan-files.js";
import { MAKER } from "../../cli/settings.js";
import { Failure, usage } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import { redactSecrets } from "../../system/secrets.js";
import { readTitle, refusePlan } from "./shared.js";

/** For every command that applies a plan. */
export const RECEIPT_FLAGS = {
  receipt: text({ describe: "write a receipt (what was done, and by whom) to a new JSON file", value: "path" }),
  html: text({ describe: "also write the receipt as an HTML page to this new file", value: "path" }),
};

/** The files of the receipt. */
export interface ReceiptFiles {
  receipt?: string | undefined;
  html?: string | undefined;
}

/** Before anything is sent, as afterward it would be too late. @throws Failure usage, io */
export async function checkReceiptFiles({ plans }: Context, { receipt, html }: ReceiptFiles) {
  const files = [receipt, html].filter((file) => file !== undefined);
  if (files.length === 0) return;
  if (receipt === html) throw usage("--receipt and --html need different files");
  for (const file of files) await plans.checkNew(file);
}

/** @throws Failure usage: nothing is applied, so there is nothing to keep a receipt of */
export function refuseReceipt({ receipt, html }: ReceiptFiles): void {
  if (receipt === undefined && html === undefined) return;
  const flag = receipt === undefined ? "--html" : "--receipt";
  throw usage(`${flag} works only when a plan is applied`, "pass it to docs plans apply");
}

/** Of a plan that was applied from this file just now; undefined: there was nothing to apply. */
export async function receiptFor({ plans, now }: Context, file: string | undefined, parts: RunParts): Promise<Receipt> {
  const [{ receiptOf }, { readPlanLog }] = await Promise.all([
    import("../../changes/receipt.js"),
    import("../../changes/log/plan-log.js"),
  ]);
  const name = `${file}.state`;
  const log = (file !== undefined && (await plans.peek(name))) || "";
  const { steps: states } = readPlanLog(log, parts.plan, name);
  const at = new Date(now()).toISOString();
  const known = { states, log, at, tool: MAKER };
  return redactSecrets(receiptOf({ ...parts, ...known, file: await readPlanFile(plans, file, parts.plan) }));
}

/** Writes the receipt of a plan to the files that were asked for, if any. @throws Failure usage, io */
export async function keepReceipt(
  context: Context,
  file: string | undefined,
  files: ReceiptFiles,
  parts: RunParts,
): Promise<void> {
  if (files.receipt === undefined && files.html === undefined) return;
  await writeReceipt(context, files, await receiptFor(context, file, parts));
}

/** Undefined where the file holds another plan by now. */
async function readPlanFile(plans: PlanFiles, name: string | undefined, plan: Plan): Promise<Receipt["file"]> {
  const text = name === undefined ? undefined : await plans.peek(name);
  if (name === undefined || text === undefined) return undefined;
  const [{ isSamePlan }, { sha256Of }] = await Promise.all([
    import("../../changes/receipt.js"),
    import("../../shared/values.js"),
  ]);
  return isSamePlan(text, name, plan) ? { name, sha256: sha256Of(text) } : undefined;
}

/** Private, and new. @throws Failure usage where a file is there; io */
export async function writeReceipt(
  context: Context,
  { receipt: path, html }: ReceiptFiles,
  receipt: Receipt,
): Promise<void> {
  const { plans, out, now } = context;
  if (path !== undefined) {
    await plans.write(path, `${JSON.stringify(receipt, null, 2)}\n`);
    out.done(`Wrote ${path}`);
  }
  if (html === undefined) return;
  const { receiptPage } = await import("../../changes/show/html.js");
  const organization = await readTitle(context, receipt.organization);
  const names = await namesIn(context.api, receipt.document);
  const options = { organization, ...names, at: new Date(now()).toISOString() };
  await plans.write(html, receiptPage(receipt, options));
  out.done(`Wrote ${html}`);
}

/** The page says what could not be read: people who were removed have no name any more, and what it tells of was done. */
async function namesIn(api: Api, document: Plan) {
  const { readNames } = await import("../../changes/show/read-names.js");
  try {
    const { names, unread } = await readNames(api, document);
    return { names, isPartial: unread.length > 0 };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { names: undefined, isPartial: true };
  }
}

const COLUMNS = [
  { header: "ID", path: "id", as: "id" },
  { header: "Holds", path: "holds", as: "state", value: ({ holds }: { holds: boolean | null }) => wordOf(holds) },
  { header: "Change", path: "what" },
  { header: "Why", path: "why" },
] as const;

/** @throws Failure findings, partial unless all was done and still holds */
function concludeVerify(verified: readonly VerifiedCheck[]): void {
  const done = verified.filter(({ isNotDone }) => !isNotDone);
  const broken = done.filter(({ holds }) => holds === false).length;
  const unknown = done.filter(({ holds }) => holds === null).length;
  const left = verified.length - done.length;
  const words = [
    ...(broken > 0
      ? [`${broken} of ${count(done.length, "change")} no longer ${broken === 1 ? "holds" : "hold"}`]
      : []),
    ...(unknown > 0 ? [`${unknown} of ${count(done.length, "change")} cannot be verified`] : []),
    ...(left > 0 ? [`${count(left, "step")} of the plan ${left === 1 ? "was" : "were"} not done`] : []),
  ].join("; ");
  if (broken > 0) throw new Failure("findings", words);
  if (words !== "") throw new Failure("partial", words);
}

const wordOf = (holds: boolean | null): string => (holds === null ? "unknown" : holds ? "yes" : "no");

export const verify = defineCommand({
  name: "verify",
  summary: "Verify a receipt: check whether its changes still hold",
  description:
    "Reads the service again. Exit 0 if everything holds, 11 if something no longer does, 9 if something could not be determined (an unreadable thing does not count as gone) or if steps of the plan were not done.",
  endpoints: [],
  composite: true,
  args: { receipt: word("a receipt", "path") },
  answer: ["id", "what", "holds"],
  examples: [
    "docs plans verify offboard.json",
    "docs plans verify teams.json --json",
    "docs plans verify site.json -q '.[] | select(.holds == false) | .what'",
  ],
  run: async (context) => {
    const { args, api, out, plans } = context;
    const { parseReceipt, verifyReceipt } = await import("../../changes/receipt.js");
    const receipt = parseReceipt(await plans.read(args.receipt), args.receipt);
    refusePlan(context.settings, receipt.plan);
    const verified = await verifyReceipt(api, receipt);
    const rows = verified.map(({ isNotDone: _isNotDone, ...row }) => row);
    await out.list(rows, { columns: COLUMNS, empty: "nothing was done" });
    concludeVerify(verified);
    out.done(`Everything still holds (receipt of ${receipt.at})`);
  },
});
