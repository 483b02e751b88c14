/** JUnit XML: a suite for each tag, a case for each finding, and one for each rule that found nothing. */
import { TAGS } from "../../shared/check-severities.js";
import type { Report, Row } from "../report.js";
import { escapeHostile, nameOf, oneLine } from "./report-text.js";

const SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text; XML allows no control characters, not even as references. */
const xml = (text: string): string =>
  escapeHostile(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

export function toJunit(report: Report): string {
  const suites = TAGS.flatMap((tag) => {
    const rows = report.rows.filter((row) => row.tag === tag);
    return rows.length === 0 ? [] : [suite(tag, rows, report.at)];
  });
  const { fail, skipped, "not-evaluable": errors } = report.counts;
  const totals = `tests="${report.rows.length}" failures="${fail}" errors="${errors}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docs checks" ${totals} time="0">`,
    ...suites,
    "</testsuites>\n",
  ].join("\n");
}

function suite(tag: string, rows: readonly Row[], at: string): string {
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const totals = `tests="${rows.length}" failures="${count("fail")}" errors="${count("not-evaluable")}" skipped="${count("skipped")}"`;
  return [
    `  <testsuite name="${tag}" ${totals} time="0" timestamp="${at.slice(0, 19)}">`,
    ...rows.map((row) => testCase(tag, row)),
    "  </testsuite>",
  ].join("\n");
}

function testCase(tag: string, row: Row): string {
  const id = row.object ? ` (${row.object.id}${row.place?.text ? ` ${row.place.text}` : ""})` : "";
  const name = row.object ? `${row.rule}: ${nameOf(row)}${id}` : row.rule;
  const start = `    <testcase classname="${tag}.${row.rule}" name="${xml(oneLine(name))}" time="0"`;
  const inside = outcome(row);
  return inside === "" ? `${start}/>` : `${start}>${inside}</testcase>`;
}

function outcome({ status, severity, message, fix }: Row): string {
  const text = xml(oneLine(message));
  if (status === "pass") return "";
  if (status === "skipped") return `<skipped message="${text}"/>`;
  if (status === "not-evaluable") return `<error type="not-evaluable" message="${text}"/>`;
  return `<failure type="${severity}" message="${text}">${xml(oneLine(fix ?? message))}</failure>`;
}
