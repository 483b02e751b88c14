/** Derives the changes that the decisions of a review require today. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { removeMember, updateMember } from "../../catalog/members.js";
import { removeTeamMember, setTeamMember } from "../../catalog/team-members.js";
import { getPath } from "../../facts/paths.js";
import type { Review, Reviewed } from "./rows.js";

type Item = Readonly<Record<string, unknown>>;

export interface Now {
  organizationId: string;
  members: readonly Item[];
  /** Members of a team; none if it no longer exists. */
  inTeam: (team: string) => Promise<readonly Item[]>;
}

export interface Wish {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: Record<string, unknown>;
  title: string;
}

export interface Changes {
  wishes: Wish[];
  /** Decisions that cannot be carried out, one line each. */
  left: string[];
  /** Number of decisions that are fulfilled already. */
  satisfied: number;
}

/** Teams come first, as removing somebody from the organization removes them from its teams. @throws Failure of the reads */
export async function changesOf({ rows, bad }: Review, now: Now): Promise<Changes> {
  const result: Changes = { wishes: [], left: bad.map(({ line, why }) => `line ${line}: ${why}`), satisfied: 0 };
  const order = ["team", "organization", "space"] as const;
  const roles = rolesIn(now);
  for (const kind of order) {
    for (const row of rows.filter((one) => one.kind === kind)) {
      const { decision } = row;
      if (!decision || decision.is === "keep") continue;
      const elsewhere = kind === "organization" && row.id !== now.organizationId;
      if (elsewhere) result.left.push(`line ${row.line}: ${row.who}: it concerns another organization`);
      else if (kind === "space")
        result.left.push(`line ${row.line}: ${row.who}, ${row.to}: change access to spaces in the app: ${row.app}`);
      else await decide(row, kind, now, roles, result);
    }
  }
  return result;
}

async function decide(
  row: Reviewed,
  kind: "team" | "organization",
  now: Now,
  roles: Roles,
  result: Changes,
): Promise<void> {
  const present = await roles[kind](row);
  const wanted = row.decision?.is === "role" ? row.decision.role : undefined;
  if (present === wanted) {
    result.satisfied += 1;
    return;
  }
  if (present !== row.grant) {
    const is = present ?? "gone";
    result.left.push(
      `line ${row.line}: ${row.who}, ${row.to}: reviewed as ${row.grant}, but now ${is}: review it again`,
    );
    return;
  }
  result.wishes.push(wishOf(row, kind, now.organizationId, wanted));
}

function wishOf(
  { user, who, id, to }: Reviewed,
  kind: "team" | "organization",
  organizationId: string,
  role: string | undefined,
): Wish {
  const title =
    role === undefined
      ? `take ${who} out of ${kind} ${JSON.stringify(to)}`
      : `make ${who} ${role} of ${kind} ${JSON.stringify(to)}`;
  if (kind === "team") {
    const params = { organizationId, teamId: id, userId: user };
    return role === undefined
      ? { endpoint: removeTeamMember, params, title }
      : { endpoint: setTeamMember, params, body: { role }, title };
  }
  const params = { organizationId, userId: user };
  if (role === undefined) return { endpoint: removeMember, params, title };
  return { endpoint: updateMember, params, body: { role: role === "guest" ? null : role }, title };
}

/** The role that a row's person has today; undefined: not a member. */
type Roles = Record<"team" | "organization", (row: Reviewed) => Promise<string | undefined>>;

/** A review has a row for each person and team: their lists are searched once. */
function rolesIn({ members, inTeam }: Now): Roles {
  const inOrganization = new Map(members.map(({ id, role }) => [String(id), roleOf(role)]));
  const teams = new Map<string, Promise<Map<string, string>>>();
  const read = async (team: string) =>
    new Map(
      (await inTeam(team)).map((one) => [String(getPath(one, "organization.id")), roleOf(getPath(one, "team.role"))]),
    );
  return {
    organization: async ({ user }) => inOrganization.get(user),
    async team({ user, id }) {
      const known = teams.get(id) ?? read(id);
      teams.set(id, known);
      return (await known).get(user);
    },
  };
}

const roleOf = (role: unknown): string => (typeof role === "string" ? role : "guest");

/** The progress of a review in numbers. */
export function countsOf({
  rows,
  bad,
}: Review): Record<"rows" | "keep" | "remove" | "role" | "notReviewed" | "unusable", number> {
  const of = (is: string) => rows.filter(({ decision }) => decision?.is === is).length;
  return {
    rows: rows.length + bad.length,
    keep: of("keep"),
    remove: of("remove"),
    role: of("role"),
    notReviewed: rows.filter(({ decision }) => !decision).length,
    unusable: bad.length,
  };
}
