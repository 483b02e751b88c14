/** The rails: what no plan may do by accident. They measure what is there before the first step, and show the numbers. */

import { Failure } from "../../errors.js";
import { count } from "../../shared/wrap.js";
import type { Plan, Rail, Step } from "../types.js";
import type { World } from "../world.js";
import { type Membership, membershipsOf, type Removals } from "./memberships.js";

export interface GuardInput {
  /** Number of rows of the file that the plan was made from; undefined: there was no file. */
  rows: number | undefined;
  /** Ids of users who may be touched even if they apply the plan themselves. */
  named: readonly string[];
  /** The largest share of the members of a team or the organization that may be removed: 0 to 1. */
  maxRemovals: number;
  /** Id of the member who applies it; undefined: not known. */
  me: string | undefined;
  world: World;
  /**
   * How to get past a rail that may be broken on purpose: with flags of the command (the default), with those of
   * `plans apply` later (the plan says which), or not at all.
   */
  lifted?: "here" | "later" | "never";
  /** Teams may end up without owners, as an undo only brings back what was there. */
  ownersMayGo?: boolean;
}

/** @throws Failure refused with the numbers */
export async function checkGuards(
  steps: readonly Step[],
  given: GuardInput,
): Promise<Pick<Plan, "rails" | "memberships">> {
  const rails: Rail[] = [];
  const groups = await membershipsOf(steps, given.world);
  for (const { group, ...found } of groups) {
    const mayGo = group.kind === "team" && (given.ownersMayGo === true || found.isDeleted);
    rails.push(...lastAdministratorGuard(group, found, mayGo));
    rails.push(...removalGuard(group, found, given));
  }
  const removed = groups.reduce((sum, { gone }) => sum + gone.size, 0);
  const of = groups.reduce((sum, { size }) => sum + size, 0);
  if (given.rows === 0 && steps.some(({ change }) => change === "remove")) {
    throw refused("an empty file removes nothing", "0 rows, but steps that remove");
  }
  if (given.rows !== undefined) rails.push({ rail: "empty file", says: count(given.rows, "row") });
  rails.push(...ownUserGuard(groups, given));
  return { rails, ...(groups.length > 0 && { memberships: { removed, of } }) };
}

const refused = (rail: string, says: string, hint?: string): Failure =>
  new Failure("refused", `${rail}: ${says}; nothing was sent`, {
    outcome: "not_applied",
    hint,
    details: { rail, says },
  });

/** Administrators of an organization, owners of a team. */
function lastAdministratorGuard(
  { kind, title }: Membership,
  { heads, headsAfter, unsaidHeads }: Omit<Removals, "group">,
  mayGo: boolean,
): Rail[] {
  const [rail, word] = kind === "organization" ? ["last administrator", "administrators"] : ["last owner", "owners"];
  const says = `${kind} ${JSON.stringify(title)} has ${heads.size} ${word} now, ${headsAfter.size} afterward`;
  if (heads.size > 0 && headsAfter.size === 0 && !mayGo) throw refused(`never the ${rail}`, says);
  if (unsaidHeads.size > 0 && headsAfter.size === 0 && !mayGo) {
    const whose = `cannot tell who is an ${word.slice(0, -1)} of ${kind} ${JSON.stringify(title)}`;
    throw new Failure("cannot-tell", `${whose}: the service does not say the role of everybody; nothing was sent`, {
      outcome: "not_applied",
    });
  }
  return heads.size === headsAfter.size && [...heads].every((one) => headsAfter.has(one)) ? [] : [{ rail, says }];
}

/** A rail that may be broken on purpose: refused, or noted in the plan with the flag that applies it. */
function mayBeMeant(rail: string, says: string, flag: string, lifted: GuardInput["lifted"] = "here"): Rail {
  if (lifted === "later") return { rail, says: `${says}: applied only with ${flag}` };
  throw refused(rail, says, lifted === "here" ? `if that is meant: ${flag}` : "make smaller plans");
}

/** Removing one member is always allowed: a quarter of three would be none. */
function removalGuard(
  { kind, title }: Membership,
  { gone, size }: Omit<Removals, "group">,
  { maxRemovals, lifted }: GuardInput,
): Rail[] {
  if (gone.size === 0) return [];
  // Without the addition, 29 % of 100 would be 28.999999999999996.
  const allowed = Math.max(1, Math.floor(size * maxRemovals + 1e-9));
  const share = gone.size / Math.max(size, 1);
  const says = `${kind} ${JSON.stringify(title)} loses ${gone.size} of ${size} members (${percent(share)} %), ${allowed} at most (${percent(maxRemovals)} %)`;
  // Without the subtraction, 7 of 25 would be 29 %.
  const flag = `--max-removals ${Math.min(100, Math.ceil(share * 100 - 1e-9))}%`;
  return gone.size > allowed ? [mayBeMeant("too many removals", says, flag, lifted)] : [{ rail: "removals", says }];
}

const percent = (share: number): number => Math.round(share * 1000) / 10;

function ownUserGuard(groups: readonly Removals[], { me, named, lifted }: GuardInput): Rail[] {
  if (groups.length === 0) return [];
  if (me === undefined) return [{ rail: "yourself", says: "not known: docs config set me <user>" }];
  const touched = groups
    .filter(({ touched }) => touched.has(me))
    .map(({ group }) => `${group.kind} ${JSON.stringify(group.title)}`);
  if (touched.length === 0) return [];
  const says = `your own membership of ${touched.join(", ")} changes`;
  return [named.includes(me) ? { rail: "yourself", says } : mayBeMeant("yourself", says, "--touch-me", lifted)];
}
