/** The guards: what no plan may do by accident. They measure what is there before the first step, and show the numbers. */

import { isSameName } from "../../shared/text/names.js";
import { count } from "../../shared/wrap.js";
import type { GuardResult, Plan, Step } from "../types.js";
import type { World } from "../world.js";
import { type Membership, membershipsOf, type Removals } from "./memberships.js";
import { type Places, placesText } from "./places.js";
import { CANNOT_TELL, isUnmet, unmetGuards, type WayOut } from "./unmet-guards.js";

export interface GuardInput {
  /** Number of rows of the file that the plan was made from; undefined: there was no file. */
  rows: number | undefined;
  /** Ids of users who may be touched even if they apply the plan themselves. */
  named: readonly string[];
  /** The largest share of the members of a team or the organization that may be removed: 0 to 1. */
  maxRemovals: number;
  /** Id of the member who applies it; undefined: not known. */
  me: string | undefined;
  /** Why nobody knows whether that is a member at all. */
  meUnconfirmed?: string | undefined;
  world: World;
  /** Ids or titles of teams that may lose any share of their members. */
  allowTeams?: readonly string[] | undefined;
  lifted?: WayOut;
  /** Guards that are not met are reported in the plan instead of being refused. */
  reportOnly?: boolean;
  /** How a team without owners can be avoided: `--heir <user>`. */
  newOwner?: string;
  /** Lines of the file that the plan is made from; or the names of its steps. */
  places?: Places | ((steps: readonly Step[]) => Places) | undefined;
}

type Limits = GuardInput & { places: Places | undefined };

/** Measures all of them. @throws Failure refused with the numbers of all that are not met, unless `reportOnly` */
export async function checkGuards(
  steps: readonly Step[],
  given: GuardInput,
): Promise<Pick<Plan, "rails" | "memberships">> {
  const groups = await membershipsOf(steps, given.world);
  const places = typeof given.places === "function" ? given.places(steps) : given.places;
  const limits: Limits = { ...given, places };
  const rails = [
    ...groups.flatMap((found) => [...lastAdministratorGuard(found, limits), ...removalGuard(found, groups, limits)]),
    ...emptyFileGuard(steps, given),
    ...ownUserGuard(groups, limits),
  ];
  refuseUnmet(rails, given);
  const removed = groups.reduce((sum, { gone }) => sum + gone.size, 0);
  const of = groups.reduce((sum, { size }) => sum + size, 0);
  return { rails, ...(groups.length > 0 && { memberships: { removed, of } }) };
}

/** @throws Failure */
function refuseUnmet(guards: readonly GuardResult[], { reportOnly, lifted }: GuardInput): void {
  const refused = guards.filter(isUnmet);
  if (refused.length > 0 && !reportOnly) throw unmetGuards(refused, lifted);
}

function emptyFileGuard(steps: readonly Step[], { rows }: GuardInput): GuardResult[] {
  if (rows === undefined) return [];
  if (rows > 0 || !steps.some(({ change }) => change === "remove")) {
    return [{ rail: "empty file", says: count(rows, "row") }];
  }
  return [{ rail: "an empty file removes nothing", says: "0 rows, but steps that remove", broken: true }];
}

/** Administrators of an organization, owners of a team. */
function lastAdministratorGuard(
  { group, heads, headsAfter, unsaidHeads, isDeleted }: Removals,
  { newOwner, places }: Limits,
): GuardResult[] {
  const isTeam = group.kind === "team";
  const word = isTeam ? "owner" : "administrator";
  const rail = `last ${word}`;
  const name = `${group.kind} ${JSON.stringify(group.title)}`;
  const isOrphaned = headsAfter.size === 0 && !(isTeam && isDeleted);
  const lost = [...heads].filter((one) => !headsAfter.has(one));
  const says = `${name} has ${count(heads.size, word)} now, ${headsAfter.size} afterward`;
  if (heads.size > 0 && isOrphaned) {
    const way = isTeam && newOwner !== undefined ? { way: newOwner } : {};
    return [
      { rail: `never the ${rail}`, says: `${says}${placesText(lost, teamIn(group), places)}`, broken: true, ...way },
    ];
  }
  if (unsaidHeads.size > 0 && isOrphaned) {
    const at = placesText([...unsaidHeads], teamIn(group), places);
    const whose = `${CANNOT_TELL} who is an ${word} of ${name}`;
    return [{ rail: whose, says: `the service does not show everybody's role${at}`, broken: true }];
  }
  return heads.size === headsAfter.size && lost.length === 0 ? [] : [{ rail, says }];
}

/** The group as `placesText` takes it. */
const teamIn = ({ kind, id }: Membership): string | undefined => (kind === "team" ? id : undefined);

/** Removing one member is always allowed: a quarter of three would be none. */
function removalGuard(
  { group, gone, size }: Removals,
  groups: readonly Removals[],
  { maxRemovals, allowTeams = [], places }: Limits,
): GuardResult[] {
  if (gone.size === 0) return [];
  const { kind, id, title } = group;
  // Without the addition, 29 % of 100 would be 28.999999999999996.
  const allowed = Math.max(1, Math.floor(size * maxRemovals + 1e-9));
  const share = gone.size / Math.max(size, 1);
  const loses = `${kind} ${JSON.stringify(title)} loses ${gone.size} of ${size} members (${toPercent(share)} %)`;
  // A title that several teams of the plan have names none of them.
  const isTitled = groups.filter((one) => one.group.kind === "team" && one.group.title === title).length === 1;
  if (kind === "team" && allowTeams.some((team) => team === id || (isTitled && isSameName(team, title)))) {
    return [{ rail: "removals", says: `${loses}, any number is allowed by --allow-team` }];
  }
  const says = `${loses}, ${allowed} at most (${toPercent(maxRemovals)} %)`;
  if (gone.size <= allowed) return [{ rail: "removals", says }];
  // Without the subtraction, 7 of 25 would be 29 %.
  const flag = `--max-removals ${Math.min(100, Math.ceil(share * 100 - 1e-9))}%`;
  const way = kind === "team" ? `${flag}, or --allow-team ${id} for this team alone` : flag;
  return [
    { rail: "too many removals", says: `${says}${placesText([...gone], teamIn(group), places)}`, broken: true, way },
  ];
}

const toPercent = (share: number): number => Math.round(share * 1000) / 10;

function ownUserGuard(groups: readonly Removals[], { me, named, meUnconfirmed, places }: Limits): GuardResult[] {
  if (groups.length === 0) return [];
  if (me === undefined) return [{ rail: "yourself", says: "not known: docs config set me USER" }];
  const touched = groups
    .filter(({ touched }) => touched.has(me))
    .map(({ group }) => `${group.kind} ${JSON.stringify(group.title)}${placesText([me], teamIn(group), places)}`);
  if (touched.length === 0)
    return meUnconfirmed === undefined ? [] : [{ rail: "yourself", says: `not known: ${meUnconfirmed}` }];
  const says = `your own membership of ${touched.join(", ")} changes`;
  return [{ rail: "yourself", says, ...(!named.includes(me) && { broken: true as const, way: "--touch-me" }) }];
}
