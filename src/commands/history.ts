import { defineCommand, defineNoun, word } from "../cli/command.js";
import { count } from "../shared/wrap.js";
import { findByNumber, readCurrentState, SCRIPTS } from "./plans/history-run.js";
import { readPlan, showPlan, showWould, withReadTargets } from "./plans/shared.js";

const COLUMNS = [
  { header: "No.", path: "number", as: "number" },
  { header: "Time", path: "at", as: "time" },
  { header: "Changed", path: "changes", value: ({ changes }: { changes: string[] }) => summaryOf(changes) },
  { header: "State", path: "state", as: "state" },
  { header: "Undo", path: "undo", as: "state", drop: 1 },
  { header: "Done", path: "done", as: "number", piped: true },
  { header: "Steps", path: "steps", as: "number", piped: true },
  { header: "Command", path: "command", piped: true },
  { header: "Organization", path: "organization", as: "id", piped: true },
  { header: "Service", path: "origin", drop: 2 },
  { header: "File", path: "file", piped: true },
  { header: "ID", path: "id", as: "id", piped: true },
] as const;

const summaryOf = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? first : `${first}, and ${rest.length} more`;

const list = defineCommand({
  name: "list",
  summary: "List the changes made from this machine, newest first",
  description: [
    "Lists typed commands and applied plans: the last 200, of at most 90 days, of all services and organizations. The state is applied, partly, undone,",
    "not-done, unknown (no answer came), or gone if the file of a plan no longer exists. Undo says how well it can be undone: exact, near, approximate, impossible.",
    "Commands in scripts are recorded only after docs config set history always; docs config set history never also turns off typed commands.",
  ].join("\n"),
  endpoints: [],
  answer: [
    "id",
    "at",
    "command",
    "origin",
    "organization",
    "steps",
    "number",
    "log",
    "state",
    "done",
    "undo",
    "changes",
  ],
  examples: ["docs history", "docs history list --json", "docs history list -q '.[0].changes'"],
  run: async ({ plans, history, out }) => {
    const rows = [];
    for (const recorded of await history.runs())
      rows.push({ ...recorded, ...(await readCurrentState(plans, recorded)) });
    if (rows.length === 0) out.note(`no changes are recorded on this machine; ${SCRIPTS}`);
    await out.list(rows, { columns: COLUMNS });
  },
});

const view = defineCommand({
  name: "view",
  summary: "Show what a run changed, step by step, with before and after",
  endpoints: [],
  args: { number: word("number in docs history") },
  answer: [
    "id",
    "maker",
    "command",
    "made",
    "complete",
    "maxRemovals",
    "left",
    "format",
    "origin",
    "organization",
    "steps",
    "totals",
    "cannotUndo",
    "rails",
  ],
  examples: [
    "docs history view 41",
    "docs history view 41 --json -q '.steps[].title'",
    "docs history view 41 -o csv --fields title,undo",
  ],
  run: async (context) => {
    const recorded = await findByNumber(context, context.args.number);
    if (recorded.file !== undefined) {
      return showPlan(context, await withReadTargets(context, await readPlan(context, recorded.file)));
    }
    const { readTypedChange } = await import("../changes/log/plan-log.js");
    const text = (await context.plans.peek(recorded.log ?? "")) ?? "";
    const { plan, lost } = readTypedChange(text, `number ${recorded.number} in the history`);
    await showPlan(context, plan);
    for (const { title, why } of lost) context.out.note(`cannot be undone: ${title}: ${why}`);
  },
});

const clear = defineCommand({
  name: "clear",
  summary: "Clear the history: its changes can no longer be undone from this machine",
  endpoints: [],
  mayConfirm: true,
  examples: ["docs history clear", "docs history clear --yes", "docs history clear --dry-run"],
  run: async (context) => {
    const { history, confirm, out, globals } = context;
    const all = await history.runs();
    if (globals.safety.dryRun) return showWould(context.out, `delete ${count(all.length, "run")} from the history`);
    await confirm(
      () => `Delete ${count(all.length, "run")} from the history? They can no longer be undone from this machine.`,
      "the history is lost",
    );
    out.done(`Deleted ${count(await history.clear(), "run")}`);
  },
});

export default defineNoun(list, view, clear);
