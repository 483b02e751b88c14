/** The guards: what no plan may do by accident. They measure what is there before the first step, and show the numbers. */
import { Failure } from "../../errors.js";
import { isSameName } from "../../shared/text/names.js";
import { isObject } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";
import type { GuardResult, Measured, Step } from "../types.js";
import type { World } from "../world.js";
import { type Membership, type Removals, readMemberships } from "./memberships.js";

// Finds the rows of a file that a guard stops: all rows that cause it, those included that only leave somebody out.

export interface Places {
  /** The unit of the numbers. */
  unit: "line" | "item" | "step";
  /** Rows that ask for the change of somebody's membership; without a team: in the organization. */
  asking(user: string, team: string | undefined): readonly number[];
  /** Rows that list the others of a team, of somebody who leaves because none names them. */
  without?(user: string, team: string): readonly number[];
}

/** ` (line 3, lines 5 to 9)`; empty without a file. `team`: its id; undefined: the organization. */
export function placesText(users: readonly string[], team: string | undefined, places: Places | undefined): string {
  if (!places) return "";
  const { unit } = places;
  const asking = users.flatMap((user) => places.asking(user, team));
  const without = team === undefined ? [] : users.flatMap((user) => places.without?.(user, team) ?? []);
  const texts = [
    ...(asking.length > 0 ? [numbersText(unit, asking)] : []),
    ...(without.length > 0 ? [`not named in ${numbersText(unit, without)}`] : []),
  ];
  return texts.length === 0 ? "" : ` (${texts.join("; ")})`;
}

/** More are counted: a message is not a table. */
const MOST_RUNS = 20;

/** `line 3`, `lines 3, 5 to 9` */
function numbersText(unit: Places["unit"], numbers: readonly number[]): string {
  const runs = runsOf([...new Set(numbers)].sort((one, other) => one - other));
  const shown = runs
    .slice(0, MOST_RUNS)
    .map(([from, to]) => (to - from > 1 ? `${from} to ${to}` : [...new Set([from, to])].join(", ")));
  const more = runs.slice(MOST_RUNS).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const isOne = runs.length === 1 && runs[0]?.[0] === runs[0]?.[1];
  return `${unit}${isOne ? "" : "s"} ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Numbers that follow each other, as their first and last. */
function runsOf(numbers: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs;
}

/** Numbers of steps, from 1. */
type Numbers = Map<string, number[]>;

const add = (numbers: Numbers, key: string, number: number): void => {
  const known = numbers.get(key);
  if (known) known.push(number);
  else numbers.set(key, [number]);
};

/** Of a plan that is in a file, its steps are the places that cause a guard. `steps`: all of the plan, as people see them counted. */
export function stepPlaces(steps: readonly Step[]): Places {
  const inTeams: Numbers = new Map();
  const inOrganization: Numbers = new Map();
  /** A person who leaves the organization leaves its teams. */
  const leaving: Numbers = new Map();
  const deleted: Numbers = new Map();
  for (const [at, { endpoint, params, body = {} }] of steps.entries()) {
    const [team, user] = [String(params.teamId), String(params.userId)];
    if (endpoint === "deleteTeam") add(deleted, team, at + 1);
    if (endpoint === "removeMember") add(leaving, user, at + 1);
    if (endpoint === "removeMember" || endpoint === "updateMember") add(inOrganization, user, at + 1);
    if (endpoint === "setTeamMember" || endpoint === "removeTeamMember") add(inTeams, `${team} ${user}`, at + 1);
    if (endpoint === "updateTeamMembers") for (const one of affectedUsers(body)) add(inTeams, `${team} ${one}`, at + 1);
  }
  return {
    unit: "step",
    asking(user, team) {
      if (team === undefined) return inOrganization.get(user) ?? [];
      return [inTeams.get(`${team} ${user}`), leaving.get(user), deleted.get(team)].flatMap((numbers) => numbers ?? []);
    },
  };
}

const affectedUsers = ({ remove, memberships }: Readonly<Record<string, unknown>>): string[] => [
  ...(Array.isArray(remove) ? remove.map(String) : []),
  ...(isObject(memberships) ? Object.keys(memberships) : []),
];

// Reports guards that are not met: all of them at once, each with its way out.

/**
 * How to get past a guard that may be broken on purpose: with flags of the command (the default), with those of
 * `plans apply` later (the plan says which), or not at all.
 */
type WayOut = "here" | "later" | "never";

/** Starts the name of a guard that could not be measured. */
const CANNOT_TELL = "cannot tell";

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
export async function checkGuards(steps: readonly Step[], given: GuardInput): Promise<Measured> {
  const groups = await readMemberships(steps, given.world);
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
