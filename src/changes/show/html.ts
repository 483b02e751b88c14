/** A plan as one page for whoever approves it: nothing is loaded or run, and all text is escaped. */
import { escapeHtml } from "../../shared/text/escape-html.js";
import { count } from "../../shared/wrap.js";
import type { Fact, Plan } from "../types.js";
import { whoText } from "../who.js";
import { EVIDENCE_HEADING, factsText } from "./evidence.js";
import { STYLE } from "./html-style.js";
import type { Names } from "./names.js";
import { type PlanReport, type ReportedStep, reportOf, type StepGroup } from "./report.js";
import type { FieldChange } from "./step-fields.js";

/** By it a page is known as one of ours, which may be replaced. */
export const MARK = '<meta name="generator" content="docs plans view">';

const element = (name: string, content: string, type?: string): string =>
  `<${name}${type === undefined ? "" : ` class="${type}"`}>${content}</${name}>`;

export interface PageOptions {
  names: Names | undefined;
  /** Some names could not be read. */
  isPartial: boolean;
  /** When the names were read, and the guards measured where the plan has their figures; RFC 3339. */
  at: string;
}

export function planPage(plan: Plan, options: PageOptions): string {
  const report = reportOf(plan, options.names);
  const title = escapeHtml(`Plan ${plan.id}: ${report.summary}`);
  const body = [
    element("h1", title),
    ...report.obstacles.map((line) => element("p", escapeHtml(line), "stop")),
    kindsList(report),
    facts(report, options),
    ...sections(report),
    ...(plan.steps.length === 0
      ? []
      : [element("h2", `Steps (${plan.steps.length})`), ...report.groups.map(groupPart)]),
  ].join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${MARK}
<title>${title}</title>
<style>
${STYLE}</style>
</head>
<body>
${element("main", `\n${body}\n`)}
</body>
</html>
`;
}

const kindsList = ({ kinds }: PlanReport): string =>
  kinds.length === 0 ? "" : element("ul", kinds.map((line) => element("li", escapeHtml(line))).join(""), "kinds");

function facts({ plan, undo }: PlanReport, { names, isPartial, at }: PageOptions): string {
  const { id, organization, origin, command, made, maker, by, steps, rails } = plan;
  const rows: [name: string, value: string][] = [
    ["Organization", organization],
    ["Service", origin],
    ["Made", [made, maker].filter(Boolean).join(" by ")],
    ["Made by", by ? whoText(by) : ""],
    ["Command", command],
    ["Undo", undo],
    ["Names", names === undefined ? "not read: only ids" : `${isPartial ? "some of them read" : "read"} at ${at}`],
    ["Guards", rails.length === 0 ? "not measured here" : `measured at ${at}`],
    ["To apply exactly this", steps.length === 0 ? "" : `docs plans apply <file> --confirm ${id}`],
  ];
  const shown = rows.filter(([, value]) => value !== "");
  return element("dl", shown.map(([name, value]) => element("dt", name) + element("dd", escapeHtml(value))).join("\n"));
}

function sections({ plan, lost, guards, flags, left }: PlanReport): string[] {
  const listed = (heading: string, items: readonly string[], type?: string): string[] =>
    items.length === 0
      ? []
      : [element("section", element("h2", escapeHtml(heading)) + element("ul", items.join("\n")), type)];
  const item = (text: string, type?: string): string => element("li", escapeHtml(text), type);
  return [
    ...listed(
      `Cannot be undone (${lost.length} of ${count(plan.steps.length, "step")})`,
      lost.map(({ at, title, why }) => item(`${at}. ${title}${why === undefined ? "" : `: ${why}`}`)),
      "lost",
    ),
    ...listed(
      guards.heading,
      guards.lines.map(({ text, isBroken }) => item(text, isBroken ? "stop" : undefined)),
    ),
    ...listed(
      "To apply this plan from a file, pass to plans apply",
      flags.map((text) => item(text)),
    ),
    ...listed(
      "Not in this plan, as the file says",
      left.map((text) => item(text)),
    ),
    ...evidenceSection(plan),
  ];
}

function evidenceSection({ evidence = [] }: Plan): string[] {
  if (evidence.length === 0) return [];
  const parts = evidence.map(
    ({ about, facts }) => element("h3", escapeHtml(about)) + element("dl", facts.map(factPart).join("\n")),
  );
  return [element("section", [element("h2", EVIDENCE_HEADING), ...parts].join("\n"))];
}

function factPart({ name, values }: Fact): string {
  const [only, ...others] = values;
  const text = others.length === 0 ? escapeHtml(only ?? "none") : listOf(values);
  return element("dt", escapeHtml(name)) + element("dd", text);
}

const listOf = (values: readonly string[]): string =>
  element("ul", values.map((value) => element("li", escapeHtml(value))).join(""));

function groupPart({ heading, steps }: StepGroup): string {
  const title = heading === undefined ? "" : element("h3", escapeHtml(`${heading}: ${count(steps.length, "step")}`));
  return [title, ...steps.map(stepPart)].filter(Boolean).join("\n");
}

const TYPES: Readonly<Record<string, string>> = { "+": "step add", "-": "step remove" };

function stepPart(step: ReportedStep): string {
  const { at, sign, title, request, fields, undo, why, isUnchecked, evidence } = step;
  const notes = [
    ...(undo === "exact" ? [] : [`undo: ${undo}${why === undefined ? "" : `: ${why}`}`]),
    ...(isUnchecked ? ["sent without checking first"] : []),
  ];
  return element(
    "article",
    [
      element("h4", escapeHtml(`${sign} ${at}. ${title}`)),
      element("code", escapeHtml(request)),
      fields.length === 0 ? "" : fieldTable(fields),
      ...notes.map((note) => element("p", escapeHtml(note), undo === "impossible" ? "note stop" : "note")),
      evidence.length === 0 ? "" : element("p", escapeHtml(`as the file says: ${factsText(evidence)}`), "note"),
    ]
      .filter(Boolean)
      .join("\n"),
    TYPES[sign] ?? "step",
  );
}

function fieldTable(fields: readonly FieldChange[]): string {
  const head = element("tr", ["Field", "Before", "After"].map((name) => element("th", name)).join(""));
  const rows = fields.map(({ name, before, after, isUnchecked }) => {
    const was = before !== undefined && isUnchecked ? `${before} (not compared)` : before;
    const cells: [label: string, text: string | undefined][] = [
      ["Before", was],
      ["After", after],
    ];
    const values = cells.map(([label, text]) => `<td data-label="${label}">${escapeHtml(text ?? "")}</td>`);
    return element("tr", `<th scope="row">${escapeHtml(name)}</th>${values.join("")}`);
  });
  return element("table", `${element("thead", head)}${element("tbody", rows.join("\n"))}`);
}
