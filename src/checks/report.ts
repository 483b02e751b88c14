/** The result of a run, as the rows that every format shows. */
import { SEVERITIES, type Severity } from "../shared/choices.js";
import { isAtLeast } from "./choose.js";
import type { AnyRule, Finding, Fix, Outcome, Status } from "./types.js";

/** A finding, a thing that could not be evaluated, or a rule that passed or was skipped. */
export interface Row extends Omit<Finding, "fix" | "undecided" | "formerly" | "moved" | "params" | "days"> {
  /** A command to paste. */
  fix: string | null;
}

/** `ignored`: findings among what is skipped. */
type Counts = Readonly<Record<Status | Severity | "ignored", number>>;

export interface Report {
  organization: string;
  /** ISO 8601: the time of the data. */
  at: string;
  rules: readonly AnyRule[];
  /** Failures first, by severity; then not evaluable, skipped and passed. */
  rows: readonly Row[];
  counts: Counts;
}

const ORDER: readonly Status[] = ["fail", "not-evaluable", "skipped", "pass"];

interface ReportFacts {
  organization: string;
  at: string;
  /** Turns a fix into a command to paste. */
  commandOf: (fix: Fix) => string;
}

export function reportOf(outcomes: readonly Outcome[], { organization, at, commandOf }: ReportFacts): Report {
  const rows = outcomes
    .flatMap((outcome) => [...outcome.findings, ...ruleRow(outcome)])
    .map((one) => rowOf(one, commandOf));
  const rank = ({ status, severity }: Row) => ORDER.indexOf(status) * 10 + SEVERITIES.indexOf(severity);
  const sorted = [...rows].sort((one, other) => rank(one) - rank(other));
  return { organization, at, rules: outcomes.map(({ rule }) => rule), rows: sorted, counts: countsOf(rows) };
}

/** The row of a rule without findings: that it passed, or why it did not run. */
function ruleRow({ rule, severity, status, looked, skipped, findings }: Outcome): Finding[] {
  if (findings.some((one) => one.status === "fail" || one.status === "not-evaluable")) return [];
  if (status === "skipped" && skipped === undefined) return [];
  const message = skipped ?? `${looked} checked`;
  const none = { object: null, within: null, since: null, fix: null, fingerprint: null, place: null };
  return [{ rule: rule.id, status, severity, tag: rule.tag, message, ...none }];
}

/** One literal, as V8 gives each object that is spread a shape of its own. */
const rowOf = (finding: Finding, commandOf: (fix: Fix) => string): Row => ({
  rule: finding.rule,
  status: finding.status,
  severity: finding.severity,
  tag: finding.tag,
  object: finding.object,
  within: finding.within,
  message: finding.message,
  since: finding.since,
  fingerprint: finding.fingerprint,
  place: finding.place,
  fix: finding.fix === null ? null : commandOf(finding.fix),
});

function countsOf(rows: readonly Row[]): Counts {
  const of = (wanted: Status) => rows.filter(({ status }) => status === wanted);
  const failed = (wanted: Severity) => of("fail").filter(({ severity }) => severity === wanted).length;
  return {
    fail: of("fail").length,
    pass: of("pass").length,
    skipped: of("skipped").length,
    ignored: of("skipped").filter(({ fingerprint }) => fingerprint !== null).length,
    "not-evaluable": of("not-evaluable").length,
    error: failed("error"),
    warning: failed("warning"),
    info: failed("info"),
  };
}

/** Findings that fail the run: exit code 11. */
export const failuresAt = ({ rows }: Report, least: Severity): Row[] =>
  rows.filter(({ status, severity }) => status === "fail" && isAtLeast(severity, least));

/** "2 errors, 1 warning". */
export function severityWords(counts: Pick<Counts, Severity>): string {
  const plural = { error: "errors", warning: "warnings", info: "infos" } as const;
  const words = SEVERITIES.flatMap((severity) => {
    const count = counts[severity];
    return count === 0 ? [] : [`${count} ${count === 1 ? severity : plural[severity]}`];
  });
  return words.length === 0 ? "no findings" : words.join(", ");
}
