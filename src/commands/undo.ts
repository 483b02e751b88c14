import { defineCommand, defineNoun, optionalWord } from "../cli/command.js";
import type { Context } from "../cli/context.js";
import { only } from "../cli/flags.js";
import { relativeTime } from "../cli/output/text/cell.js";
import { cut } from "../cli/output/text/fit.js";
import type { RecordedRun } from "../cli/records/history.js";
import { Failure } from "../errors.js";
import { REMOVAL_FLAGS, RESULT_FIELDS } from "./plans/guard-flags.js";
import { findByNumber, readCurrentState, SCRIPTS } from "./plans/history-run.js";
import { RECEIPT_FLAGS } from "./plans/receipt.js";
import { CONFIRM } from "./plans/shared.js";
import { UNDO_VERBOSE, type UndoFlags, undoPlan, undoTyped } from "./plans/undo.js";

const undo = defineCommand({
  name: "undo",
  summary: "Undo the last change made from this machine, or an earlier one",
  description: [
    "Undoes the latest run in docs history that is not undone yet, or the one with this number: a typed command or an applied plan.",
    "Says first what it will do, and asks; --verbose shows the requests. Things changed since then are skipped and reported (exit 9). If steps cannot be undone,",
    "they are listed and nothing is sent unless you pass --partial.",
  ].join("\n"),
  endpoints: [],
  composite: true,
  args: { number: optionalWord("number in docs history") },
  flags: {
    partial: only("continue even if some steps cannot be undone"),
    confirm: CONFIRM,
    verbose: UNDO_VERBOSE,
    ...REMOVAL_FLAGS,
    ...RECEIPT_FLAGS,
  },
  mayConfirm: true,
  unbounded: true,
  answer: RESULT_FIELDS,
  examples: ["docs undo", "docs undo 41 --dry-run", "docs undo --partial --yes"],
  run: async (context) => {
    const { args, flags, out } = context;
    const recorded =
      args.number === undefined
        ? await findLastRun(context)
        : await findByNumber(context, args.number, "docs undo undoes the last change; docs history lists all");
    const given: UndoFlags = { ...flags, partial: flags.partial === true };
    // A command for hundreds of things names each of them.
    const when = relativeTime(recorded.at, context.now());
    const what = recorded.command ? cut(recorded.command, 100) : recorded.file;
    out.note(`${what}, ${recorded.file === undefined ? "typed" : "applied"} ${when}`);
    if (recorded.file !== undefined) return undoPlan(context, recorded.file, given);
    return undoTyped(context, recorded.number ?? 0, recorded.log ?? "", given);
  },
});

/** @throws Failure not-found */
async function findLastRun({ plans, history }: Context): Promise<RecordedRun> {
  for (const recorded of await history.runs()) {
    const { state } = await readCurrentState(plans, recorded);
    if (state === "undone" || state === "not-done") continue;
    if (state !== "gone") return recorded;
    throw new Failure("not-found", `the last plan no longer exists: ${recorded.file ?? recorded.log}`, {
      hint: "docs history lists the others; docs undo NUMBER undoes one",
    });
  }
  throw new Failure("not-found", "nothing to undo on this machine", { hint: SCRIPTS });
}

export default defineNoun(undo);
