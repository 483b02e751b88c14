/** Shows a plan to people: the steps in order, each with a sign, its title, and fields before and after. */
import { count, folded } from "../../shared/wrap.js";
import { endpointNamed, requestOf } from "../endpoints.js";
import { isReadOf, shownName } from "../format/recorded/before.js";
import { removalLines } from "../guards/removals.js";
import { rowOf } from "../inverses/index.js";
import { observationsOf } from "../make/observations.js";
import { type Change, type Fields, MAX_REMOVALS, type Plan, type Step } from "../types.js";

const SIGNS: Readonly<Record<Change, string>> = { create: "+", change: "~", move: "~", remove: "-", act: "~" };
/** Longer values are cut; the file has them in full. */
const LONGEST = 120;

/** Lines of the head, the steps and the rails. `width` in columns. */
export function planLines(plan: Plan, width: number): string[] {
  return [
    ...headLines(plan, width),
    "",
    ...plan.steps.flatMap((step, at) => stepLines(step, at + 1, width)),
    ...endLines(plan, width),
  ];
}

function headLines(plan: Plan, width: number): string[] {
  const { id, organization, origin, command, made, complete, steps } = plan;
  const where = [organization && `organization ${organization}`, origin].filter(Boolean).join(", ");
  return [
    `Plan ${id}: ${totalsWords(plan)}`,
    ...folded("", `${where}${made ? `, made ${made}` : ""}`, width),
    ...(command ? folded("", `by: ${command}`, width) : []),
    ...(complete ? [] : ["Not complete: making it failed halfway, so it cannot be applied."]),
    ...(steps.length === 0 ? [`${emptyWords(plan)}.`] : []),
  ];
}

/** As long as something is left out, nobody knows that nothing is to do. */
export const emptyWords = ({ left }: Pick<Plan, "left">): string =>
  left.length === 0 ? "Nothing to do" : `No steps, but ${count(left.length, "thing")} not in this plan`;

/** `3 steps: 1 create, 2 change` */
export function totalsWords({ steps }: Pick<Plan, "steps">): string {
  const totals = new Map<string, number>();
  for (const { change } of steps) totals.set(change, (totals.get(change) ?? 0) + 1);
  const words = [...totals].map(([change, count]) => `${count} ${change}`).join(", ");
  return `${count(steps.length, "step")}${words && `: ${words}`}`;
}

function stepLines(step: Step, at: number, width: number): string[] {
  const { title, change, undo, why, reads } = step;
  return [
    ...folded(`${SIGNS[change]} `, `${at}. ${title}`, width),
    // Not folded: the ids are copied from it.
    `${REQUEST}${requestOf(step)}`,
    ...fieldLines(step).flatMap((line) => folded("     ", line, width)),
    ...(undo === "exact" ? [] : folded("     ", `undo: ${undo}${why === undefined ? "" : `: ${why}`}`, width)),
    ...(reads.length === 0 && change !== "create" ? ["     sent without checking first"] : []),
  ];
}

/** Starts the line with the request of a step, which is dimmed on a terminal. */
const REQUEST = "     @ ";

function fieldLines(step: Step): string[] {
  const { before, change } = step;
  // The place that a move leads to depends on its neighbors: the request says what is certain.
  const after = change === "move" ? (step.body ?? null) : step.after;
  const compared = comparedFields(step);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const becomes = valueText(after, name);
    const value = valueText(before, name);
    const was = value && !compared.has(name) ? `${value} (not compared)` : value;
    if (change === "remove" || (change === "move" && becomes === undefined)) return was ? [`${name}: ${was}`] : [];
    if (change === "create" || before === null || !was) return becomes ? [`${name}: ${becomes}`] : [];
    return value === becomes ? [] : [`${name}: ${was} → ${becomes ?? "not known yet"}`];
  });
}

/** The fields of `before` that are compared before the step is sent. */
function comparedFields({ endpoint, params, body = {}, reads }: Step): Set<string> {
  const asked = { endpoint: endpointNamed(endpoint), params, body };
  const labels = observationsOf(rowOf(endpoint), asked);
  return new Set(
    reads.flatMap((read) => {
      const label = labels.find((one) => isReadOf(read, one))?.label;
      return label === undefined ? read.fields.map(shownName) : [label];
    }),
  );
}

const valueText = (fields: Fields, name: string): string | undefined =>
  fields && Object.hasOwn(fields, name) ? shown(fields[name]) : undefined;

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "not set";
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}

function endLines(plan: Plan, width: number): string[] {
  const { rails, steps, left } = plan;
  const lost = steps.filter(({ undo }) => undo === "impossible");
  const measured = rails.map(({ rail, says }) => `${rail}: ${says}`);
  const asked = requestedFlags(plan);
  return [
    ...(measured.length > 0
      ? listed("Rails", measured, width)
      : listed("Rails, measured when it is applied", removalLines(steps), width)),
    ...listed("To apply this plan from a file, pass to plans apply", asked, width),
    ...listed(
      `Cannot be undone (${lost.length} of ${steps.length})`,
      lost.map(({ title }) => title),
      width,
    ),
    ...listed("Not in this plan, as the file says", left, width),
  ];
}

function requestedFlags({ maxRemovals, me = [] }: Plan): string[] {
  return [
    ...(maxRemovals > MAX_REMOVALS ? [`--max-removals ${Math.round(maxRemovals * 1000) / 10}%`] : []),
    ...(me.length > 0 ? [`--touch-me (for ${me.join(", ")})`] : []),
  ];
}

const listed = (heading: string, lines: readonly string[], width: number): string[] =>
  lines.length === 0 ? [] : ["", heading, ...lines.flatMap((line) => folded("  ", line, width))];
