/** Reads a table of who is to be in which team. */
import { TEAM_ROLES } from "../../catalog/shared.js";
import { usage } from "../../errors.js";
import { type Row, readTable } from "../table.js";

export type TeamRole = (typeof TEAM_ROLES)[number];

/** A team, by title or id, and its people. */
export interface Listing {
  team: string;
  people: { user: string; role: TeamRole | undefined; line: number }[];
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

/** @throws Failure usage for anything but a table, and for rows that contradict each other */
export function readRows(text: string, name: string): Rows {
  const { rows, unit } = readTable(text, name, COLUMNS, ["team", "user"]);
  const bad: BadRow[] = [];
  const teams = new Map<string, Map<string, Listing["people"][number]>>();
  const conflicts: string[] = [];
  for (const row of rows) {
    const found = rowOf(row);
    if ("why" in found) {
      bad.push(found);
      continue;
    }
    const people = teams.get(found.team) ?? new Map<string, Listing["people"][number]>();
    teams.set(found.team, people);
    const key = found.user.toLowerCase();
    const first = people.get(key);
    if (!first) people.set(key, found);
    else if (first.role !== found.role) {
      conflicts.push(
        `${unit} ${found.line}: ${found.user} is ${first.role ?? "without a role"} of ${found.team} in ${unit} ${first.line}, and ${found.role ?? "without a role"} here`,
      );
    }
  }
  if (conflicts.length > 0)
    throw usage([`${name} contradicts itself; nothing was sent:`, ...conflicts.map((one) => `  ${one}`)]);
  const listings = [...teams].map(([team, people]) => ({ team, people: [...people.values()] }));
  return { listings, bad, count: rows.length, unit };
}

function rowOf({
  line,
  cells,
}: Row): BadRow | { team: string; user: string; role: TeamRole | undefined; line: number } {
  const { team = "", user = "", role = "" } = cells;
  const about = team === "" ? {} : { team };
  if (team === "" || user === "") return { line, ...about, why: `no ${team === "" ? "team" : "user"}` };
  const wanted = role.toLowerCase();
  if (wanted !== "" && !isRole(wanted))
    return { line, ...about, why: `role ${JSON.stringify(role)} is neither owner nor member` };
  return { team, user, line, role: wanted === "" ? undefined : (wanted as TeamRole) };
}
