/** Shows a plan to people: the steps in order, each with a sign, its title, and fields before and after. */
import { count, folded } from "../../facts/wrap.js";
import type { Change, Fields, Plan, Step } from "../types.js";

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
    ...(steps.length === 0 ? ["Nothing to do."] : []),
  ];
}

/** `3 steps: 1 create, 2 change` */
export function totalsWords({ steps }: Pick<Plan, "steps">): string {
  const totals = new Map<string, number>();
  for (const { change } of steps) totals.set(change, (totals.get(change) ?? 0) + 1);
  const words = [...totals].map(([change, count]) => `${count} ${change}`).join(", ");
  return `${count(steps.length, "step")}${words && `: ${words}`}`;
}

function stepLines(step: Step, at: number, width: number): string[] {
  const { title, change, before, after, undo, why, reads } = step;
  return [
    ...folded(`${SIGNS[change]} `, `${at}. ${title}`, width),
    ...fieldLines(before, after, change).flatMap((line) => folded("     ", line, width)),
    ...(undo === "exact" ? [] : folded("     ", `undo: ${undo}${why === undefined ? "" : `: ${why}`}`, width)),
    ...(reads.length === 0 && change !== "create" ? ["     sent without checking first"] : []),
  ];
}

function fieldLines(before: Fields, after: Fields, change: Change): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [was, becomes] = [shown(before?.[name]), shown(after?.[name])];
    if (change === "remove") return before && was !== undefined ? [`${name}: ${was}`] : [];
    if (change === "create" || before === null) return becomes === undefined ? [] : [`${name}: ${becomes}`];
    return was === becomes ? [] : [`${name}: ${was ?? "not set"} → ${becomes ?? "not known yet"}`];
  });
}

function shown(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "not set";
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}

function endLines({ rails, steps, left }: Plan, width: number): string[] {
  const lost = steps.filter(({ undo }) => undo === "impossible");
  return [
    ...listed(
      "Rails",
      rails.map(({ rail, says }) => `${rail}: ${says}`),
      width,
    ),
    ...listed(
      `Cannot be undone (${lost.length} of ${steps.length})`,
      lost.map(({ title }) => title),
      width,
    ),
    ...listed("Not in this plan", left, width),
  ];
}

const listed = (heading: string, lines: readonly string[], width: number): string[] =>
  lines.length === 0 ? [] : ["", heading, ...lines.flatMap((line) => folded("  ", line, width))];
