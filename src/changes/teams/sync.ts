/** Derives the changes that make teams match a table: one request for each team. */
import { usage } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import type { BadRow, Listing, Rows, TeamRole } from "./rows.js";

type Item = Readonly<Record<string, unknown>>;

export interface Now {
  members: readonly Item[];
  teams: readonly Item[];
  /** Members of a team, by its id. */
  inTeam: (team: string) => Promise<readonly Item[]>;
}

export interface SyncOptions {
  /** People in a listed team who are not in the table leave it. */
  prune: boolean;
  /** Rows about unknown people and teams are skipped; otherwise they are bad rows. */
  skipUnknown: boolean;
}

export interface TeamChange {
  team: string;
  title: string;
  body: { add?: string[]; remove?: string[]; memberships?: Record<string, { role: TeamRole }> };
}

export interface Sync {
  changes: TeamChange[];
  bad: BadRow[];
  skipped: BadRow[];
  /** Notes for people. */
  notes: string[];
}

/** @throws Failure of the reads, usage for rows that contradict each other */
export async function syncOf(rows: Rows, now: Now, { prune, skipUnknown }: SyncOptions): Promise<Sync> {
  const unknown: BadRow[] = [];
  const result: Sync = { changes: [], bad: [...rows.bad], skipped: [], notes: [] };
  const memberOf = finder(now.members);
  const settled = new Map<string, { team: Item; people: Map<string, Person> }>();
  for (const listing of rows.listings) {
    const team = findTeam(now.teams, listing, unknown);
    if (!team) continue;
    const id = String(team.id);
    const known = settled.get(id) ?? { team, people: new Map<string, Person>() };
    settled.set(id, known);
    for (const person of listing.people) settlePerson(memberOf, listing.team, person, known.people, unknown);
  }
  if (skipUnknown) result.skipped = unknown;
  else result.bad.push(...unknown);
  for (const [id, { team, people }] of settled) {
    const title = String(team.title ?? id);
    // A row that cannot be read may be about anybody: then nobody is removed.
    const unclear = result.bad.filter((row) => row.team === undefined || sameName(row.team, title) || row.team === id);
    if (prune && unclear.length > 0)
      result.notes.push(
        `nobody is removed from team ${JSON.stringify(title)}: ${unclear.length} of its rows cannot be used`,
      );
    const body = changesOf(await now.inTeam(id), people, prune && unclear.length === 0);
    if (Object.keys(body).length > 0) result.changes.push({ team: id, title, body });
  }
  return result;
}

interface Person {
  role: TeamRole | undefined;
  line: number;
}

const folded = (name: string): string => name.trim().toLowerCase();
const sameName = (one: string, other: string): boolean => folded(one) === folded(other);

function findTeam(teams: readonly Item[], { team, people }: Listing, unknown: BadRow[]): Item | undefined {
  const byId = teams.find(({ id }) => id === team);
  const named = byId ? [byId] : teams.filter(({ title }) => sameName(String(title ?? ""), team));
  const [found] = named;
  if (named.length === 1) return found;
  const why = named.length === 0 ? "there is no such team" : `${named.length} teams have this title: use the id`;
  for (const { line } of people) unknown.push({ line, team, why: `${JSON.stringify(team)}: ${why}` });
  return undefined;
}

/** Members by id, or else by e-mail address: a table may have a row for each of them. */
function finder(members: readonly Item[]): (user: string) => Item | undefined {
  const byId = new Map(members.map((one) => [String(one.id), one]));
  const byEmail = new Map<string, Item>();
  for (const one of members) {
    const email = folded(String(getPath(one, "user.email") ?? ""));
    if (!byEmail.has(email)) byEmail.set(email, one);
  }
  return (user) => byId.get(user) ?? byEmail.get(folded(user));
}

function settlePerson(
  memberOf: (user: string) => Item | undefined,
  team: string,
  { user, role, line }: Listing["people"][number],
  people: Map<string, Person>,
  unknown: BadRow[],
): void {
  const found = memberOf(user);
  const id = found ? String(found.id) : undefined;
  const first = id === undefined ? undefined : people.get(id);
  if (id === undefined)
    unknown.push({ line, team, why: `${JSON.stringify(user)} is not a member of the organization` });
  else if (!first) people.set(id, { role, line });
  else if (first.role !== role) {
    throw usage(`rows ${first.line} and ${line} give the same person two roles in ${team}; nothing was sent`);
  }
}

function changesOf(items: readonly Item[], people: ReadonlyMap<string, Person>, prune: boolean): TeamChange["body"] {
  const now = new Map(items.map((one) => [String(getPath(one, "organization.id")), getPath(one, "team.role")]));
  const add = [...people.keys()].filter((user) => !now.has(user));
  const remove = prune ? [...now.keys()].filter((user) => !people.has(user)) : [];
  const roles = [...people].flatMap(([user, { role }]) => {
    // Who is added becomes a member. A role that is not said may be any.
    const present = now.has(user) ? now.get(user) : "member";
    return role === undefined || role === present ? [] : [[user, { role }] as const];
  });
  return {
    ...(add.length > 0 && { add }),
    ...(remove.length > 0 && { remove }),
    ...(roles.length > 0 && { memberships: Object.fromEntries(roles) }),
  };
}
