/** SARIF 2.1.0. Findings have logical locations, plus files and lines if an export is at hand. */
import type { Severity } from "../../shared/check-severities.js";
import type { Report, Row } from "../report.js";
import type { AnyRule } from "../types.js";
import { nameOf, oneLine, type ReportOptions, visible } from "./report-text.js";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** Escapes brackets, which would make links. */
const plain = (text: string): string => oneLine(text).replace(/[\\[\]]/g, (sign) => `\\${sign}`);

export function toSarif(report: Report, options: ReportOptions): string {
  const ids = report.rules.map(({ id }) => id);
  const index = (row: Row) => ({ ruleId: row.rule, ruleIndex: ids.indexOf(row.rule) });
  const found = report.rows.filter((row) => row.status === "fail" || (row.status === "skipped" && row.object));
  const unknown = report.rows.filter(({ status }) => status === "not-evaluable");
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
            toolExecutionNotifications: unknown.map((row) => ({
              level: "warning",
              message: { text: plain(`${nameOf(row)}: ${row.message}`) },
              associatedRule: { id: row.rule, index: ids.indexOf(row.rule) },
            })),
          },
        ],
        results: found.map((row) => ({ ...index(row), ...resultOf(row, options) })),
        properties: { counts: report.counts },
      },
    ],
  };
  return `${visible(JSON.stringify(log, null, 1))}\n`;
}

/** Rules that passed or did not run have no results: their state is a property of the rule. */
function describe({ id, summary, why, severity, tag, fix }: AnyRule, { rows }: Report) {
  const states = new Set(rows.filter(({ rule }) => rule === id).map(({ status }) => status));
  return {
    id,
    shortDescription: { text: plain(summary) },
    fullDescription: { text: plain(why) },
    help: { text: plain(fix) },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: [tag], states: [...states] },
  };
}

function resultOf(row: Row, { locate }: ReportOptions) {
  const { object, severity, message, fingerprint, status, since, fix } = row;
  const at = locate(row);
  return {
    level: LEVELS[severity],
    message: { text: plain(`${nameOf(row)}: ${message}`) },
    locations: [
      {
        logicalLocations: [
          {
            name: oneLine(object?.title ?? ""),
            fullyQualifiedName: [row.within, object].flatMap((one) => (one ? [`${one.kind}/${one.id}`] : [])).join("/"),
            kind: "resource",
          },
        ],
        ...(at && {
          physicalLocation: {
            artifactLocation: { uri: at.file.split("/").map(encodeURIComponent).join("/") },
            region: { startLine: at.line },
          },
        }),
      },
    ],
    ...(fingerprint !== null && { partialFingerprints: { "docsCheck/v1": fingerprint } }),
    ...(status === "skipped" && { suppressions: [{ kind: "external", justification: plain(message) }] }),
    properties: {
      ...(since !== null && { since }),
      ...(fix !== null && { fix }),
      ...(object?.url && { url: object.url }),
    },
  };
}
