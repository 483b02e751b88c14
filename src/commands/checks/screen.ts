/** `docs checks run` for people: what fails, by rule, with what to do under it; then what is not known. */
import type { Report, Row } from "../../checks/report.js";
import { sanitizeLine } from "../../cli/output/text/sanitize.js";
import { relativeTime } from "../../cli/output/text/time.js";
import { cut } from "../../cli/output/text/width.js";
import type { Paint, Style } from "../../cli/output/types.js";

/** Findings of one rule that are shown; the heading tells how many there are. */
const MOST_ROWS = 20;

const STYLES: Readonly<Record<string, Style>> = { error: "red", warning: "yellow", info: "cyan" };

interface View {
  width: number;
  /** Milliseconds since the epoch. */
  now: number;
  paint: Paint;
}

export function screenOf(report: Report, view: View): string {
  const failing = groups(report.rows.filter(({ status }) => status === "fail"));
  const unknown = groups(report.rows.filter(({ status }) => status === "not-evaluable"));
  const parts = [
    ...failing.map((rows) => ruleLines(rows, report, view)),
    ...unknown.map((rows) => unknownLines(rows, view)),
  ];
  return parts.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** In the order in which rules come first. */
const groups = (rows: readonly Row[]): Row[][] => grouped(rows, ({ rule }) => rule);

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const byKey = new Map<string, Row[]>();
  for (const row of rows) byKey.set(keyOf(row), [...(byKey.get(keyOf(row)) ?? []), row]);
  return [...byKey.values()];
}

function ruleLines(rows: readonly Row[], { rules }: Report, { width, now, paint }: View): string[] {
  const [first] = rows;
  if (!first) return [];
  const summary = rules.find(({ id }) => id === first.rule)?.summary ?? "";
  const style = STYLES[first.severity] ?? "bold";
  const head = `${first.severity} ${first.rule} (${rows.length}): ${summary}`;
  const shown = rows.slice(0, MOST_ROWS);
  const fixes = new Set(shown.flatMap(({ fix }) => fix ?? []));
  const [common] = fixes.size === 1 ? fixes : [];
  const lines = shown.flatMap((row) => [
    `  ${cut(sanitizeLine(`${placeOf(row)}: ${row.message}${sinceOf(row, now)}`), width - 2)}`,
    ...(common === undefined && row.fix !== null ? [`    ${paint("dim", sanitizeLine(row.fix))}`] : []),
  ]);
  const left = rows.length - shown.length;
  return [
    paint(style, cut(head, width)),
    ...lines,
    ...(left > 0 ? [`  and ${left} more: docs checks run ${first.rule} -o jsonl`] : []),
    ...(common === undefined ? [] : [`    ${paint("dim", sanitizeLine(common))}`]),
  ];
}

function unknownLines(rows: readonly Row[], { width, paint }: View): string[] {
  const [first] = rows;
  if (!first) return [];
  const lines = grouped(rows, ({ message }) => message).map((same) => {
    const [one = first] = same;
    const where = same.length > 1 ? `${same.length} things` : one.object ? placeOf(one) : "all";
    return `  ${cut(sanitizeLine(`${where}: ${one.message}`), width - 2)}`;
  });
  return [paint("magenta", cut(`not evaluable ${first.rule}`, width)), ...lines];
}

/** "space Guide", "page Setup in Guide". */
function placeOf({ object, within }: Row): string {
  if (!object) return "organization";
  const name = `${object.kind.replaceAll("-", " ")} ${object.title}`;
  return within ? `${name} in ${within.title}` : name;
}

const sinceOf = ({ since }: Row, now: number): string => (since === null ? "" : ` (${relativeTime(since, now)})`);
