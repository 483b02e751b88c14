/** Flags of commands that run rules. This file loads nothing of the rules, so that help stays fast. */
import { choice, list, number, only, text } from "../../cli/flags.js";
import { REPORTS, SEVERITIES, type Severity, TAGS } from "../../shared/check-severities.js";

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
