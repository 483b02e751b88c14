/** A plan as one page for whoever reviews it: nothing is loaded or run, and all text is escaped. */
import { escapeHtml } from "../../shared/text/markup.js";
import { count } from "../../shared/wrap.js";
import type { Check, Receipt, StepLine } from "../receipt.js";
import type { Evidence, Fact, GuardResult, Plan } from "../types.js";
import { shortWho, whoText } from "../who.js";
import { guardText, type PlanReport, type ReportedStep, reportOf, type StepGroup } from "./report.js";
import { EVIDENCE_HEADING, type FieldChange, factsText, type Names } from "./step-fields.js";

// Parts of pages about plans: nothing is loaded or run, and all text is escaped.

/** `content` is markup. */
const element = (name: string, content: string, type?: string): string =>
  `<${name}${type === undefined ? "" : ` class="${type}"`}>${content}</${name}>`;

/** A whole page. `mark`: an element of its head, by which such pages are known. `body` is markup. */
export const page = (title: string, mark: string, body: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${mark}
<title>${escapeHtml(title)}</title>
<style>
${STYLE}</style>
</head>
<body>
${element("main", `\n${body.filter(Boolean).join("\n")}\n`)}
</body>
</html>
`;

/** Names and values; those without a value are left out. */
function factList(rows: readonly (readonly [name: string, value: string])[]): string {
  const shown = rows.filter(([, value]) => value !== "");
  return element("dl", shown.map(([name, value]) => element("dt", name) + element("dd", escapeHtml(value))).join("\n"));
}

const item = (text: string, type?: string): string => element("li", escapeHtml(text), type);

/** A section of items, which are markup; none without items. */
const formatSection = (heading: string, items: readonly string[], type?: string): string[] =>
  items.length === 0
    ? []
    : [element("section", element("h2", escapeHtml(heading)) + element("ul", items.join("\n")), type)];

function evidenceSection(heading: string, evidence: readonly Evidence[] = []): string[] {
  if (evidence.length === 0) return [];
  const parts = evidence.map(
    ({ about, facts }) => element("h3", escapeHtml(about)) + element("dl", facts.map(factPart).join("\n")),
  );
  return [element("section", [element("h2", escapeHtml(heading)), ...parts].join("\n"))];
}

function factPart({ name, values }: Fact): string {
  const [only, ...others] = values;
  const text = others.length === 0 ? escapeHtml(only ?? "none") : listOf(values);
  return element("dt", escapeHtml(name)) + element("dd", text);
}

const listOf = (values: readonly string[]): string =>
  element("ul", values.map((value) => element("li", escapeHtml(value))).join(""));

/** More to say about a step; `isBad`: it is not as it should be. */
interface StepNote {
  text: string;
  isBad: boolean;
}

type NotesOf = (step: ReportedStep) => readonly StepNote[];

function groupPart({ heading, steps }: StepGroup, notesOf: NotesOf = undoNotes): string {
  const title = heading === undefined ? "" : element("h3", escapeHtml(`${heading}: ${count(steps.length, "step")}`));
  return [title, ...steps.map((step) => stepPart(step, notesOf(step)))].filter(Boolean).join("\n");
}

const TYPES: Readonly<Record<string, string>> = { "+": "step add", "-": "step remove" };

/** How well it can be undone. */
const undoNotes: NotesOf = ({ undo, why, isUnchecked }) => [
  ...(undo === "exact"
    ? []
    : [{ text: `undo: ${undo}${why === undefined ? "" : `: ${why}`}`, isBad: undo === "impossible" }]),
  ...(isUnchecked ? [{ text: "sent without checking first", isBad: undo === "impossible" }] : []),
];

function stepPart({ at, sign, title, request, fields, evidence }: ReportedStep, notes: readonly StepNote[]): string {
  return element(
    "article",
    [
      element("h4", escapeHtml(`${sign} ${at}. ${title}`)),
      element("code", escapeHtml(request)),
      fields.length === 0 ? "" : fieldTable(fields),
      ...notes.map(({ text, isBad }) => element("p", escapeHtml(text), isBad ? "note stop" : "note")),
      evidence.length === 0 ? "" : element("p", escapeHtml(`according to the file: ${factsText(evidence)}`), "note"),
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

/** The style of a plan's page: light and dark, on a phone and on paper. */
const STYLE = `:root { color-scheme: light dark; --line: #8886; --add: #1a7f37; --remove: #c0262d; --soft: #8881; }
@media (prefers-color-scheme: dark) { :root { --add: #4cc36a; --remove: #ff7b72; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3, h4 { font-size: 1rem; margin: 0 0 .25rem; }
h3 { margin-top: 1.5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { opacity: .7; } dd { margin: 0; }
code { font-size: .85rem; opacity: .8; }
.stop { color: var(--remove); font-weight: 600; }
.kinds { font-size: 1.1rem; }
.step { border: 1px solid var(--line); border-left: .35rem solid var(--line); border-radius: .25rem; padding: .6rem .8rem; margin: .6rem 0; break-inside: avoid; }
.add { border-left-color: var(--add); } .remove { border-left-color: var(--remove); }
table { width: 100%; border-collapse: collapse; margin-top: .4rem; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-weight: 400; opacity: .7; } tbody th { font-weight: 500; }
tr { break-inside: avoid; }
.note { margin: .4rem 0 0; font-size: .9rem; }
@media (max-width: 36rem) {
  dl { display: block; } dd { margin-bottom: .4rem; }
  thead { display: none; } tr, tbody th, td { display: block; } tr { border-top: 1px solid var(--line); padding: .3rem 0; }
  tbody th, td { border: 0; padding: .1rem 0; } td::before { content: attr(data-label) ": "; opacity: .7; } td:empty { display: none; }
}
@media print {
  :root { color-scheme: light; --add: #000; --remove: #000; font-size: 10pt; }
  main { max-width: none; padding: 0; } h2, h3, h4 { break-after: avoid; } .step:has(tr:nth-child(20)) { break-inside: auto; }
}
`;

/** By it a page is known as one of ours, which may be replaced. */
export const MARK = '<meta name="generator" content="docs plans view">';

interface PageOptions {
  /** The title of the organization; undefined: not read. */
  organization: string | undefined;
  names: Names | undefined;
  /** Some names could not be read. */
  isPartial: boolean;
  /** When the names were read, and the guards measured where the plan has their figures; RFC 3339. */
  at: string;
}

export function planPage(plan: Plan, options: PageOptions): string {
  const report = reportOf(plan, options.names);
  // The sentence is what a reviewer wants to know; ids and hashes are for the one who applies it.
  const title = `Plan: ${report.summary}`;
  return page(title, MARK, [
    element("h1", escapeHtml(title)),
    ...report.obstacles.map((line) => element("p", escapeHtml(line), "stop")),
    factList([
      ["Organization", options.organization ?? plan.organization],
      ["Made", [shortTime(plan.made), plan.by ? shortWho(plan.by) : ""].filter(Boolean).join(", ")],
    ]),
    kindsList(report),
    ...sections(report),
    ...(plan.steps.length === 0 ? [] : [element("h2", `Steps (${plan.steps.length})`)]),
    ...report.groups.map((group) => groupPart(group)),
    element("h2", "About this plan"),
    facts(report, options),
  ]);
}

/** `2026-01-15 10:00 UTC`; the exact time is at the end. */
const shortTime = (time: string): string =>
  time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, "$1 $2 UTC");

const kindsList = ({ kinds }: PlanReport): string =>
  kinds.length === 0 ? "" : element("ul", kinds.map((line) => element("li", escapeHtml(line))).join(""), "kinds");

function facts({ plan, undo }: PlanReport, { names, isPartial, at }: PageOptions): string {
  const { id, organization, origin, command, made, maker, by, steps, rails } = plan;
  return factList([
    ["Service", origin],
    ["Made", [made, maker].filter(Boolean).join(" by ")],
    ["Made by", by ? whoText(by) : ""],
    ["Command", command],
    ["Undo", undo],
    ["Names", names === undefined ? "not read: ids only" : `${isPartial ? "partly read" : "read"} at ${at}`],
    ["Guards", rails.length === 0 ? "not measured here" : `measured at ${at}`],
    ["Plan", id],
    ["Id of the organization", organization],
    ["To apply exactly this", steps.length === 0 ? "" : `docs plans apply FILE --confirm ${id}`],
  ]);
}

function sections({ plan, lost, guards, flags, left }: PlanReport): string[] {
  return [
    ...formatSection(
      `Cannot be undone (${lost.length} of ${count(plan.steps.length, "step")})`,
      lost.map(({ at, title, why }) => item(`${at}. ${title}${why === undefined ? "" : `: ${why}`}`)),
      "lost",
    ),
    ...formatSection(
      guards.heading,
      guards.lines.map(({ text, isBroken }) => item(text, isBroken ? "stop" : undefined)),
    ),
    ...formatSection(
      "To apply this plan from a file, pass to plans apply",
      flags.map((text) => item(text)),
    ),
    ...formatSection(
      "Not in this plan, according to the file",
      left.map((text) => item(text)),
    ),
    ...evidenceSection(EVIDENCE_HEADING, plan.evidence),
  ];
}

// A receipt as one page, for whoever was not there: what was asked for and by whom, what came of it, and why not.

const RECEIPT_MARK = '<meta name="generator" content="docs receipt">';

export function receiptPage(receipt: Receipt, options: PageOptions): string {
  const { document, done, notDone, verified, guards, left, evidence } = receipt;
  const { groups } = reportOf(document, options.names);
  const bad = [...done.filter(({ inPart }) => inPart), ...notDone];
  const lines = new Map([...done, ...notDone].map((line) => [line.id, line]));
  const notesOf = (step: ReportedStep): StepNote[] => {
    const line = lines.get(document.steps[step.at - 1]?.id ?? "");
    return outcomeNotes(step, line, line === undefined || bad.includes(line));
  };
  const title = `Receipt: ${done.length} of ${count(document.steps.length, "step")} done`;
  return page(title, RECEIPT_MARK, [
    element("h1", escapeHtml(title)),
    ...problems(receipt).map((text) => element("p", escapeHtml(text), "stop")),
    head(receipt, options.organization),
    ...formatSection(
      "Not done",
      bad.map((line) => item(lineText(line), "stop")),
    ),
    ...formatSection("Checked afterward", verified.map(checkItem)),
    ...formatSection("Guards", guards.map(guardItem)),
    ...formatSection(
      "Not in the plan",
      left.map((text) => item(text)),
    ),
    ...evidenceSection("When the plan was made, according to the plan", evidence),
    ...(groups.length === 0 ? [] : [element("h2", escapeHtml(`Steps (${document.steps.length})`))]),
    ...groups.map((group) => groupPart(group, notesOf)),
    element("h2", "About this receipt"),
    details(receipt, options),
  ]);
}

function problems({ done, notDone, verified }: Receipt): string[] {
  const inPart = done.filter((line) => line.inPart).length;
  const broken = verified.filter(({ holds }) => holds === false).length;
  const unclear = verified.filter(({ holds }) => holds === null).length;
  return [
    ...(notDone.length > 0 ? [`${count(notDone.length, "step")} not done.`] : []),
    ...(inPart > 0 ? [`${count(inPart, "step")} done only in part.`] : []),
    ...(broken > 0 ? [`${count(broken, "change")} not as expected afterward.`] : []),
    ...(unclear > 0 ? [`${count(unclear, "change")} could not be checked afterward.`] : []),
  ];
}

function head({ runs, by, at, document }: Receipt, organization: string | undefined): string {
  return factList([
    ["Organization", organization ?? document.organization],
    ["Applied", [shortTime(runs.at(-1)?.at ?? at), shortWho(by)].join(", ")],
    ["Requested", document.command],
  ]);
}

/** Details for an auditor: times, people as the service knows them, ids and hashes. */
function details({ document, runs, file, ...receipt }: Receipt, { names, isPartial, at }: PageOptions): string {
  const { made, maker, by, origin, organization } = document;
  return factList([
    ["Plan made", [made, by ? whoText(by) : "", maker].filter(Boolean).join(", ")],
    ...runs.slice(0, -1).map((run) => ["Applied before", [run.at, runText(run)].join(", ")] as const),
    ["Applied", [runs.at(-1)?.at ?? receipt.at, whoText(receipt.by), receipt.tool].join(", ")],
    ["Receipt written", receipt.at],
    ["Names", names === undefined ? "not read: those of the plan" : `${isPartial ? "partly read" : "read"} at ${at}`],
    ["Service", origin],
    ["Plan", receipt.plan],
    ["Id of the organization", organization],
    ["File of the plan", file?.name ?? "not kept, or changed since"],
    ["SHA-256 of that file", file?.sha256 ?? ""],
    ["SHA-256 of the plan in the receipt", receipt.sha256],
    ["To verify it", "docs plans verify RECEIPT"],
  ]);
}

const runText = ({ by }: Receipt["runs"][number]): string => (by ? whoText(by) : "by an unknown person");

const outcomeText = ({ outcome, inPart, says }: StepLine): string =>
  `${outcome}${inPart ? " in part" : ""}${says === undefined ? "" : `: ${says}`}`;

const lineText = (line: StepLine): string => `${line.step}: ${outcomeText(line)}`;

const HOLDS = { true: "as expected", false: "NOT AS EXPECTED", null: "cannot tell" } as const;

const checkItem = ({ what, holds, why }: Check): string =>
  item(`${HOLDS[`${holds}`]}: ${what}${why === undefined ? "" : `: ${why}`}`, holds === true ? undefined : "stop");

const guardItem = (guard: GuardResult): string => item(guardText(guard), guard.broken ? "stop" : undefined);

function outcomeNotes({ undo, why }: ReportedStep, line: StepLine | undefined, isBad: boolean): StepNote[] {
  const outcome = line ? outcomeText(line) : "not known";
  return [
    { text: `outcome: ${outcome}`, isBad },
    ...(undo === "exact" ? [] : [{ text: `undo: ${undo}${why === undefined ? "" : `: ${why}`}`, isBad: false }]),
  ];
}
