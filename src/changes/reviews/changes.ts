/** Derives the changes that the decisions of a review require today. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { removeMember, updateMember } from "../../catalog/members.js";
import { removeTeamMember, setTeamMember } from "../../catalog/team-members.js";
import { Failure } from "../../errors.js";
import { getPath } from "../../shared/paths.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { disagreementOf } from "../table.js";
import type { Fact } from "../types.js";
import { type BadRow, decisionEvidence, type Review, type ReviewedGrant } from "./review-rows.js";

type Item = Readonly<Record<string, unknown>>;

interface Now {
  organizationId: string;
  members: readonly Item[];
  /** The title of a team; undefined if it is absent or not said. */
  titleOf: (team: string) => Promise<string | undefined>;
  /** Members of a team; none if it is absent. @throws Failure cannot-tell if it, or some of them, may be out of sight */
  inTeam: (team: string) => Promise<readonly Item[]>;
}

interface DecidedChange {
  endpoint: AnyEndpoint;
  params: Record<string, string>;
  body?: Record<string, unknown>;
  /** The decision with its author and reason. */
  evidence: Fact[];
}

interface Changes {
  changes: DecidedChange[];
  /** Decisions that cannot be carried out, one line each. */
  left: string[];
  /** Number of decisions that are fulfilled already. */
  satisfied: number;
}

/** `line 7: ann@x.example, Writers: decision "promote" is not one of keep, remove, role:<role>` */
export const badRowText = ({ line, who, why }: BadRow): string => `line ${line}: ${who === "" ? "" : `${who}: `}${why}`;

/** Rows of one team stand together, in the order in which the teams first appear. */
function byTeam(rows: readonly ReviewedGrant[]): ReviewedGrant[] {
  const teams = [...new Set(rows.map(({ id }) => id))];
  const places = new Map(teams.map((id, at) => [id, at]));
  return [...rows].sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

/** Teams come first, as removing somebody from the organization removes them from its teams. @throws Failure of the reads */
export async function readChanges({ rows, bad }: Review, now: Now): Promise<Changes> {
  const result: Changes = { changes: [], left: bad.map(badRowText), satisfied: 0 };
  const order = ["team", "organization", "space"] as const;
  const roles = rolesIn(now);
  for (const kind of order) {
    for (const row of byTeam(rows.filter((one) => one.kind === kind))) {
      const { decision } = row;
      if (!decision) continue;
      const elsewhere = kind === "organization" && row.id !== now.organizationId;
      if (decision.is === "keep" && (elsewhere || kind === "space")) continue;
      if (elsewhere) result.left.push(`line ${row.line}: ${row.who}: it concerns another organization`);
      else if (kind === "space")
        result.left.push(`line ${row.line}: ${row.who}, ${row.to}: change access to spaces in the app: ${row.app}`);
      else await unlessUnclear(row, result, () => decide(row, kind, now, roles, result));
    }
  }
  return result;
}

/** A hidden grant is neither fulfilled nor changed: the other rows go on. */
async function unlessUnclear(
  { line, who, to }: ReviewedGrant,
  { left }: Changes,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "cannot-tell") throw error;
    left.push(`line ${line}: ${who}, ${to}: ${error.message}`);
  }
}

async function decide(
  row: ReviewedGrant,
  kind: "team" | "organization",
  now: Now,
  roles: Roles,
  result: Changes,
): Promise<void> {
  const present = await roles[kind](row);
  const wanted = row.decision?.is === "role" ? row.decision.role : undefined;
  // Only the reviewed role is kept; nothing is left to keep of a person who is gone.
  const isKept = row.decision?.is === "keep";
  if (isKept && (present === undefined || present === row.grant)) return;
  if (!isKept && present === wanted) {
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
  const why = disagreementOf(row.identity, roles.member(row)) ?? (await otherTeam(row, kind, now));
  if (why === undefined) result.changes.push(findChange(row, kind, now.organizationId, wanted));
  else result.left.push(`line ${row.line}: ${row.who}, ${row.to}: ${why}`);
}

/** Why a row is about another team than the one with its id; undefined if it is not. */
async function otherTeam({ id, to }: ReviewedGrant, kind: "team" | "organization", { titleOf }: Now) {
  if (kind !== "team" || to === id) return undefined;
  const title = await titleOf(id);
  if (title === undefined || sanitizeLine(title) === to) return undefined;
  return `its id is that of ${JSON.stringify(sanitizeLine(title))}`;
}

function findChange(
  row: ReviewedGrant,
  kind: "team" | "organization",
  organizationId: string,
  role: string | undefined,
) {
  return { ...makeRequest(row, kind, organizationId, role), evidence: decisionEvidence(row) };
}

function makeRequest(
  { user, id }: ReviewedGrant,
  kind: "team" | "organization",
  organizationId: string,
  role: string | undefined,
): Omit<DecidedChange, "evidence"> {
  if (kind === "team") {
    const params = { organizationId, teamId: id, userId: user };
    return role === undefined
      ? { endpoint: removeTeamMember, params }
      : { endpoint: setTeamMember, params, body: { role } };
  }
  const params = { organizationId, userId: user };
  if (role === undefined) return { endpoint: removeMember, params };
  return { endpoint: updateMember, params, body: { role: role === "guest" ? null : role } };
}

/** The role that a row's person has today; undefined: not a member. */
interface Roles extends Record<"team" | "organization", (row: ReviewedGrant) => Promise<string | undefined>> {
  /** The member with the row's id. */
  member(row: ReviewedGrant): Item | undefined;
}

/** A review has a row for each person and team: their lists are searched once. */
function rolesIn({ members, inTeam }: Now): Roles {
  const inOrganization = new Map(members.map(({ id, role }) => [String(id), roleOf(role)]));
  const teams = new Map<string, Promise<Map<string, string>>>();
  const read = async (team: string) =>
    new Map(
      (await inTeam(team)).map((one) => [String(getPath(one, "organization.id")), roleOf(getPath(one, "team.role"))]),
    );
  const byId = new Map(members.map((one) => [String(one.id), one]));
  return {
    member: ({ user }) => byId.get(user),
    organization: async ({ user }) => inOrganization.get(user),
    async team({ user, id }) {
      const known = teams.get(id) ?? read(id);
      teams.set(id, known);
      return (await known).get(user);
    },
  };
}

/** A guest has none; of one that is not said nothing is known. */
const roleOf = (role: unknown): string => (typeof role === "string" ? role : role === null ? "guest" : "unknown");
