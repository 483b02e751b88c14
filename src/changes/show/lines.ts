/** A plan as lines for a terminal: the summary first, then what cannot be undone, the guards, and the steps in their order. */
import { codeBlock, inlineCode } from "../../shared/text/markup.js";
import { count, wrapBehind } from "../../shared/wrap.js";
import type { Plan } from "../types.js";
import { whoText } from "../who.js";
import { type PlanReport, type ReportedStep, reportOf, type StepGroup } from "./report.js";
import {
  EVIDENCE_HEADING,
  evidenceLines,
  type FieldChange,
  factHeading,
  factsText,
  formatField,
  type Names,
  NO_NAMES,
} from "./step-fields.js";

interface LinesOptions {
  /** Columns. */
  width: number;
  names?: Names;
  /** How one sees what is folded, such as `--all shows them`. Undefined: nothing is folded. */
  unfold?: string | undefined;
  /** The reader has just typed the command that made it: when, where and by whom is not repeated. */
  isOwn?: boolean;
}

/** Longer groups are folded, to the first few of them. */
const LONGEST = 12;
const SHOWN = 10;

export function planLines(plan: Plan, { width, names = NO_NAMES, unfold, isOwn = false }: LinesOptions): string[] {
  const report = reportOf(plan, names);
  const fold = createFold(unfold);
  return [
    ...headLines(report, width),
    ...(isOwn ? [] : originLines(report, width)),
    ...(report.undo ? wrapBehind("", `Undo: ${report.undo}`, width) : []),
    ...sectionLines(report, fold, { width, unfold }),
    ...(plan.steps.length === 0 ? [] : ["", "Steps"]),
    ...stepsLines(report, { width, unfold }),
  ];
}

function stepsLines({ groups }: PlanReport, { width, unfold }: Omit<LinesOptions, "names">): string[] {
  const fold = createFold(unfold);
  return groups.flatMap((group) => groupLines(group, fold, width));
}

type Fold = <T>(items: readonly T[], lead: string, show: (item: T) => string[]) => string[];

const createFold =
  (unfold: string | undefined): Fold =>
  (items, lead, show) => {
    const isLong = unfold !== undefined && items.length > LONGEST;
    const shown = isLong ? items.slice(0, SHOWN) : items;
    return [...shown.flatMap(show), ...(isLong ? [`${lead}... and ${items.length - SHOWN} more, ${unfold}`] : [])];
  };

const headLines = ({ plan: { id }, summary, kinds, obstacles }: PlanReport, width: number): string[] => [
  ...wrapBehind("", `Plan ${id}: ${summary}`, width),
  ...kinds.flatMap((line) => wrapBehind("  ", line, width)),
  ...obstacles.flatMap((line) => wrapBehind("", line, width)),
];

function originLines({ plan }: PlanReport, width: number): string[] {
  const { organization, origin, command, made, by } = plan;
  const where = [organization && `organization ${organization}`, origin].filter(Boolean).join(", ");
  return [
    ...wrapBehind("", `${where}${made ? `, made ${made}` : ""}`, width),
    ...(by ? wrapBehind("", `made by: ${whoText(by)}`, width) : []),
    ...(command ? wrapBehind("", `command: ${command}`, width) : []),
  ];
}

function sectionLines(
  { plan, lost, guards, flags, left }: PlanReport,
  fold: Fold,
  { width, unfold }: Omit<LinesOptions, "names">,
): string[] {
  const { evidence = [] } = plan;
  const most = unfold === undefined ? Number.POSITIVE_INFINITY : LONGEST;
  const listed = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", heading, ...fold(lines, "  ", (line) => wrapBehind("  ", line, width))];
  return [
    ...listed(
      `Cannot be undone (${lost.length} of ${count(plan.steps.length, "step")})`,
      lost.map(({ at, title, why }) => `${at}. ${title}${why === undefined ? "" : `: ${why}`}`),
    ),
    ...listed(
      guards.heading,
      guards.lines.map(({ text }) => text),
    ),
    ...listed("To apply this plan from a file, pass to plans apply", flags),
    ...listed("Not in this plan, according to the file", left),
    ...(evidence.length === 0 ? [] : ["", EVIDENCE_HEADING]),
    ...fold(evidence, "  ", (one) => evidenceLines(one, { width, most, lead: "  " })),
  ];
}

function groupLines({ heading, steps }: StepGroup, fold: Fold, width: number): string[] {
  const lines = runsOf(steps).flatMap((run) => fold(run, "  ", (step) => stepLines(step, fold, width)));
  return heading === undefined
    ? lines
    : [...wrapBehind("", `${heading}: ${count(steps.length, "step")}`, width), ...lines];
}

/** Neighbors that do the same, and are undone alike: only these are folded into one line. */
function runsOf(steps: readonly ReportedStep[]): ReportedStep[][] {
  const runs: ReportedStep[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.[0] && likeness(last[0]) === likeness(step)) last.push(step);
    else runs.push([step]);
  }
  return runs;
}

const likeness = ({ sign, kind, undo, isUnchecked }: ReportedStep): string =>
  JSON.stringify([sign, kind, undo, isUnchecked]);

/** Starts the line with the request of a step, which is dimmed on a terminal. */
const REQUEST = "     @ ";
const FIELD = "     ";

function stepLines(step: ReportedStep, fold: Fold, width: number): string[] {
  const { at, sign, title, request, fields, undo, why, isUnchecked, evidence } = step;
  const show = (field: FieldChange) => wrapBehind(FIELD, formatField(field), width);
  return [
    ...wrapBehind(`${sign} `, `${at}. ${title}`, width),
    // Not folded: the ids are copied from it.
    `${REQUEST}${request}`,
    ...fold(fields, FIELD, show),
    ...(evidence.length === 0 ? [] : wrapBehind(FIELD, `according to the file: ${factsText(evidence)}`, width)),
    ...(undo === "exact" ? [] : wrapBehind(FIELD, `undo: ${undo}${why === undefined ? "" : `: ${why}`}`, width)),
    ...(isUnchecked ? [`${FIELD}sent without checking first`] : []),
  ];
}

// A plan as a comment on a pull request. Foreign text is set as code, so that it makes no links or mentions.

/** The first line: by it a workflow finds its earlier comment to replace. */
export const MARK = "<!-- docs plan -->";
/** Characters of the whole comment; GitHub accepts 65,536. */
const MOST = 60_000;
/** Lines of one list, and characters of one line. */
const MOST_LINES = 20;
const MOST_TEXT = 300;

const code = (text: string): string => inlineCode(text, MOST_TEXT);

export function planMarkdown(plan: Plan, names: Names | undefined): string {
  const report = reportOf(plan, names);
  const head = [MARK, `### Plan ${code(plan.id)}: ${report.summary}`, ...factLines(report), ...sections(report)].join(
    "\n\n",
  );
  return `${[head, ...stepBlock(report, MOST - head.length)].join("\n\n")}\n`;
}

function factLines({ plan, kinds, undo, obstacles }: PlanReport): string[] {
  const { organization, origin, command, made, by } = plan;
  const facts = [
    ...kinds,
    ...(undo === "" ? [] : [`undo: ${undo}`]),
    `${organization === "" ? "" : `organization ${code(organization)} at `}${code(origin)}${made === "" ? "" : `, made ${code(made)}`}`,
    ...(by ? [`made by ${code(whoText(by))}`] : []),
    ...(command === "" ? [] : [`command ${code(command)}`]),
  ];
  return [...obstacles.map((line) => `**${line}**`), facts.map((line) => `- ${line}`).join("\n")];
}

function sections({ plan, lost, guards, flags, left }: PlanReport): string[] {
  const listed = (heading: string, lines: readonly string[]): string[] => {
    if (lines.length === 0) return [];
    const more = lines.length > MOST_LINES ? [`- and ${lines.length - MOST_LINES} more`] : [];
    return [`#### ${heading}`, [...lines.slice(0, MOST_LINES).map((line) => `- ${line}`), ...more].join("\n")];
  };
  return [
    ...listed(
      `Cannot be undone (${lost.length} of ${count(plan.steps.length, "step")})`,
      lost.map(({ at, title, why }) => code(`${at}. ${title}${why === undefined ? "" : `: ${why}`}`)),
    ),
    ...listed(
      guards.heading,
      guards.lines.map(({ text, isBroken }) => (isBroken ? `**${code(text)}**` : code(text))),
    ),
    ...listed("To apply this plan from a file, pass to plans apply", flags.map(code)),
    ...listed("Not in this plan, according to the file", left.map(code)),
    ...evidenceSection(plan),
  ];
}

/** Characters of what is said about people and files; the steps need the rest. */
const MOST_EVIDENCE = 15_000;

function evidenceSection({ evidence = [] }: Plan): string[] {
  if (evidence.length === 0) return [];
  const lines = evidence.flatMap(({ about, facts }) => [
    `- **${code(about)}**`,
    ...facts.map((fact) => {
      const values = fact.values.slice(0, MOST_LINES).map(code);
      const more = fact.values.length > MOST_LINES ? [`and ${fact.values.length - MOST_LINES} more`] : [];
      return `  - ${code(factHeading(fact))}: ${[...values, ...more].join(", ") || "none"}`;
    }),
  ]);
  const [fits, missing] = fitLines(lines, MOST_EVIDENCE);
  const end = missing > 0 ? [`- and ${count(missing, "more line")}: \`docs plans view\` shows all`] : [];
  return [`#### ${EVIDENCE_HEADING}`, [...fits, ...end].join("\n")];
}

/** As many lines as there is room for, and how many there are beside them. */
function fitLines(lines: readonly string[], room: number): [fits: string[], missing: number] {
  let used = 0;
  const over = lines.findIndex((line) => {
    used += line.length + 1;
    return used > room;
  });
  const fits = over < 0 ? [...lines] : lines.slice(0, over);
  return [fits, lines.length - fits.length];
}

/** As many lines as there is room for. */
function stepBlock(report: PlanReport, room: number): string[] {
  const { plan } = report;
  if (plan.steps.length === 0) return [];
  const lines = stepsLines(report, { width: 200, unfold: "docs plans view --all shows them" });
  const [fits, missing] = fitLines(lines, room - 500);
  return [
    `<details><summary>${count(plan.steps.length, "step")}</summary>`,
    codeBlock(fits, "diff"),
    ...(missing > 0 ? [`${count(missing, "more line")}: \`docs plans view\` shows all.`] : []),
    "</details>",
  ];
}
