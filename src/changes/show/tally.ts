/**
 * How many things of each kind the steps of a plan add, change, move and remove, as their requests say. What several steps
 * change counts once, and what the plan creates and then changes counts as added.
 */
import { isObject } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";
import { endpointNamed } from "../endpoints.js";
import { undoRuleOf } from "../inverses/index.js";
import { isReference, type Step } from "../types.js";

interface Tally {
  add: number;
  change: number;
  move: number;
  remove: number;
  /** Merges, publications and the like. */
  act: number;
}

interface KindTally extends Tally {
  /** `space` */
  kind: string;
}

const emptyTally = (): Tally => ({ add: 0, change: 0, move: 0, remove: 0, act: 0 });

/** The kinds in the order in which they first appear. */
export function tallyKinds(steps: readonly Step[]): KindTally[] {
  const kinds = new Map<string, Tally>();
  const counted = new Set<string>();
  for (const step of steps) {
    if (!isNew(step, counted)) continue;
    const [kind, found] = tallyStep(step);
    const known = kinds.get(kind) ?? emptyTally();
    for (const name of NAMES) known[name] += found[name] ?? 0;
    kinds.set(kind, known);
  }
  return [...kinds].map(([kind, tally]) => ({ kind, ...tally }));
}

/** True if no step before did the same kind of change to the same thing, nor created it. */
function isNew({ endpoint, params, change }: Step, counted: Set<string>): boolean {
  const { thing, reads } = undoRuleOf(endpoint);
  if (change === "create" || reads?.as === "members") return true;
  const own = endpointNamed(endpoint).params.map((name) => params[name]);
  if (isReference(own.at(-1))) return false;
  // A merge and an update of one change request are two actions.
  const key = JSON.stringify([thing, change === "act" ? endpoint : change, own]);
  const isKnown = counted.has(key);
  counted.add(key);
  return !isKnown;
}

const NAMES = ["add", "change", "move", "remove", "act"] as const;

const MEMBER = "team member";

function tallyStep(step: Step): [kind: string, Partial<Tally>] {
  const { thing, reads: rule, change } = undoRuleOf(step.endpoint);
  if (rule?.as === "members") {
    const { added, removed, changed } = membershipChanges(step.body);
    const isEmpty = added.length + removed.length + changed.length === 0;
    return isEmpty
      ? [thing, { change: 1 }]
      : [MEMBER, { add: added.length, change: changed.length, remove: removed.length }];
  }
  // Setting the role of somebody who was not in the team brings them into it.
  if (thing === MEMBER && change === "change" && step.before === null && step.reads.length > 0)
    return [thing, { add: 1 }];
  return [thing, { [change === "create" ? "add" : change]: 1 }];
}

/** Reads a request about several members of a team. As in the service, removal wins. */
export function membershipChanges(body: Step["body"] = {}): Record<"added" | "removed" | "changed", string[]> {
  const texts = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  const removed = new Set(texts(body.remove));
  const added = new Set(texts(body.add).filter((user) => !removed.has(user)));
  const roles = isObject(body.memberships) ? Object.keys(body.memberships) : [];
  const changed = roles.filter((user) => !added.has(user) && !removed.has(user));
  return { added: [...added], removed: [...removed], changed };
}

/** `12 to add, 3 to change, 1 to remove`; moves and other actions only where there are some. */
function formatTally({ add, change, move, remove, act }: Tally): string {
  return [
    `${add} to add`,
    `${change} to change`,
    ...(move > 0 ? [`${move} to move`] : []),
    `${remove} to remove`,
    ...(act > 0 ? [count(act, "other action")] : []),
  ].join(", ");
}

/** The same, without zeros. */
export const formatKindTally = (tally: Tally): string =>
  [
    [tally.add, "to add"],
    [tally.change, "to change"],
    [tally.move, "to move"],
    [tally.remove, "to remove"],
  ]
    .flatMap(([number, words]) => (number === 0 ? [] : [`${number} ${words}`]))
    .concat(tally.act > 0 ? [count(tally.act, "other action")] : [])
    .join(", ");

/** `12 to add, 3 to change, 1 to remove in 5 steps` */
export function summarizeSteps(steps: readonly Step[]): string {
  const total = emptyTally();
  for (const tally of tallyKinds(steps)) for (const name of NAMES) total[name] += tally[name];
  const things = NAMES.reduce((sum, name) => sum + total[name], 0);
  return things === steps.length ? formatTally(total) : `${formatTally(total)} in ${count(steps.length, "step")}`;
}

/** `team members`, `site spaces`, `copies of a space` */
export function pluralOf(kind: string, number: number): string {
  if (number === 1) return kind;
  if (kind.startsWith("copy ")) return `copies${kind.slice("copy".length)}`;
  return kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
