/** A receipt as one page, for whoever was not there: what was asked for and by whom, what came of it, and why not. */
import { escapeHtml } from "../../shared/text/html.js";
import { count } from "../../shared/wrap.js";
import type { Check, Receipt, StepLine } from "../receipt.js";
import type { GuardResult } from "../types.js";
import { shortWho, whoText } from "../who.js";
import {
  element,
  evidenceSection,
  factList,
  formatSection,
  groupPart,
  item,
  page,
  type StepNote,
} from "./html-parts.js";
import { guardText, type ReportedStep, reportOf } from "./report.js";

const MARK = '<meta name="generator" content="docs receipt">';

/** `organization`: its title; undefined: not read. */
export function receiptPage(receipt: Receipt, organization: string | undefined): string {
  const { document, done, notDone, verified, guards, left, evidence } = receipt;
  const { groups } = reportOf(document);
  const bad = [...done.filter(({ inPart }) => inPart), ...notDone];
  const lines = new Map([...done, ...notDone].map((line) => [line.id, line]));
  const notesOf = (step: ReportedStep): StepNote[] => {
    const line = lines.get(document.steps[step.at - 1]?.id ?? "");
    return outcomeNotes(step, line, line === undefined || bad.includes(line));
  };
  const title = `Receipt: ${done.length} of ${count(document.steps.length, "step")} done`;
  return page(title, MARK, [
    element("h1", escapeHtml(title)),
    ...problems(receipt).map((text) => element("p", escapeHtml(text), "stop")),
    head(receipt, organization),
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
    details(receipt),
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
    ["Applied", [appliedAt({ runs, at }), shortWho(by)].join(", ")],
    ["Requested", document.command],
  ]);
}

/** When it was applied last. */
const appliedAt = ({ runs, at }: Pick<Receipt, "runs" | "at">): string => runs.at(-1)?.at ?? at;

/** Details for an auditor: times, people as the service knows them, ids and hashes. */
function details({ document, runs, file, ...receipt }: Receipt): string {
  const { made, maker, by, origin, organization } = document;
  return factList([
    ["Plan made", [made, by ? whoText(by) : "", maker].filter(Boolean).join(", ")],
    ...runs.slice(0, -1).map((run) => ["Applied before", [run.at, runText(run)].join(", ")] as const),
    ["Applied", [appliedAt({ runs, at: receipt.at }), whoText(receipt.by), receipt.tool].join(", ")],
    ["Receipt written", receipt.at],
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
