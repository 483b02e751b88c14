/** Selects rules by flags and a checks file. */
import type { ChecksFile } from "../../checks/accepted/config.js";
import type { ConfiguredRule } from "../../checks/types.js";
import type { Files } from "../../cli/context.js";
import { choice, list, number, only, text } from "../../cli/flags.js";
import { usage } from "../../errors.js";
import { REPORTS, SEVERITIES, type Severity, TAGS } from "../../shared/choices.js";

// Flags of commands that run rules. This file loads nothing of the rules, so that help stays fast.

export const LISTED = {
  tag: list({ describe: `only rules with this tag: ${TAGS.join(", ")}`, value: "tag" }),
  severity: choice(SEVERITIES, "only rules of this severity or a higher one"),
};

const CHOSEN = {
  olderThan: text({ describe: "the threshold of all rules that have one, like 30d or 8w", value: "time" }),
  config: text({ describe: "a checks file: rules, thresholds, what to ignore", value: "path" }),
};

/** Members of a row in JSON. */
export const FINDING_FIELDS: readonly string[] = [
  ...["rule", "status", "severity", "tag", "object", "within", "message", "since", "fingerprint", "place", "fix"],
];

/** Links to other servers. */
export const EXTERNAL = {
  external: only("also check links to other servers"),
  allowHost: list({ describe: "with --external: a host that may be on this machine or network", value: "host" }),
};

export const SELECTION = { ...LISTED, ...CHOSEN, ...EXTERNAL };

export const REPORT = list({
  describe: `also write a report (repeatable): ${REPORTS.join(", ")}; - is standard output`,
  value: "format=path",
  whole: true,
});

export const EXPORT_ROOT = text({
  describe: "folder of an exported snapshot: sarif, github and markdown reports name its files and lines",
  value: "folder",
});

export const SOURCE_ROOT = text({
  describe: "folder of the Markdown that pages come from (import or Git Sync): these reports name its files and lines",
  value: "folder",
});

export const CHANGED_SINCE = text({
  describe: "only findings about what has changed since this snapshot or generation, such as org.docs@-1",
  value: "snapshot",
});

export const MAX_WARNINGS = number("exit 11 if there are more warnings than this", { min: 0 });

/** Flags of commands that check one thing. */
export const gateFlags = (failOn: Severity) => ({
  ...CHOSEN,
  report: REPORT,
  exportRoot: EXPORT_ROOT,
  maxWarnings: MAX_WARNINGS,
  failOn: choice(SEVERITIES, `exit 11 for findings of this severity or a higher one (default ${failOn})`),
});

/** The kinds of things that a gate checks. */
export const GATE_KINDS = {
  space: ["space", "change-request"],
  "change-request": ["change-request"],
  site: ["site", "section", "site-space", "share-link"],
} as const;

export type Gate = keyof typeof GATE_KINDS;

interface RuleSelection {
  rules: ConfiguredRule[];
  file: ChecksFile;
  external: ExternalSettings;
}

/** How other servers are asked. */
export type ExternalSettings = NonNullable<ChecksFile["external"]> & { allowHosts: readonly string[] };

/** Rules that --external turns on. */
const EXTERNAL_RULES = ["link-external-broken", "link-external-moved"];

interface SelectionOptions {
  ids?: readonly string[];
  tag?: string[];
  severity?: Severity;
  olderThan?: string;
  config?: string;
  external?: boolean;
  changedSince?: string;
  allowHost?: string[];
  /** Only one space, site or change request is checked. */
  one?: boolean;
}

/** @throws Failure usage */
export async function select(files: Files, asked: SelectionOptions): Promise<RuleSelection> {
  const { ids, tag, severity, olderThan, config, one, external, changedSince, allowHost = [] } = asked;
  const [{ RULES, RULES_OF_CHANGES }, { chooseRules, daysOf }] = await Promise.all([
    import("../../checks/rules/index.js"),
    import("../../checks/choose.js"),
  ]);
  const file = config === undefined ? { rules: {}, ignore: [] } : await readChecksFile(files, config, RULES);
  const days = olderThan === undefined ? undefined : daysOf(olderThan);
  const on = (of: readonly string[]) => Object.fromEntries(of.map((id) => [id, { ...file.rules[id], on: true }]));
  const changes = RULES_OF_CHANGES.filter((id) => file.rules[id]?.on !== false);
  const settings = {
    ...file.rules,
    ...(external && on(EXTERNAL_RULES)),
    ...(changedSince !== undefined && on(changes)),
  };
  const rules = chooseRules(RULES, { ids, tags: tag, severity, days, one, settings });
  if (allowHost.length > 0 && !rules.some(({ rule, skipped }) => EXTERNAL_RULES.includes(rule.id) && !skipped)) {
    throw usage("--allow-host needs --external");
  }
  return { rules, file, external: { exclude: [], accept: [], ...file.external, allowHosts: allowHost } };
}

async function readChecksFile(files: Files, path: string, rules: readonly { id: string }[]): Promise<ChecksFile> {
  const { parseChecksFile } = await import("../../checks/accepted/config.js");
  return parseChecksFile(
    await files.document(path),
    path,
    rules.map(({ id }) => id),
  );
}
