import { getSite } from "../catalog/sites.js";
import { getSpace } from "../catalog/spaces.js";
import type { Planner } from "../changes/make/planner.js";
import type { Scope } from "../checks/data-source.js";
import type { Withheld } from "../checks/not-evaluable.js";
import type { Report } from "../checks/report.js";
import type { ConfiguredRule, Finding, FixPlan, Outcome } from "../checks/types.js";
import { defineCommand, defineNoun, word, words } from "../cli/command.js";
import type { Api, CommandOutput, Context } from "../cli/context.js";
import { choice, list as listFlag, only, text } from "../cli/flags.js";
import type { Column } from "../cli/output/types.js";
import { Failure, usage } from "../errors.js";
import { SEVERITIES, type Severity } from "../shared/choices.js";
import { importLazily } from "../shared/import-lazily.js";
import { endsRun } from "../shared/outage-rule.js";
import { didYouMean } from "../shared/text/names.js";
import { count } from "../shared/wrap.js";
import { baseline, noteBaseline, readAccepted } from "./checks/baseline.js";
import { READ } from "./checks/endpoints.js";
import { rulesOf } from "./checks/gate.js";
import { COLUMNS, locator, openOutputs, writeReports } from "./checks/reports.js";
import { conclude, openPast, type RuleChoice, reportOfRun, runAll, show, showCost } from "./checks/run.js";
import {
  CHANGED_SINCE,
  EXPORT_ROOT,
  FINDING_FIELDS,
  type Gate,
  LISTED,
  MAX_WARNINGS,
  REPORT,
  SELECTION,
  SOURCE_ROOT,
  select,
} from "./checks/selection.js";
import { plannerFor, refuseUnplanned, writeOrApplyPlan } from "./plans/write-or-apply.js";

// `checks run --space --site`: restricts a run to one space, one site, or both.

interface RunScope {
  spaceId?: string;
  siteId?: string;
}

const isNarrowed = ({ spaceId, siteId }: RunScope): boolean => spaceId !== undefined || siteId !== undefined;

const gatesOf = ({ spaceId, siteId }: RunScope): Gate[] => [
  ...(spaceId === undefined ? [] : (["space"] as const)),
  ...(siteId === undefined ? [] : (["site"] as const)),
];

/** The rules that check such things. @throws Failure usage for one that is named and checks others */
function narrowRules(rules: readonly ConfiguredRule[], narrowed: RunScope, asked: readonly string[]): ConfiguredRule[] {
  // A pattern may match rules about other things: those are left out.
  const named = asked.filter((text) => !/^!|\*/.test(text));
  const gates = gatesOf(narrowed);
  if (gates.length === 0) return [...rules];
  const own = rulesOf(gates, rules);
  const other = named.find((id) => !own.some(({ rule }) => rule.id === id));
  if (other === undefined) return own;
  throw usage(
    `${other} does not apply to a ${gates.join(" or a ")}`,
    `omit ${gates.map((gate) => `--${gate}`).join(" and ")}`,
  );
}

/** Reads both. @throws Failure not-found; usage for a space of another organization */
async function narrowScope(api: Api, organizationId: string, { spaceId, siteId }: RunScope): Promise<Scope> {
  const [space] = await Promise.all([
    spaceId === undefined ? undefined : api.call(getSpace, { params: { spaceId } }),
    siteId === undefined ? undefined : api.call(getSite, { params: { organizationId, siteId } }),
  ]);
  if (space?.organization && space.organization !== organizationId) {
    throw usage(`space ${spaceId} is in another organization`, `pass --org ${space.organization}`);
  }
  return { space: spaceId, spaceItem: space, site: siteId };
}

// `checks run --plan`: findings that a single request fixes become steps; the plan names the others.

interface FixOptions {
  file: string;
  /** Plan also what removes something, or takes access away. */
  includeRemovals: boolean;
}

/**
 * Writes the plan; nothing is sent.
 * @throws Failure usage: the file exists; refused: a guard; partial: something could not be evaluated, or read
 */
async function planFixes(
  context: Context,
  organization: string,
  outcomes: readonly Outcome[],
  { file, includeRemovals }: FixOptions,
): Promise<void> {
  const planner = await plannerFor(context, organization);
  const left: string[] = [];
  const unknown: string[] = [];
  const risky = new Map<string, number>();
  for (const { rule, days, findings } of outcomes) {
    for (const finding of findings) {
      if (finding.status === "not-evaluable") unknown.push(lineOf(finding));
      if (finding.status !== "fail") continue;
      const risk = finding.fix?.change && (await findRisk(finding.fix.change.endpoint, rule.planned));
      if (risk !== undefined && !includeRemovals) {
        left.push(lineOf(finding, `${rule.planned?.consequence ?? risk}; planned only with --include-removals`));
        risky.set(rule.id, (risky.get(rule.id) ?? 0) + 1);
      } else {
        const withheld = await plan(planner, finding, { rule: rule.id, days: finding.days ?? days });
        if (withheld) (withheld.isUnknown ? unknown : left).push(lineOf(finding, withheld.unplanned));
      }
    }
  }
  await writeOrApplyPlan(context, await planner.finish({ left: [...left, ...unknown], reportOnly: true }), {
    plan: file,
    mayBreak: true,
  });
  noteLeft(context.out, left.length, risky);
  refuseUnplanned(unknown, "finding", "could not be determined");
}

/** Whatever deletes is a removal, even if its rule does not say so. */
async function findRisk(endpoint: string, planned: FixPlan | undefined): Promise<FixPlan["risk"]> {
  const { endpointNamed } = await import("../changes/endpoints.js");
  return planned?.risk ?? (endpointNamed(endpoint).method === "DELETE" ? "removes" : undefined);
}

/** Adds the step. Returns why there is none. @throws Failure that is no matter of this finding */
async function plan(
  planner: Planner,
  { fix }: Finding,
  condition: { rule: string; days: number },
): Promise<Withheld | undefined> {
  const { endpointNamed } = await import("../changes/endpoints.js");
  if (!fix?.change) return { unplanned: "no single request fixes it", ...fix };
  const { endpoint, params, body } = fix.change;
  try {
    // A body is a JSON object of the rule.
    await planner.add({ endpoint: endpointNamed(endpoint), params, ...(body && { body: { ...body } }), condition });
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure) || endsRun(error.kind)) throw error;
    // A request that cannot be planned at all is a mistake in it.
    return { unplanned: error.message, ...(error.kind !== "usage" && { isUnknown: true }) };
  }
}

function noteLeft(out: Context["out"], all: number, risky: ReadonlyMap<string, number>): void {
  const risks = [...risky].map(([rule, times]) => (times === 1 ? rule : `${rule} (${times})`));
  const held = [...risky.values()].reduce((sum, times) => sum + times, 0);
  if (held > 0) {
    out.note(
      `${count(held, "finding")} not planned without --include-removals (removals, or access taken away): ${risks.join(", ")}`,
    );
  }
  if (all > held) out.note(`${count(all - held, "more finding")} not planned: the reasons are in "left" in the plan`);
}

const lineOf = ({ rule, object, message }: Finding, why?: string): string =>
  [`${rule}: ${object?.title ?? object?.id ?? ""}: ${message}`, ...(why === undefined ? [] : [why])]
    .join(": ")
    .slice(0, 2000);

// `checks run --snapshots`: the same rules on several organizations.

const snapshots = importLazily(() => import("../snapshot/engine.js"));

interface OneOnly {
  snapshots?: string[] | undefined;
  baseline?: string | undefined;
  report?: string[] | undefined;
  exportRoot?: string | undefined;
  sourceRoot?: string | undefined;
  plan?: string | undefined;
  changedSince?: string | undefined;
}

/** @throws Failure usage for what is of one organization */
function refuseOneOnly(flags: OneOnly, narrowed: Parameters<typeof isNarrowed>[0]): void {
  if (!flags.snapshots) return;
  const { baseline, report, exportRoot, sourceRoot, plan, changedSince } = flags;
  const given = Object.entries({
    baseline,
    report,
    "export-root": exportRoot,
    "source-root": sourceRoot,
    plan,
    "changed-since": changedSince,
  }).find(([, value]) => value !== undefined);
  const name = isNarrowed(narrowed) ? "space or --site" : given?.[0];
  if (name !== undefined)
    throw usage(`--${name} belongs to one organization: omit --snapshots`, "run it on each snapshot");
}

interface RunRequest {
  named: readonly string[];
  ignore: Parameters<typeof import("../checks/accepted/config.js")["createIgnore"]>[0];
  external: Parameters<typeof runAll>[1]["external"];
  isTimed: boolean | undefined;
  failOn: Severity | undefined;
  maxWarnings: number | undefined;
}

/** One that cannot be read stops no other. @throws Failure findings, partial; that of the only one */
async function checkAll(
  input: Context,
  rules: readonly ConfiguredRule[],
  { named, ignore, external, isTimed, failOn = "error", maxWarnings }: RunRequest,
): Promise<void> {
  const { out, now } = input;
  const { createIgnore } = await import("../checks/accepted/config.js");
  const reports: { report: Report }[] = [];
  const failed: string[] = [];
  for (const file of await snapshots.listFiles(named)) {
    try {
      reports.push(await checkOne(input, file, { rules, external, isTimed, accepted: [createIgnore(ignore, now())] }));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === "canceled") throw error;
      failed.push(`${file}: ${error.message}`);
    }
  }
  const rows = reports.flatMap(({ report }) =>
    report.rows.map((row) => ({ organization: report.organization, ...row })),
  );
  await out.list(rows, { columns: [{ header: "Organization", path: "organization", as: "id" }, ...COLUMNS] });
  await concludeAll(input.out, reports, { failed, failOn, maxWarnings });
}

async function checkOne(input: Context, file: string, wanted: RuleChoice) {
  const past = await input.plans.openWithoutCopy(file);
  try {
    const { organization } = past;
    const settings = { ...input.settings, snapshot: file };
    const ran = await runAll({ ...input, settings }, { ...wanted, organization, client: past.client });
    return { report: await reportOfRun(input.next, organization, ran) };
  } finally {
    past.close();
  }
}

async function concludeAll(
  out: CommandOutput,
  reports: readonly { report: Report }[],
  { failed, failOn, maxWarnings }: { failed: readonly string[]; failOn: Severity; maxWarnings: number | undefined },
): Promise<void> {
  for (const line of failed) out.complain(`failed: ${line}`);
  const [first] = reports;
  if (!first) throw new Failure("partial", "no snapshot could be checked", { details: { failed } });
  const names = Object.keys(first.report.counts) as (keyof Report["counts"])[]; // The names of its own members.
  const counts = { ...first.report.counts };
  for (const name of names) counts[name] = reports.reduce((sum, { report }) => sum + report.counts[name], 0);
  await conclude(
    out,
    { ...first.report, counts, rows: reports.flatMap(({ report }) => report.rows) },
    failOn,
    maxWarnings,
  );
  if (failed.length > 0) throw new Failure("partial", `${failed.length} could not be checked`, { details: { failed } });
}

const run = defineCommand({
  name: "run",
  summary: "Find problems in an organization",
  description: [
    "Runs all rules, or the named ones. Failures are shown by rule, with what to do about them; JSON and CSV have a row for each.",
    "A rule passes only if everything that it needs could be read; otherwise it is not-evaluable.",
    "--space and --site restrict it to one space, one site or both, with their content; the profile's defaults do not.",
    "--dry-run lists the requests of each rule. Lists are read once for all rules, with at most four requests at once.",
    "--plan omits fixes that remove something or take away access, unless you pass --include-removals. docs plans apply checks each reason again.",
    "A checks file turns rules on and off; it is read only if --config names it. See docs help checks-file.",
    "--external also requests the links to other servers, after printing how many URLs there are.",
    "--snapshots checks several snapshots, or all *.docs in a folder, with the organization of each finding.",
    "Exit codes: 11 with findings at or above --fail-on, else 9 if something could not be evaluated, else 0.",
  ].join("\n"),
  endpoints: [],
  uses: READ,
  composite: true,
  within: ["org"],
  optionalContexts: ["space", "site"],
  acrossFlag: "snapshots",
  args: { rules: words("rules to run, or patterns such as links-* and !cr-*; default: all that are on") },
  flags: {
    ...SELECTION,
    snapshots: listFlag({
      describe: "check these snapshots, or all snapshots in a folder",
      value: "file",
    }),
    changedSince: CHANGED_SINCE,
    baseline: text({ describe: "accepted findings: a file made by docs checks baseline", value: "path" }),
    report: REPORT,
    exportRoot: EXPORT_ROOT,
    sourceRoot: SOURCE_ROOT,
    failOn: choice(SEVERITIES, "findings that end with exit code 11 (default error)"),
    maxWarnings: MAX_WARNINGS,
    timing: only("print the time of each rule and each kind of request to standard error"),
    plan: text({ describe: "write a plan that fixes the findings that take one request", value: "path" }),
    includeRemovals: only("with --plan: also plan fixes that remove something or take away access"),
  },
  unbounded: true,
  readsInDryRun: true,
  answer: FINDING_FIELDS,
  examples: [
    "docs checks run",
    "docs checks run links-broken --json",
    "docs checks run 'links-*' '!links-in-app' --max-warnings 10",
    "docs checks run --space guide --site help-center",
    "docs checks run --tag content --fail-on warning --report junit=checks.xml",
    "docs checks run --external --config checks.yaml",
    "docs checks run --changed-since org.docs@-1",
    "docs checks run links-broken --report github=- --export-root ./halden",
    "docs checks run --snapshots ./snapshots -o csv",
  ],
  run: async (input) => {
    const { args, flags, scope, files, out, settings } = input;
    refuseOneOnly(flags, input.optionalParams);
    if (flags.includeRemovals && flags.plan === undefined) throw usage("--include-removals needs --plan");
    const config = flags.config ?? settings.checks;
    const one = isNarrowed(input.optionalParams);
    const { rules: chosen, file, external } = await select(files, { ...flags, config, ids: args.rules, one });
    const rules = narrowRules(chosen, input.optionalParams, args.rules);
    if (input.globals.safety.dryRun && input.flags.plan === undefined) return showCost(input.out, rules);
    if (flags.snapshots)
      return checkAll(input, rules, {
        named: flags.snapshots,
        ignore: file.ignore,
        external,
        isTimed: flags.timing,
        failOn: flags.failOn ?? file.failOn,
        maxWarnings: flags.maxWarnings,
      });
    const organization = scope.organizationId;
    const narrow = await narrowScope(input.api, organization, input.optionalParams);
    const locate = await locator(input.api, flags, organization);
    const [outputs, { entries, accepted, changesOf }] = await Promise.all([
      openOutputs(input, flags.report),
      readAccepted(input, file.ignore, flags.baseline),
    ]);
    const past = await openPast(input, flags.changedSince, organization);
    const how = { scope: narrow, isTimed: flags.timing };
    const ran = await runAll(input, { organization, rules, accepted, external, past, ...how });
    const report = await reportOfRun(input.next, organization, ran);
    const taken = await writeReports(input, outputs, report, locate);
    if (flags.plan !== undefined) {
      return planFixes(input, organization, ran.outcomes, {
        file: flags.plan,
        includeRemovals: flags.includeRemovals === true,
      });
    }
    const followed = {
      rules: args.rules,
      hasBaseline: entries.length > 0,
      isSnapshot: settings.snapshot !== undefined,
    };
    if (!taken) await show(input, report, one ? undefined : followed);
    const { fixed, wider } = changesOf(ran.outcomes);
    // A restricted run does not see the others.
    noteBaseline(input, flags.baseline ?? "", { fixed: one ? 0 : fixed, wider });
    await conclude(out, report, flags.failOn ?? file.failOn ?? "error", flags.maxWarnings);
  },
});

const RULE_COLUMNS = [
  { header: "Rule", path: "id", as: "id" },
  { header: "Severity", path: "severity", as: "state" },
  { header: "Tag", path: "tag" },
  { header: "Summary", path: "summary", below: true },
  { header: "On", path: "on", as: "boolean" },
] as const satisfies readonly Column[];

/** Members of a rule in JSON. */
const RULE_FIELDS: readonly string[] = [
  ...["id", "severity", "tag", "summary", "why", "of", "days", "requests", "fix", "planned", "example", "on", "off"],
];

const list = defineCommand({
  name: "list",
  summary: "List the rules",
  endpoints: [],
  flags: LISTED,
  answer: RULE_FIELDS,
  examples: ["docs checks list", "docs checks list --tag sites", "docs checks list --json"],
  run: async ({ flags, files, out }) => {
    const { infoOf } = await import("../checks/cost.js");
    const { rules } = await select(files, flags);
    await out.list(
      rules.map(({ rule }) => infoOf(rule)),
      { columns: RULE_COLUMNS, empty: "no such rules" },
    );
  },
});

const view = defineCommand({
  name: "view",
  aliases: ["explain"],
  summary: "Show a rule: what it checks, why it matters, what it reads",
  endpoints: [],
  args: { rule: word("a rule") },
  answer: RULE_FIELDS,
  examples: ["docs checks view links-broken", "docs checks view cr-stale --json", "docs checks view cr-stale -q .why"],
  run: async ({ args, out }) => {
    const { RULES, ruleNamed } = await import("../checks/rules/index.js");
    const { infoOf } = await import("../checks/cost.js");
    const rule = ruleNamed(args.rule);
    if (!rule) {
      const ids = RULES.map(({ id }) => id);
      const hint = didYouMean(args.rule, ids, "to list them: docs checks list");
      throw usage(`there is no rule ${JSON.stringify(args.rule)}`, hint);
    }
    await out.item(infoOf(rule), {
      columns: [
        { header: "Rule", path: "id", as: "id" },
        { header: "Summary", path: "summary" },
        { header: "Why", path: "why" },
        { header: "Severity", path: "severity", as: "state" },
        { header: "Tag", path: "tag" },
        { header: "Checks", path: "of" },
        { header: "Threshold (days)", path: "days", as: "number" },
        { header: "Requests", path: "requests" },
        { header: "Fix", path: "fix" },
        { header: "By plan", path: "planned.consequence" },
        { header: "Only if", path: "planned.condition" },
        { header: "Risk", path: "planned.risk" },
        { header: "Example", path: "example" },
        { header: "On", path: "on", as: "boolean" },
        { header: "Why not", path: "off" },
      ],
    });
  },
});

export default defineNoun(run, list, view, baseline);
