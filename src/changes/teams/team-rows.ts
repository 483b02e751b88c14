/** Reads a table of who is to be in which team. */
import { TEAM_ROLES } from "../../catalog/shared.js";
import { usage } from "../../errors.js";
import { foldName } from "../../shared/text/names.js";
import { type Row, readTable } from "../table.js";

export type TeamRole = (typeof TEAM_ROLES)[number];

/** Somebody in a table. */
interface TableMember {
  user: string;
  role: TeamRole | undefined;
  line: number;
  /** Later rows that say the same. */
  repeats: number[];
}

/** A team, by title or id, and its people. */
export interface Listing {
  team: string;
  people: TableMember[];
}

/** A row that cannot be used. The others still can. */
export interface BadRow {
  line: number;
  why: string;
  /** The team that it names, if any. */
  team?: string;
}

export interface Rows {
  listings: Listing[];
  bad: BadRow[];
  /** Rows that contradict each other, one line each. */
  conflicts: string[];
  /** Number of rows that are not empty. */
  count: number;
  unit: "line" | "item";
}

const COLUMNS = {
  team: ["group", "groupname", "teamname"],
  user: ["email", "mail", "emailaddress", "userprincipalname", "upn", "member"],
  role: ["teamrole"],
};

const isRole = (text: string): text is TeamRole => TEAM_ROLES.some((role) => role === text);

/** @throws Failure usage for anything but a table */
export function readRows(text: string, name: string): Rows {
  const { rows, unit } = readTable(text, name, COLUMNS, ["team", "user"]);
  const bad: BadRow[] = [];
  const teams = new Map<string, Map<string, TableMember>>();
  const conflicts: string[] = [];
  for (const row of rows) {
    const found = rowOf(row);
    if ("why" in found) {
      bad.push(found);
      continue;
    }
    const people = teams.get(found.team) ?? new Map<string, TableMember>();
    teams.set(found.team, people);
    const key = foldName(found.user);
    const first = people.get(key);
    if (!first) people.set(key, found);
    else if (first.role !== found.role) conflicts.push(conflictText(unit, found.team, first, found));
    else first.repeats.push(found.line);
  }
  const listings = [...teams].map(([team, people]) => ({ team, people: [...people.values()] }));
  return { listings, bad, conflicts, count: rows.length, unit };
}

/** `line 7: ann@x.example is owner of Writers in line 3, and member here` */
export function conflictText(
  unit: Rows["unit"],
  team: string,
  first: Pick<TableMember, "role" | "line">,
  { user, role, line }: TableMember,
): string {
  const roleText = (one: TeamRole | undefined) => one ?? "without a role";
  return `${unit} ${line}: ${user} is ${roleText(first.role)} of ${team} in ${unit} ${first.line}, and ${roleText(role)} here`;
}

/** @throws Failure usage with all rows that contradict each other, in their order */
export function refuseConflicts(conflicts: readonly string[], name: string): void {
  if (conflicts.length === 0) return;
  const lineOf = (text: string): number => Number(/\d+/.exec(text)?.[0]);
  const ordered = [...conflicts].sort((one, other) => lineOf(one) - lineOf(other));
  throw usage([`${name} contains contradictions; nothing was sent:`, ...ordered.map((one) => `  ${one}`)]);
}

function rowOf({ line, cells }: Row): BadRow | (TableMember & { team: string }) {
  const { team = "", user = "", role = "" } = cells;
  const about = team === "" ? {} : { team };
  if (team === "" || user === "") return { line, ...about, why: `no ${team === "" ? "team" : "user"}` };
  const wanted = role.toLowerCase();
  if (wanted !== "" && !isRole(wanted))
    return { line, ...about, why: `role ${JSON.stringify(role)} is neither owner nor member` };
  return { team, user, line, repeats: [], role: wanted === "" ? undefined : (wanted as TeamRole) };
}
