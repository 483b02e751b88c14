/**
 * SARIF 2.1.0. With an export, each result has a file and a line, because code scanning refuses a whole file for one result
 * without; what is in no file of the export is a notification. Without an export, results have no locations.
 */
import type { Severity } from "../../shared/check-severities.js";
import type { Report, Row } from "../report.js";
import type { AnyRule } from "../types.js";
import { escapeHostile, type FileLine, nameOf, oneLine, type ReportOptions } from "./report-text.js";

/** Code scanning refuses a file with more. Failures come first, the most severe before others. */
const MOST_RESULTS = 25_000;

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Escapes brackets, which would make links. */
const escapeBrackets = (text: string): string => oneLine(text).replace(/[\\[\]]/g, (sign) => `\\${sign}`);

export function toSarif(report: Report, options: ReportOptions): string {
  const ids = report.rules.map(({ id }) => id);
  const index = (row: Row) => ({ ruleId: row.rule, ruleIndex: ids.indexOf(row.rule) });
  const found = report.rows.filter(
    (row) => row.status === "fail" || (row.status === "skipped" && row.fingerprint !== null),
  );
  const located = found.map((row) => ({ row, at: options.locate?.(row) }));
  const all = options.locate ? located.filter(({ at }) => at !== undefined) : located;
  const elsewhere = located.filter(({ row, at }) => options.locate && !at && row.status === "fail");
  const notices = [
    ...report.rows.filter(({ status }) => status === "not-evaluable"),
    ...elsewhere.map(({ row }) => row),
  ];
  const left = all.length - MOST_RESULTS;
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "docs", version: options.version, rules: report.rules.map((rule) => describe(rule, report)) },
        },
        automationDetails: { id: `docs checks/${report.organization}/` },
        invocations: [
          {
            executionSuccessful: true,
            endTimeUtc: report.at,
            toolExecutionNotifications: [
              ...(left > 0 ? [{ level: "error", message: { text: `${left} more results are omitted` } }] : []),
              ...notices.map((row) => ({
                level: row.status === "fail" ? LEVELS[row.severity] : "warning",
                message: { text: escapeBrackets(`${nameOf(row)}: ${row.message}`) },
                associatedRule: { id: row.rule, index: ids.indexOf(row.rule) },
              })),
            ],
          },
        ],
        results: all.slice(0, MOST_RESULTS).map(({ row, at }) => ({ ...index(row), ...resultOf(row, at) })),
        properties: { counts: report.counts },
      },
    ],
  };
  return `${escapeHostile(JSON.stringify(log, null, 1))}\n`;
}

/** Rules that passed or did not run have no results: their state is a property of the rule. */
function describe({ id, summary, why, severity, tag, fix }: AnyRule, { rows }: Report) {
  const states = new Set(rows.filter(({ rule }) => rule === id).map(({ status }) => status));
  return {
    id,
    shortDescription: { text: escapeBrackets(summary) },
    fullDescription: { text: escapeBrackets(why) },
    help: { text: escapeBrackets(fix) },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: [tag], states: [...states] },
  };
}

function resultOf(row: Row, at: FileLine | undefined) {
  const { object, severity, message, fingerprint, status, since, fix } = row;
  return {
    level: LEVELS[severity],
    message: { text: escapeBrackets(`${nameOf(row)}: ${message}`) },
    ...(at && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: at.file.split("/").map(encodeURIComponent).join("/") },
            region: { startLine: at.line },
          },
        },
      ],
    }),
    ...(fingerprint !== null && { partialFingerprints: { "docsCheck/v1": fingerprint } }),
    ...(status === "skipped" && { suppressions: [{ kind: "external", justification: escapeBrackets(message) }] }),
    properties: {
      object: [row.within, object].flatMap((one) => (one ? [`${one.kind}/${one.id}`] : [])).join("/"),
      ...(since !== null && { since }),
      ...(fix !== null && { fix }),
      ...(object?.url && { url: object.url }),
    },
  };
}
