/** Flags of whatever runs rules. Nouns that have a gate load this and no more until it runs. */
import { choice, list, text } from "../../cli/flags.js";
import { REPORTS, SEVERITIES, type Severity, TAGS } from "../../facts/checks.js";

export const LISTED = {
  tag: list({ describe: `only rules with this tag: ${TAGS.join(", ")}`, value: "tag" }),
  severity: choice(SEVERITIES, "only rules of this severity or a higher one"),
};

const CHOSEN = {
  olderThan: text({ describe: "threshold of all rules that have one, like 30d or 8w", value: "time" }),
  config: text({ describe: "a checks file: rules, thresholds, what is ignored", value: "path" }),
};

export const SELECTION = { ...LISTED, ...CHOSEN };

export const REPORT = list({
  describe: `write a report too, several times if need be: ${REPORTS.join(", ")}; - is standard output`,
  value: "format=path",
  whole: true,
});

/** Of the rules of one thing. */
export const gateFlags = (failOn: Severity) => ({
  ...CHOSEN,
  report: REPORT,
  failOn: choice(SEVERITIES, `findings that end with exit code 11 (default ${failOn})`),
});

/** What a gate looks at, by what it is of. */
export const GATE_KINDS = {
  space: ["space", "change-request"],
  "change-request": ["change-request"],
  site: ["site", "section", "site-space", "share-link"],
} as const;

export type Gate = keyof typeof GATE_KINDS;
