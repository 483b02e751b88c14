/** `docs orgs overview`: shows figures and findings, read along with the checks. */
import type { Overview } from "../../checks/overview.js";
import type { Context } from "../../cli/context.js";
import type { Column } from "../../cli/output/types.js";
import { Failure } from "../../errors.js";
import { runAll, showCost } from "../checks/run.js";
import { chartsOf, figuresOf, GENERATOR } from "./charts.js";
import { screenOf } from "./screen.js";

const COLUMNS = [
  { header: "Part", path: "part" },
  { header: "Name", path: "name" },
  { header: "Value", path: "value", as: "number" },
] as const satisfies readonly Column[];

/** @throws Failure partial if parts could not be read, usage */
export async function showOverview(input: Context, organization: string, { html }: { html?: string }): Promise<void> {
  const { out, globals, now } = input;
  const [{ RULES }, { chooseRules }, { readOverview }] = await Promise.all([
    import("../../checks/rules/index.js"),
    import("../../checks/choose.js"),
    import("../../checks/overview.js"),
  ]);
  const rules = chooseRules(RULES, {});
  if (globals.safety.dryRun) return showCost(input, rules);
  const write = html === undefined ? undefined : await input.files.output(html, isPage);
  let state: Overview | undefined;
  await runAll(input, {
    organization,
    rules,
    after: async (facts, outcomes) => {
      state = await readOverview(facts, outcomes, now());
    },
  });
  if (!state) return;
  if (html !== undefined && write) await writePage(input, state, { file: html, write });
  else if (["json", "jsonl", "yaml"].includes(out.format)) await out.item(state);
  else if (out.format === "table" && globals.output.fields === undefined) {
    const shown = state;
    await out.screen((view) => screenOf(shown, { ...view, now: now() }));
  } else await out.list(rowsOf(state), { columns: COLUMNS });
  refuseGaps(state);
}

/** Refuses to replace any other file, before anything is read. */
const isPage = (text: string): boolean => text.startsWith("<!doctype html>") && text.includes(GENERATOR);

interface PageWanted {
  file: string;
  write: (text: string) => void;
}

async function writePage({ out, settings }: Context, state: Overview, { file, write }: PageWanted) {
  const { pageOf } = await import("./html.js");
  const service = settings.sandbox ? "the sandbox" : (settings.snapshot ?? settings.baseUrl ?? "");
  write(pageOf(state, service));
  const columns = [{ header: "File", path: "file" }] as const;
  await out.result({ file, organization: state.organization }, { columns, done: `Wrote ${file}` });
}

/** A row for each number; empty if it could not be read. */
const rowsOf = (state: Overview) => [
  ...figuresOf(state).map(({ name, value }) => ({ part: "Figures", name, value })),
  ...chartsOf(state).flatMap(({ title, bars }) =>
    bars === null ? [] : bars.map(({ label, value }) => ({ part: title, name: label, value })),
  ),
];

function refuseGaps({ unread, findings }: Overview): void {
  const blind = findings?.notEvaluable ?? 0;
  const lines = unread.map(({ part, reason }) => `${part}: ${reason}`);
  if (lines.length === 0 && blind === 0) return;
  const checks =
    blind === 0 ? [] : [`${blind} ${blind === 1 ? "check" : "checks"} could not be evaluated: docs checks run`];
  throw new Failure("partial", ["not everything could be read", ...lines, ...checks], {
    details: { unread },
  });
}
