/** A plan as a comment on a pull request. Foreign text is set as code, so that it makes no links or mentions. */
import { codeBlock, inlineCode } from "../../shared/text/markup.js";
import { count } from "../../shared/wrap.js";
import type { Plan } from "../types.js";
import { whoText } from "../who.js";
import { stepsLines } from "./lines.js";
import { type PlanReport, reportOf } from "./report.js";
import { EVIDENCE_HEADING, factHeading, type Names } from "./step-fields.js";

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
