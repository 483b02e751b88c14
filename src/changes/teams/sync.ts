/** Derives the changes that make teams match a table: one request for each team. */
import { TEAM_ROLES } from "../../catalog/shared.js";
import { Failure, usage } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { foldName, isSameName } from "../../shared/text/names.js";
import type { Places } from "../guards/guards.js";
import { byAddress, type Row, readTable } from "../table.js";

// Reads a table of who is to be in which team.

type TeamRole = (typeof TEAM_ROLES)[number];

/** Somebody in a table. */
interface TableMember {
  user: string;
  role: TeamRole | undefined;
  line: number;
  /** Later rows that say the same. */
  repeats: number[];
}

/** A team, by title or id, and its people. */
interface Listing {
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

interface Rows {
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
function conflictText(
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
  return { team, user, line, repeats: [], role: wanted === "" ? undefined : wanted };
}

type Item = Readonly<Record<string, unknown>>;

interface Now {
  members: readonly Item[];
  teams: readonly Item[];
  /** Members of a team, by its id. */
  inTeam: (team: string) => Promise<readonly Item[]>;
}

interface SyncOptions {
  /** People in a listed team who are not in the table leave it. */
  prune: boolean;
  /** Rows about unknown people and teams are skipped; otherwise they are bad rows. */
  skipUnknown: boolean;
}

interface TeamChange {
  team: string;
  title: string;
  /** The rows of its people, by their ids. */
  lines: ReadonlyMap<string, readonly number[]>;
  /** All rows that name the team, those included whose person is not known. */
  rows: readonly number[];
  body: { add?: string[]; remove?: string[]; memberships?: Record<string, { role: TeamRole }> };
}

interface Sync {
  changes: TeamChange[];
  bad: BadRow[];
  skipped: BadRow[];
  /** Rows that contradict each other, one line each, those that the file shows alone included. */
  conflicts: string[];
  /** Notes for people. */
  notes: string[];
}

/** A team that cannot be read makes its rows bad, and stops no other. @throws Failure of the reads */
export async function makeSync(rows: Rows, now: Now, { prune, skipUnknown }: SyncOptions): Promise<Sync> {
  const unknown: BadRow[] = [];
  const result: Sync = {
    changes: [],
    bad: [...rows.bad],
    skipped: [],
    conflicts: [...rows.conflicts],
    notes: [],
  };
  const membersNamed = finder(now.members);
  const settled = new Map<string, { team: Item; people: Map<string, Person> }>();
  for (const listing of rows.listings) {
    const team = findTeam(now.teams, listing, unknown);
    if (!team) continue;
    const id = String(team.id);
    const known = settled.get(id) ?? { team, people: new Map<string, Person>() };
    settled.set(id, known);
    for (const person of listing.people) {
      const first = settlePerson(membersNamed, listing.team, person, known.people, { unknown, bad: result.bad });
      if (first && first.role !== person.role)
        result.conflicts.push(conflictText(rows.unit, listing.team, first, person));
    }
  }
  if (result.conflicts.length > 0) return result;
  if (skipUnknown) result.skipped = unknown;
  else result.bad.push(...unknown);
  for (const [id, { team, people }] of settled) {
    const title = String(team.title ?? id);
    // A row that cannot be read may be about anyone: then nobody is removed.
    const unclear = result.bad.filter((row) => row.team === undefined || isAbout(row, id, title));
    if (prune && unclear.length > 0)
      result.notes.push(
        `nobody is removed from team ${JSON.stringify(title)}: ${unclear.length} of its rows cannot be used`,
      );
    const items = await readMembers(id, now, result.bad, { title, people });
    const body = items ? findChanges(items, people, prune && unclear.length === 0) : {};
    const lines = new Map([...people].map(([user, { line, repeats }]) => [user, [line, ...repeats]]));
    const strangers = unknown.filter((row) => isAbout(row, id, title)).map(({ line }) => line);
    const all = [...[...lines.values()].flat(), ...strangers];
    if (Object.keys(body).length > 0) result.changes.push({ team: id, title, lines, rows: all, body });
  }
  return result;
}

/** Lines of the table that ask for a change: no row of their own removes people, but all others of the team leave them out. */
export function placesIn(changes: readonly TeamChange[], unit: Rows["unit"]): Places {
  const byTeam = new Map(changes.map((change) => [change.team, change]));
  return {
    unit,
    asking: (user, team = "") => byTeam.get(team)?.lines.get(user) ?? [],
    without: (user, team) => (byTeam.get(team)?.lines.has(user) ? [] : (byTeam.get(team)?.rows ?? [])),
  };
}

/** Undefined if this token cannot read them: then its rows cannot be used. */
async function readMembers(
  id: string,
  now: Now,
  bad: BadRow[],
  { title, people }: { title: string; people: ReadonlyMap<string, Person> },
): Promise<readonly Item[] | undefined> {
  try {
    return await now.inTeam(id);
  } catch (error) {
    if (!(error instanceof Failure) || !UNREAD.has(error.kind)) throw error;
    const lines = [...people.values()].map(({ line }) => line);
    const why = `the members of team ${JSON.stringify(title)} cannot be read: ${error.message}`;
    for (const line of lines) bad.push({ line, team: title, why });
    return undefined;
  }
}

const UNREAD: ReadonlySet<string> = new Set(["cannot-tell", "forbidden", "not-found"]);

interface Person {
  role: TeamRole | undefined;
  line: number;
  repeats: number[];
}

const isAbout = ({ team }: BadRow, id: string, title: string): boolean =>
  team !== undefined && (team === id || isSameName(team, title));

function findTeam(teams: readonly Item[], { team, people }: Listing, unknown: BadRow[]): Item | undefined {
  const byId = teams.find(({ id }) => id === team);
  const named = byId ? [byId] : teams.filter(({ title }) => isSameName(String(title ?? ""), team));
  const [found] = named;
  if (named.length === 1) return found;
  const why = named.length === 0 ? "there is no such team" : `${named.length} teams have this title: use the id`;
  for (const { line } of people) unknown.push({ line, team, why: `${JSON.stringify(team)}: ${why}` });
  return undefined;
}

interface MemberFinder {
  /** Members by id, or else by email: a table may have a row for each of them. */
  membersOf: (user: string) => readonly Item[];
  /** `: use the email ...` for the name of one member, which two people may have. */
  emailOf: (user: string) => string;
}

function finder(members: readonly Item[]): MemberFinder {
  const byId = new Map(members.map((one) => [String(one.id), one]));
  const byEmail = byAddress(members);
  return {
    membersOf(user) {
      const found = byId.get(user);
      return found ? [found] : (byEmail.get(foldName(user)) ?? []);
    },
    emailOf(user) {
      const named = members.filter((one) => isSameName(String(getPath(one, "user.displayName") ?? ""), user));
      return named.length === 1 ? `: use the email ${getPath(named[0], "user.email")}` : "";
    },
  };
}

/** Rows of which it is not known whose they are. */
interface Unsettled {
  unknown: BadRow[];
  /** Several members may be meant: no such row is skipped. */
  bad: BadRow[];
}

/** @returns the earlier row about the same person, if there is one */
function settlePerson(
  { membersOf, emailOf }: MemberFinder,
  team: string,
  { user, role, line, repeats }: Listing["people"][number],
  people: Map<string, Person>,
  { unknown, bad }: Unsettled,
): Person | undefined {
  const [found, other] = membersOf(user);
  const name = JSON.stringify(user);
  if (other) bad.push({ line, team, why: `several members have the address ${name}: use the id` });
  else if (!found) unknown.push({ line, team, why: `${name} is not a member of the organization${emailOf(user)}` });
  if (!found || other) return undefined;
  const first = people.get(String(found.id));
  if (!first) people.set(String(found.id), { role, line, repeats });
  else first.repeats.push(line, ...repeats);
  return first;
}

function findChanges(items: readonly Item[], people: ReadonlyMap<string, Person>, prune: boolean): TeamChange["body"] {
  const now = new Map(items.map((one) => [String(getPath(one, "organization.id")), getPath(one, "team.role")]));
  const add = [...people.keys()].filter((user) => !now.has(user));
  const remove = prune ? [...now.keys()].filter((user) => !people.has(user)) : [];
  const roles = [...people].flatMap(([user, { role }]) => {
    // An added person becomes a member. An unstated role may be any.
    const present = now.has(user) ? now.get(user) : "member";
    return role === undefined || role === present ? [] : [[user, { role }] as const];
  });
  return {
    ...(add.length > 0 && { add }),
    ...(remove.length > 0 && { remove }),
    ...(roles.length > 0 && { memberships: Object.fromEntries(roles) }),
  };
}
