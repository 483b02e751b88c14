/** Workflow commands that GitHub shows as annotations. */
import type { Severity } from "../../shared/check-severities.js";
import type { Report, Row } from "../report.js";
import { nameOf, oneLine, type ReportOptions } from "./report-text.js";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

const data = (text: string): string => oneLine(text).replaceAll("%", "%25");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

export function toGithub(report: Report, options: ReportOptions): string {
  return report.rows
    .filter(({ status }) => status !== "pass")
    .map((row) => `${annotation(row, options)}\n`)
    .join("");
}

function annotation(row: Row, { locate }: ReportOptions): string {
  const { status, severity, rule, message, fix } = row;
  const text = `${nameOf(row)}: ${message}`;
  if (status === "skipped") return `::debug::${data(`skipped ${rule}: ${text}`)}`;
  if (status === "not-evaluable") return `::warning title=${property(`not evaluable: ${rule}`)}::${data(text)}`;
  const at = locate?.(row);
  const where = at ? `file=${property(at.file)},line=${at.line},` : "";
  return `::${LEVELS[severity]} ${where}title=${property(rule)}::${data(fix === null ? text : `${text} (${fix})`)}`;
}
