/** `docs orgs overview`: shows figures and findings, read along with the checks. */
import type { Overview } from "../../checks/overview.js";
import type { Context } from "../../cli/context.js";
import type { Column } from "../../cli/output/types.js";
import { Failure, usage } from "../../errors.js";
import { runAll, showCost } from "../checks/run.js";
import { chartsOf, figuresOf, GENERATOR } from "./charts.js";
import { screenOf } from "./screen.js";
import { dayOf, type OverviewWithTrends } from "./trends.js";

const COLUMNS = [
  { header: "Part", path: "part" },
  { header: "Name", path: "name" },
  { header: "Value", path: "value", as: "number" },
] as const satisfies readonly Column[];

interface OverviewFlags {
  html?: string | undefined;
  markdown?: boolean | undefined;
  since?: string | undefined;
  for?: "everyone" | "admin" | undefined;
}

/** @throws Failure partial if parts could not be read, usage */
export async function showOverview(
  input: Context,
  organization: string,
  { html, markdown, since, for: reader }: OverviewFlags,
): Promise<void> {
  const { out, globals, now } = input;
  if (reader !== undefined && html === undefined) throw usage("--for needs --html");
  if (markdown && html !== undefined) throw usage("--markdown and --html cannot be used together");
  const [{ RULES }, { chooseRules }, { readOverview }] = await Promise.all([
    import("../../checks/rules/index.js"),
    import("../../checks/choose.js"),
    import("../../checks/overview.js"),
  ]);
  const rules = chooseRules(RULES, {});
  if (globals.safety.dryRun) return showCost(input, rules);
  const trends = await trendsSince(input, since);
  const write = html === undefined ? undefined : await input.files.output(html, isPage);
  let state: OverviewWithTrends | undefined;
  await runAll(input, {
    organization,
    rules,
    after: async (facts, outcomes) => {
      state = { ...(await readOverview(facts, outcomes, now())), ...(trends && { trends }) };
    },
  });
  if (!state) return;
  if (html !== undefined && write) await writePage(input, state, { file: html, write, commands: reader === "admin" });
  else if (markdown) {
    const { markdownOf } = await import("./markdown.js");
    await out.text(markdownOf(state));
  } else if (["json", "jsonl", "yaml"].includes(out.format)) await out.item(state);
  else if (out.format === "table" && globals.output.fields === undefined) {
    const shown = state;
    await out.screen((view) => screenOf(shown, { ...view, now: now() }));
  } else await out.list(rowsOf(state), { columns: COLUMNS });
  refuseGaps(state);
}

/** @throws Failure usage without a snapshot, and for what is no time */
async function trendsSince({ settings: { snapshot }, snapshots, now }: Context, since: string | undefined) {
  if (since === undefined) return undefined;
  if (snapshot === undefined) throw usage("--since compares the generations of a snapshot", "add --snapshot FILE");
  return snapshots.trends(snapshot, { since, now: now() });
}

/** Refuses to replace any other file, before anything is read. */
const isPage = (text: string): boolean => text.startsWith("<!doctype html>") && text.includes(GENERATOR);

interface PageWanted {
  file: string;
  write: (text: string) => void;
  commands: boolean;
}

async function writePage({ out, settings }: Context, state: OverviewWithTrends, { file, write, commands }: PageWanted) {
  const { pageOf } = await import("./html.js");
  const service = settings.sandbox ? "the sandbox" : (settings.snapshot ?? settings.baseUrl ?? "");
  write(pageOf(state, { service, commands }));
  const columns = [{ header: "File", path: "file" }] as const;
  await out.result({ file, organization: state.organization }, { columns, done: `Wrote ${file}` });
}

/** A row for each number; empty if it could not be read. */
const rowsOf = (state: OverviewWithTrends) => [
  ...figuresOf(state).map(({ name, value }) => ({ part: "Figures", name, value })),
  ...chartsOf(state).flatMap(({ title, bars }) =>
    bars === null ? [] : bars.map(({ label, value }) => ({ part: title, name: label, value })),
  ),
  ...(state.trends?.trends ?? []).map(({ figure, change }) => ({
    part: `Since ${dayOf(state.trends?.from ?? "")}`,
    name: figure,
    value: change,
  })),
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
