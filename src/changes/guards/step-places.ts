/** Of a plan that is in a file, its steps are the places that cause a guard. */
import { isObject } from "../../shared/values.js";
import type { Step } from "../types.js";
import type { Places } from "./places.js";

/** Numbers of steps, from 1. */
type Numbers = Map<string, number[]>;

const add = (numbers: Numbers, key: string, number: number): void => {
  const known = numbers.get(key);
  if (known) known.push(number);
  else numbers.set(key, [number]);
};

/** `steps`: all of the plan, as people see them counted. */
export function stepPlaces(steps: readonly Step[]): Places {
  const inTeams: Numbers = new Map();
  const inOrganization: Numbers = new Map();
  /** Who leaves the organization leaves its teams. */
  const leaving: Numbers = new Map();
  const deleted: Numbers = new Map();
  for (const [at, { endpoint, params, body = {} }] of steps.entries()) {
    const [team, user] = [String(params.teamId), String(params.userId)];
    if (endpoint === "deleteTeam") add(deleted, team, at + 1);
    if (endpoint === "removeMember") add(leaving, user, at + 1);
    if (endpoint === "removeMember" || endpoint === "updateMember") add(inOrganization, user, at + 1);
    if (endpoint === "setTeamMember" || endpoint === "removeTeamMember") add(inTeams, `${team} ${user}`, at + 1);
    if (endpoint === "updateTeamMembers") for (const one of namedIn(body)) add(inTeams, `${team} ${one}`, at + 1);
  }
  return {
    unit: "step",
    asking(user, team) {
      if (team === undefined) return inOrganization.get(user) ?? [];
      return [inTeams.get(`${team} ${user}`), leaving.get(user), deleted.get(team)].flatMap((numbers) => numbers ?? []);
    },
  };
}

const namedIn = ({ remove, memberships }: Readonly<Record<string, unknown>>): string[] => [
  ...(Array.isArray(remove) ? remove.map(String) : []),
  ...(isObject(memberships) ? Object.keys(memberships) : []),
];
