/** Finds the rows of a file that a guard stops: all rows that cause it, those included that only leave somebody out. */
import { isObject } from "../../shared/values.js";
import type { Step } from "../types.js";

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
