/** The order of lists that a plan changed, as it was before; what came from elsewhere stays behind what it stands behind. */

import { inside, isSame, listOf, type Part, type Parts } from "../site-index.js";
import { type MergeContext, partsIn } from "./merge-context.js";

/** Puts the parts of the target into their order. */
export function restoreOrder(context: MergeContext): void {
  const { before, now, after, effects, again, target, addConflict } = context;
  const { made, removed, moved } = effects;
  const ids = [...made, ...removed, ...moved, ...again];
  const touched = new Set(partsIn(ids, [before, now, target]).map(listOf));
  const lists = new Map<string, Part[]>();
  for (const part of target.parts.values()) lists.set(listOf(part), [...(lists.get(listOf(part)) ?? []), part]);
  const ordered: Part[] = [];
  for (const [list, members] of lists) {
    const was = idsIn(before.parts, list);
    const is = idsIn(now.parts, list).filter((id) => !hasEmptied(context, id));
    const isForeign = touched.has(list) && after !== undefined && !isInStep(idsIn(after.parts, list), is);
    const [one] = members;
    const owner =
      one && (now.parts.get(one.parent ?? "") ?? [...now.parts.values()].find(({ kind }) => kind === "site"));
    if (isForeign && owner && !isInStep(was, is)) addConflict(owner, "the order of what is in it");
    const order = touched.has(list) && !isForeign ? joined(was, is) : joined(is, was);
    // What was in neither comes from something that goes: it stands last.
    order.push(...members.map(({ id }) => id).filter((id) => !order.includes(id)));
    ordered.push(...[...members].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id)));
  }
  target.parts.clear();
  for (const part of ordered) target.parts.set(part.id, part);
}

/** The place of an empty group cannot be read: it stands where it was while it had sections. */
const hasEmptied = ({ before, now }: MergeContext, id: string): boolean =>
  now.parts.get(id)?.kind === "group" && inside(before.parts, id).length > 0 && inside(now.parts, id).length === 0;

const idsIn = (parts: Parts, list: string): string[] =>
  [...parts.values()].filter((part) => listOf(part) === list).map(({ id }) => id);

/** What is in both stands in the same order. */
function isInStep(a: readonly string[], b: readonly string[]): boolean {
  const [inA, inB] = [new Set(a), new Set(b)];
  return isSame(
    a.filter((id) => inB.has(id)),
    b.filter((id) => inA.has(id)),
  );
}

/** `first` in its order; each of the others behind what stands before it in its own. */
function joined(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first];
  second.forEach((id, at) => {
    if (order.includes(id)) return;
    const previous = second[at - 1];
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  });
  return order;
}
