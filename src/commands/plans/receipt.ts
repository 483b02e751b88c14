/** `--receipt`, and `plans verify`. */

import type { Receipt, ReceiptParts } from "../../changes/receipt.js";
import { defineCommand, word } from "../../cli/command.js";
import { text } from "../../cli/flags.js";
import { Failure } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import { type Needs, refusePlan } from "./shared.js";

export const RECEIPT = text({ describe: "write what was done, and by whom, to a new JSON file", value: "path" });

type Parts = Pick<ReceiptParts, "plan" | "results" | "approvedBy" | "verified">;

/** Of a plan that was applied from this file just now. */
export async function receiptFor(
  { plans, now, settings }: Pick<Needs, "plans" | "now" | "settings">,
  file: string,
  parts: Parts,
): Promise<Receipt> {
  const [{ receiptOf }, { readPlanLog }, service] = await Promise.all([
    import("../../changes/receipt.js"),
    import("../../changes/log/plan-log.js"),
    plans(),
  ]);
  const name = `${file}.state`;
  const { steps: states } = readPlanLog((await service.peek(name)) ?? "", parts.plan, name);
  const at = new Date(now()).toISOString();
  return service.redact(receiptOf({ ...parts, states, at, tool: service.maker, by: service.who(settings.me) }));
}

/** @throws Failure usage where the file is there; io */
export async function writeReceipt({ plans, out }: Pick<Needs, "plans" | "out">, path: string, receipt: Receipt) {
  await (await plans()).write(path, `${JSON.stringify(receipt, null, 2)}\n`);
  out.done(`Wrote ${path}`);
}

const COLUMNS = [
  { header: "ID", path: "id", as: "id" },
  { header: "Holds", path: "holds", as: "state", value: ({ holds }: { holds: boolean | null }) => wordOf(holds) },
  { header: "What was done", path: "what" },
  { header: "Why", path: "why" },
] as const;

const wordOf = (holds: boolean | null): string => (holds === null ? "not known" : holds ? "yes" : "no");

export const verify = defineCommand({
  name: "verify",
  summary: "Verify a receipt: whether what was done still holds",
  description:
    "Reads the service again. Exit 0 if all of it holds, 11 if something no longer does, 9 if something cannot be told: what is not seen is not taken to be gone.",
  endpoints: [],
  composite: true,
  args: { receipt: word("a receipt") },
  examples: [
    "docs plans verify offboard.json",
    "docs plans verify teams.json --json",
    "docs plans verify site.json -q '.[] | select(.holds == false) | .what'",
  ],
  run: async (context) => {
    const { args, api, out, plans } = context;
    const [{ parseReceipt, verifyReceipt }, service] = await Promise.all([import("../../changes/receipt.js"), plans()]);
    const receipt = parseReceipt(await service.read(args.receipt), args.receipt);
    refusePlan(context, receipt.plan);
    const verified = await verifyReceipt(api, receipt);
    await out.list(verified, { columns: COLUMNS, empty: "nothing was done" });
    const broken = verified.filter(({ holds }) => holds === false).length;
    const unknown = verified.filter(({ holds }) => holds === null).length;
    if (broken > 0) throw new Failure("findings", `${count(broken, "change")} of ${verified.length} no longer hold`);
    if (unknown > 0)
      throw new Failure("partial", `${count(unknown, "change")} of ${verified.length} cannot be verified`);
    out.done(`All of it holds, as of ${receipt.at} and now`);
  },
});
