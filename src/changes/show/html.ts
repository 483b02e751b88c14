/** A plan as one page for whoever reviews it: nothing is loaded or run, and all text is escaped. */
import { escapeHtml } from "../../shared/text/html.js";
import { count } from "../../shared/wrap.js";
import type { Plan } from "../types.js";
import { shortWho, whoText } from "../who.js";
import { EVIDENCE_HEADING } from "./evidence.js";
import { element, evidenceSection, factList, formatSection, groupPart, item, page } from "./html-parts.js";
import type { Names } from "./names.js";
import { type PlanReport, reportOf } from "./report.js";

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
      ["Made", [plan.made, plan.by ? shortWho(plan.by) : ""].filter(Boolean).join(", ")],
    ]),
    kindsList(report),
    ...sections(report),
    ...(plan.steps.length === 0 ? [] : [element("h2", `Steps (${plan.steps.length})`)]),
    ...report.groups.map((group) => groupPart(group)),
    element("h2", "About this plan"),
    facts(report, options),
  ]);
}

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
