/** What is said of guards that are not met: all of them at once, each with its way out. */
import { Failure } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import type { Rail } from "../types.js";

/**
 * How to get past a guard that may be broken on purpose: with flags of the command (the default), with those of
 * `plans apply` later (the plan says which), or not at all.
 */
export type Lifted = "here" | "later" | "never";

/** Starts the name of a guard that could not be measured. */
export const CANNOT_TELL = "cannot tell";

export const isUnmet = ({ broken }: Rail): boolean => broken === true;

/** `rails`: those that are not met, at least one. `end`: what it means for the plan. */
export function unmetGuards(rails: readonly Rail[], lifted: Lifted = "here", end = "nothing was sent"): Failure {
  const isUnclear = rails.every(({ rail }) => rail.startsWith(CANNOT_TELL));
  const [first] = rails;
  const isOne = rails.length === 1 && first !== undefined;
  const message = isOne
    ? `${first.rail}: ${first.says}; ${end}`
    : [`${count(rails.length, "guard")} not met; ${end}:`, ...rails.map((rail) => `  ${lineOf(rail, lifted)}`)];
  const hint = hintOf(rails, lifted);
  return new Failure(isUnclear ? "cannot-tell" : "refused", message, {
    outcome: "not_applied",
    hint,
    details: {
      ...(isOne && { rail: first.rail, says: first.says }),
      rails: rails.map(({ rail, says, way }) => ({ rail, says, ...(way !== undefined && { way }) })),
    },
  });
}

/** What is said of a plan that is in a file now. */
export const WRITTEN = "the plan was written, but cannot be applied as it is";

/**
 * For a plan that waits in a file: guards that flags of `plans apply` allow are noted, as whoever applies it decides; one
 * that no flag allows refuses it.
 */
export function unmetLater(rails: readonly Rail[]): { notes: string[]; refusal?: Failure } {
  const unmet = rails.filter(isUnmet);
  if (unmet.some(({ way }) => way === undefined)) return { notes: [], refusal: unmetGuards(unmet, "later", WRITTEN) };
  return {
    notes: unmet.map(
      (rail) => `not met: ${rail.rail}: ${rail.says}; to allow it, pass ${rail.way ?? ""} to plans apply`,
    ),
  };
}

const lineOf = ({ rail, says, way }: Rail, lifted: Lifted): string =>
  `${rail}: ${says}${way === undefined || lifted === "never" ? "" : `: ${way}`}`;

function hintOf(rails: readonly Rail[], lifted: Lifted): string | undefined {
  const ways = rails.flatMap(({ way }) => way ?? []);
  if (ways.length === 0)
    return lifted === "later" ? "a step added with --append may solve it, such as a new owner" : undefined;
  if (lifted === "never") return "make smaller plans";
  if (lifted === "later") return "pass the flags at the end of a line to docs plans apply";
  if (rails.length > 1) return "to allow it, pass the flags at the end of its line";
  const [way = ""] = ways;
  return way.startsWith("--") ? `to allow it: ${way}` : way;
}
