/** `docs checks run` for people: failures by rule, each with its fix; then what could not be evaluated. */
import type { Report, Row } from "../../checks/report.js";
import type { Context } from "../../cli/context.js";
import { relativeTime } from "../../cli/output/text/cell.js";
import { cut, widthOf } from "../../cli/output/text/fit.js";
import type { Paint, Style } from "../../cli/output/types.js";
import { groupRows, targetKey } from "../../shared/finding-groups.js";
import { shellWord } from "../../shared/shell-words.js";
import { titleWord } from "../../shared/text/names.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { wrap } from "../../shared/wrap.js";

// The commands that most people need after a run, below its findings on a terminal.

const MOST = 3;

export interface RunSummary {
  /** The rules as they were named. */
  rules: readonly string[];
  /** Findings were compared with a baseline. */
  hasBaseline: boolean;
  /** Nothing can be planned on a snapshot. */
  isSnapshot: boolean;
}

/** None if nothing was found. */
export function nextSteps({ rows, rules: ran }: Report, next: Context["next"], run: RunSummary): string[] {
  const failing = new Set(rows.filter(({ status }) => status === "fail").map(({ rule }) => rule));
  const [first] = failing;
  if (first === undefined) return [];
  const canPlan = ran.some(({ id, planned }) => failing.has(id) && planned !== undefined && !planned.risk);
  const steps = [
    ...(canPlan && !run.isSnapshot ? [next("checks run", ...run.rules, "--plan", "fixes.plan")] : []),
    next("checks view", first),
    ...(run.hasBaseline ? [] : [next("checks baseline", "accepted.json")]),
    next("orgs overview", "--html", "report.html"),
  ];
  return steps.slice(0, MOST);
}

/** The most findings shown of one rule; the heading has their number. */
const MOST_ROWS = 20;

/** The most columns used, however wide the terminal is. */
const WIDEST = 120;

const STYLES: Readonly<Record<string, Style>> = { error: "red", warning: "yellow", info: "cyan" };

interface View {
  width: number;
  /** Milliseconds since the epoch. */
  now: number;
  paint: Paint;
  /** The command that shows all findings of a rule. */
  all: (rule: string) => string;
  /** The id of the default space, which commands need not name. */
  space?: string | undefined;
}

export function screenOf({ rows, ...rest }: Report, { width, ...other }: View): string[] {
  const view = { ...other, width: Math.min(width, WIDEST) };
  const report = { ...rest, rows: rows.map((row) => ({ ...row, fix: typedFix(row, view.space) })) };
  const of = (status: string) =>
    groupRows(
      report.rows.filter((row) => row.status === status),
      ({ rule }) => rule,
    );
  const parts = [
    ...of("fail").map((rows) => ruleLines(rows, report, view)),
    ...of("not-evaluable").map((rows) => unknownLines(rows, view)),
  ];
  return parts.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

function ruleLines(rows: readonly Row[], { rules }: Report, view: View): string[] {
  const [first] = rows;
  if (!first) return [];
  const { paint, width } = view;
  const summary = rules.find(({ id }) => id === first.rule)?.summary ?? "";
  const head = `${first.severity} ${first.rule} (${rows.length}): ${summary}`;
  const left = rows.length - MOST_ROWS;
  return [
    ...headingLines(head, width).map((line) => paint(STYLES[first.severity] ?? "bold", line)),
    ...blocksOf(rows.slice(0, MOST_ROWS)).flatMap((block) => blockLines(block, view)),
    ...(left > 0 ? [`  and ${left} more: ${view.all(first.rule)}`] : []),
  ];
}

const headingLines = (text: string, width: number): string[] =>
  wrap(sanitizeLine(text), Math.max(20, width - 4), widthOf).map((line, at) => `${at === 0 ? "" : "    "}${line}`);

/**
 * A fix as a person would type it: a number, a path or a title in place of an id, but for what is deleted. A title that a
 * shell or a terminal would not show as it is stays an id.
 */
function typedFix({ rule, fix, object, within, place }: Row, space: string | undefined): string | null {
  if (fix === null || / (?:delete|remove) /.test(fix) || rule.endsWith("-same-title")) return fix;
  const named = object ? fix.replace(new RegExp(`(?<= )${object.id}(?= |$)`), () => wordFor(object, place)) : fix;
  if (!within) return named;
  const flag = new RegExp(` --(space|site) ${within.id}(?= |$)`);
  return named.replace(flag, (_, name: string) => (within.id === space ? "" : ` --${name} ${titleWord(within)}`));
}

/** Kinds whose titles people choose so that they tell one from another. */
const TITLED: ReadonlySet<string> = new Set(["space", "site", "organization", "share-link", "member", "team"]);

function wordFor(object: NonNullable<Row["object"]>, place: Row["place"]): string {
  if (object.kind === "change-request") return /^#(\d+)/.exec(object.title)?.[1] ?? object.id;
  if (object.kind === "page" && place) return shellWord(place.path);
  return TITLED.has(object.kind) ? titleWord(object) : object.id;
}

/** Groups rows that are the same on several pages, then rows with the same fix. */
function blocksOf(rows: readonly Row[]): Row[][] {
  const times = new Map<string | undefined, number>();
  for (const row of rows) times.set(targetKey(row), (times.get(targetKey(row)) ?? 0) + 1);
  return groupRows(rows, (row) => {
    const target = targetKey(row);
    return target !== undefined && (times.get(target) ?? 0) > 1 ? target : (row.fix ?? "");
  });
}

function blockLines(block: readonly Row[], { width, now, paint }: View): string[] {
  const [first] = block;
  const target = first && targetKey(first);
  // Not wrapped, so that it can be pasted.
  const fixLine = (fix: string | null, indent: string) =>
    fix === null ? [] : [`${indent}${paint("dim", sanitizeLine(fix))}`];
  if (block.length > 1 && target !== undefined && block.every((row) => targetKey(row) === target)) {
    return [
      ...indentText(`${first?.within?.title ?? "pages"}: ${first?.message}`, width),
      ...block.flatMap(({ object, place, fix }) => [
        `    ${cut(sanitizeLine(`${place?.path} (${object?.title})`), Math.max(20, width - 6))}`,
        ...fixLine(fix, "      "),
      ]),
    ];
  }
  return [
    ...block.flatMap((row) => indentText(`${placeOf(row)}: ${row.message}${sinceOf(row, now)}`, width)),
    // A fix for several findings is shown once, under the last of them.
    ...fixLine(first?.fix ?? null, "    "),
  ];
}

function unknownLines(rows: readonly Row[], { width, paint }: View): string[] {
  const [first] = rows;
  if (!first) return [];
  const lines = groupRows(rows, ({ message }) => message).flatMap((same) => {
    const [one = first] = same;
    const where = !one.object ? "all" : same.length > 1 ? `${same.length} ${kindOf(one.object)}s` : placeOf(one);
    return indentText(`${where}: ${one.message.replace(/^not evaluable: /, "")}`, width);
  });
  const heading = headingLines(`${first.rule} could not be checked`, width);
  return [...heading.map((line) => paint("magenta", line)), ...lines];
}

/** Text below a heading; further lines are indented more. */
function indentText(text: string, width: number): string[] {
  const lines = wrap(sanitizeLine(text), Math.max(20, width - 4), widthOf);
  return lines.map((line, at) => `${at === 0 ? "  " : "    "}${cut(line, Math.max(20, width - 4))}`);
}

/** "space Guide", "page Setup in Guide". */
function placeOf({ object, within }: Row): string {
  if (!object) return "organization";
  const name = `${kindOf(object)} ${object.title}`;
  return within ? `${name} in ${within.title}` : name;
}

const kindOf = ({ kind }: { kind: string }): string => kind.replaceAll("-", " ");

/** A message that counts days or names one says it already. */
const sinceOf = ({ since, message }: Row, now: number): string =>
  since === null || /\d days|\d{4}-\d\d-\d\d/.test(message) ? "" : ` (${relativeTime(since, now)})`;
