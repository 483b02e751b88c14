/** Finds the fewest moves that bring things into an order. */
import { longestIncreasing } from "../../shared/longest-increasing.js";

/** A thing goes directly before or after another. */
export interface Move<T> {
  what: T;
  side: "before" | "after";
  of: T;
}

/**
 * Moves that bring the members of `wanted` into its order; everything else in `now` stays where it is.
 * @param now all things in their present order, including all of `wanted`
 */
export function planMoves<T>(now: readonly T[], wanted: readonly T[]): Move<T>[] {
  const rank = new Map(wanted.map((one, at) => [one, at]));
  const present = now.filter((one) => rank.has(one));
  const chosen = longestIncreasing(present.map((one) => rank.get(one) ?? 0));
  const stable = new Set(present.filter((_, at) => chosen.has(at)));
  return wanted.flatMap((what, at): Move<T>[] => {
    if (stable.has(what)) return [];
    const previous = wanted[at - 1];
    if (previous !== undefined) return [{ what, side: "after", of: previous }];
    const next = wanted.find((one) => stable.has(one));
    return next === undefined ? [] : [{ what, side: "before", of: next }];
  });
}

/** The order after moves. */
export function applyMoves<T>(now: readonly T[], moves: readonly Move<T>[]): T[] {
  const order = [...now];
  for (const { what, side, of } of moves) {
    const from = order.indexOf(what);
    if (from >= 0) order.splice(from, 1);
    order.splice(order.indexOf(of) + (side === "after" ? 1 : 0), 0, what);
  }
  return order;
}

/**
 * The same for two kinds in one order, where the `heavy` ones (sections) can only go beside each other, and the others
 * (groups) beside anything.
 */
export function planMovesOfTwoKinds<T>(now: readonly T[], wanted: readonly T[], heavy: (one: T) => boolean): Move<T>[] {
  const first = planMoves(now, wanted);
  if (first.every(({ what, of }) => !heavy(what) || heavy(of))) return first;
  const sections = planMoves(now.filter(heavy), wanted.filter(heavy));
  let order = applyMoves(now, sections);
  const groups: Move<T>[] = [];
  // In one pass from the left, everything to the left of a group is already in place.
  wanted.forEach((what, at) => {
    if (heavy(what)) return;
    const previous = wanted[at - 1];
    const next = wanted.slice(at + 1).find((one) => heavy(one));
    const here = order.indexOf(what);
    const rightOf = previous === undefined || order.indexOf(previous) < here;
    const leftOf = next === undefined || here < order.indexOf(next);
    if (rightOf && leftOf) return;
    const of = previous ?? next;
    if (of === undefined) return;
    const move: Move<T> = { what, side: previous === undefined ? "before" : "after", of };
    groups.push(move);
    order = applyMoves(order, [move]);
  });
  return [...sections, ...groups];
}
