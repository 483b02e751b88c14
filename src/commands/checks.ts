import { defineCommand, defineNoun, word, words } from "../cli/command.js";
import { choice, list as listFlag, only, text } from "../cli/flags.js";
import type { Column } from "../cli/output/types.js";
import { usage } from "../errors.js";
import { SEVERITIES } from "../shared/check-severities.js";
import { didYouMean } from "../shared/text/closest-word.js";
import { baseline, noteBaseline, readAccepted } from "./checks/baseline.js";
import { openPast } from "./checks/changed-since.js";
import { READ } from "./checks/endpoints.js";
import {
  CHANGED_SINCE,
  EXPORT_ROOT,
  FINDING_FIELDS,
  LISTED,
  MAX_WARNINGS,
  REPORT,
  SELECTION,
  SOURCE_ROOT,
} from "./checks/flags.js";
import { isNarrowed, narrowRules, narrowScope } from "./checks/narrow.js";
import { planFixes } from "./checks/plan.js";
import { locator, outputsOf, writeReports } from "./checks/reports.js";
import { conclude, reportOfRun, runAll, show, showCost } from "./checks/run.js";
import { select } from "./checks/selection.js";
import { checkAll, refuseOneOnly } from "./checks/several-files.js";

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
    "--external also requests the links to other servers, after printing how many addresses there are.",
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
    if (input.globals.safety.dryRun && input.flags.plan === undefined) return showCost(input, rules);
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
    const narrow = await narrowScope(input, organization, input.optionalParams);
    const locate = await locator(input, flags, organization);
    const [outputs, { entries, accepted, changesOf }] = await Promise.all([
      outputsOf(input, flags.report),
      readAccepted(input, file.ignore, flags.baseline),
    ]);
    const past = await openPast(input, flags.changedSince, organization);
    const how = { scope: narrow, isTimed: flags.timing };
    const ran = await runAll(input, { organization, rules, accepted, external, past, ...how });
    const report = await reportOfRun(input, organization, ran);
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
  { header: "Summary", path: "summary" },
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
