/** Reports guards that are not met: all of them at once, each with its way out. */
import { Failure } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import type { GuardResult } from "../types.js";

/**
 * How to get past a guard that may be broken on purpose: with flags of the command (the default), with those of
 * `plans apply` later (the plan says which), or not at all.
 */
export type WayOut = "here" | "later" | "never";

/** Starts the name of a guard that could not be measured. */
export const CANNOT_TELL = "cannot tell";

export const isUnmet = ({ broken }: GuardResult): boolean => broken === true;

/** `guards`: those that are not met, at least one. `end`: what it means for the plan. */
export function unmetGuards(
  guards: readonly GuardResult[],
  lifted: WayOut = "here",
  end = "nothing was sent",
): Failure {
  const isUnclear = guards.every(({ rail }) => rail.startsWith(CANNOT_TELL));
  const [first] = guards;
  const isOne = guards.length === 1 && first !== undefined;
  const message = isOne
    ? `${first.rail}: ${first.says}; ${end}`
    : [`${count(guards.length, "guard")} not met; ${end}:`, ...guards.map((guard) => `  ${lineOf(guard, lifted)}`)];
  const hint = hintOf(guards, lifted);
  return new Failure(isUnclear ? "cannot-tell" : "refused", message, {
    outcome: "not_applied",
    hint,
    details: {
      ...(isOne && { rail: first.rail, says: first.says }),
      rails: guards.map(({ rail, says, way }) => ({ rail, says, ...(way !== undefined && { way }) })),
    },
  });
}

/** The first line for a plan that is in a file now. */
export const WRITTEN = "the plan was written, but cannot be applied as it is";

/**
 * For a plan that waits in a file: guards that flags of `plans apply` allow are noted, as whoever applies it decides; one
 * that no flag allows refuses it.
 */
export function describeUnmet(guards: readonly GuardResult[]): { notes: string[]; refusal?: Failure } {
  const unmet = guards.filter(isUnmet);
  if (unmet.some(({ way }) => way === undefined)) return { notes: [], refusal: unmetGuards(unmet, "later", WRITTEN) };
  return {
    notes: unmet.map(
      (guard) => `not met: ${guard.rail}: ${guard.says}; to allow it, pass ${guard.way ?? ""} to plans apply`,
    ),
  };
}

const lineOf = ({ rail, says, way }: GuardResult, lifted: WayOut): string =>
  `${rail}: ${says}${way === undefined || lifted === "never" ? "" : `: ${way}`}`;

function hintOf(guards: readonly GuardResult[], lifted: WayOut): string | undefined {
  const ways = guards.flatMap(({ way }) => way ?? []);
  if (ways.length === 0)
    return lifted === "later" ? "a step added with --append may solve it, such as a new owner" : undefined;
  if (lifted === "never") return "make smaller plans";
  if (lifted === "later") return "pass the flags at the end of a line to docs plans apply";
  if (guards.length > 1) return "to allow it, pass the flags at the end of its line";
  const [way = ""] = ways;
  return way.startsWith("--") ? `to allow it: ${way}` : way;
}
