/** Parts of pages about plans: nothing is loaded or run, and all text is escaped. */
import { escapeHtml } from "../../shared/text/html.js";
import { count } from "../../shared/wrap.js";
import type { Evidence, Fact } from "../types.js";
import { factsText } from "./evidence.js";
import type { ReportedStep, StepGroup } from "./report.js";
import type { FieldChange } from "./step-fields.js";

/** `content` is markup. */
export const element = (name: string, content: string, type?: string): string =>
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
export function factList(rows: readonly (readonly [name: string, value: string])[]): string {
  const shown = rows.filter(([, value]) => value !== "");
  return element("dl", shown.map(([name, value]) => element("dt", name) + element("dd", escapeHtml(value))).join("\n"));
}

export const item = (text: string, type?: string): string => element("li", escapeHtml(text), type);

/** A section of items, which are markup; none without items. */
export const formatSection = (heading: string, items: readonly string[], type?: string): string[] =>
  items.length === 0
    ? []
    : [element("section", element("h2", escapeHtml(heading)) + element("ul", items.join("\n")), type)];

export function evidenceSection(heading: string, evidence: readonly Evidence[] = []): string[] {
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
export interface StepNote {
  text: string;
  isBad: boolean;
}

type NotesOf = (step: ReportedStep) => readonly StepNote[];

export function groupPart({ heading, steps }: StepGroup, notesOf: NotesOf = undoNotes): string {
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
