/** An access review as a table: one row for each person and grant, with a decision to fill in. */
import { listMemberSpaces, listMembers } from "../../catalog/members.js";
import { ROLES, TEAM_ROLES } from "../../catalog/shared.js";
import { listTeamMembers } from "../../catalog/team-members.js";
import { listTeams } from "../../catalog/teams.js";
import { usage } from "../../errors.js";
import type { Reader } from "../../http/types.js";
import { roleName } from "../../shared/choices.js";
import { getPath } from "../../shared/paths.js";
import { sanitizeLine } from "../../shared/text/sanitize.js";
import { sha256Of } from "../../shared/values.js";
import { count } from "../../shared/wrap.js";
import type { Places } from "../guards/guards.js";
import { readAll } from "../site/read.js";
import { type Row, type RowIdentity, readTable, writeTable } from "../table.js";
import type { Evidence, Fact } from "../types.js";

const KINDS = ["organization", "team", "space"] as const;
type Kind = (typeof KINDS)[number];

/** The columns of the file in order; people fill in the first three. */
const COLUMNS = [
  "decision",
  "reviewer",
  "reason",
  "name",
  "email",
  "access",
  "to",
  "grant",
  "lastSeen",
  "changeable",
  "user",
  "id",
] as const;
type Column = (typeof COLUMNS)[number];

export interface Grant {
  kind: Kind;
  /** Id of the member. */
  user: string;
  name: string;
  email: string;
  lastSeen: string;
  /** Id and title of what they have access to: the organization, a team, a space. */
  id: string;
  to: string;
  /** Role; `guest` for none. */
  grant: string;
  /** Address where it can be changed in the app; absent: a request can change it. */
  app?: string;
}

type Item = Readonly<Record<string, unknown>>;
const textAt = (item: unknown, path: string): string => {
  const value = getPath(item, path);
  return typeof value === "string" ? value : "";
};

/** Every grant that can be read; `access` adds the spaces that each person reaches (one request a person). */
export async function readGrants(
  api: Reader,
  organization: { id: string; title: string },
  { access }: { access: boolean },
): Promise<Grant[]> {
  const params = { organizationId: organization.id };
  const members = await readAll(api, listMembers, { params });
  const teams = await readAll(api, listTeams, { params });
  const byId = new Map(members.map((one) => [one.id ?? "", personOf(one)]));
  const grants: Grant[] = members.map((one) => ({
    ...personOf(one),
    kind: "organization",
    id: organization.id,
    to: organization.title,
    grant: roleName(one.role) ?? "unknown",
  }));
  for (const team of teams) {
    for (const one of await readAll(api, listTeamMembers, { params: { ...params, teamId: team.id ?? "" } })) {
      const person = byId.get(textAt(one, "organization.id")) ?? personOf(one.organization ?? {});
      grants.push({
        ...person,
        kind: "team",
        id: team.id ?? "",
        to: team.title ?? "",
        grant: textAt(one, "team.role") || "unknown",
      });
    }
  }
  if (!access) return sortGrants(grants);
  for (const person of byId.values()) {
    for (const one of await readAll(api, listMemberSpaces, { params: { ...params, userId: person.user } })) {
      grants.push({ ...person, kind: "space", ...spaceOf(one), grant: textAt(one, "permission") });
    }
  }
  return sortGrants(grants);
}

const personOf = (member: Item) => ({
  user: textAt(member, "id"),
  name: textAt(member, "user.displayName"),
  email: textAt(member, "user.email"),
  lastSeen: textAt(member, "lastSeenAt"),
});

const spaceOf = (item: Item) => ({
  id: textAt(item, "space.id"),
  to: textAt(item, "space.title"),
  app: textAt(item, "space.urls.app"),
});

/** A person's rows stand together, in an order that is the same every time. */
const sortGrants = (grants: readonly Grant[]): Grant[] => {
  const keys = new Map(
    grants.map((one) => [
      one,
      JSON.stringify([one.email || one.name, one.user, KINDS.indexOf(one.kind), one.to, one.id]),
    ]),
  );
  return [...grants].sort((a, b) => ((keys.get(a) ?? "") < (keys.get(b) ?? "") ? -1 : 1));
};

const NOT_HERE = "no endpoint changes it; change it in the app: ";

export function reviewFile(grants: readonly Grant[]): string {
  const rows = grants.map(
    (one): Partial<Record<Column, string>> => ({
      ...one,
      // People read them, in a table and in logs; nothing is found by them.
      name: sanitizeLine(one.name),
      email: sanitizeLine(one.email),
      to: sanitizeLine(one.to),
      access: one.kind,
      changeable: one.kind === "space" ? `${NOT_HERE}${one.app || "the settings of the space"}` : "yes",
    }),
  );
  return writeTable(COLUMNS, rows);
}

/** The decision about a grant. `undefined`: not reviewed. */
export type Decision = { is: "keep" } | { is: "remove" } | { is: "role"; role: string };

export interface ReviewedGrant {
  line: number;
  kind: Kind;
  user: string;
  who: string;
  /** Whose row it is, as it says besides the id. */
  identity: RowIdentity;
  id: string;
  to: string;
  /** The role or level when the file was made. */
  grant: string;
  decision: Decision | undefined;
  reviewer: string;
  reason: string;
  app: string;
  /** Later rows that decide the same about the same grant. */
  repeats: ReviewedGrant[];
}

export interface Review {
  rows: ReviewedGrant[];
  bad: BadRow[];
}

export interface BadRow {
  line: number;
  /** Whose row it is, and to what it gives access, as far as it says so. */
  who: string;
  why: string;
}

const NAMES: Readonly<Record<Column, readonly string[]>> = {
  decision: [],
  reviewer: ["reviewedby"],
  reason: ["comment"],
  name: [],
  email: [],
  access: ["kind"],
  to: ["title"],
  grant: ["role"],
  lastSeen: [],
  changeable: [],
  user: ["userid"],
  id: [],
};

/** @throws Failure usage for anything but a review, and for rows that contradict each other */
export function readReview(text: string, name: string): Review {
  const { rows } = readTable(text, name, NAMES, ["decision", "access", "user", "id", "grant"]);
  const review: Review = { rows: [], bad: [] };
  const seen = new Map<string, ReviewedGrant>();
  const conflicts: string[] = [];
  for (const row of rows) {
    const found = reviewedOf(row);
    if ("why" in found) {
      review.bad.push(found);
      continue;
    }
    const key = JSON.stringify([found.kind, found.id, found.user]);
    const first = seen.get(key);
    if (!first) {
      seen.set(key, found);
      review.rows.push(found);
    } else if (JSON.stringify(first.decision) !== JSON.stringify(found.decision)) {
      conflicts.push(`line ${found.line}: ${found.who}, ${found.to}: line ${first.line} has another decision`);
    } else first.repeats.push(found);
  }
  if (conflicts.length > 0)
    throw usage([`${name} contains contradictions; nothing was sent:`, ...conflicts.map((one) => `  ${one}`)]);
  return review;
}

const isKind = (text: string): text is Kind => KINDS.some((one) => one === text);

function reviewedOf({ line, cells }: Row): ReviewedGrant | BadRow {
  const { access = "", user = "", id = "", grant = "", reviewer = "", reason = "" } = cells;
  const who = cells.email || cells.name || user;
  const bad = (why: string): BadRow => ({ line, who: [who, cells.to || id].filter(Boolean).join(", "), why });
  const kind = access.toLowerCase();
  if (!isKind(kind)) return bad(`access ${JSON.stringify(access)} is not one of ${KINDS.join(", ")}`);
  if (user === "" || id === "") return bad(`no ${user === "" ? "user" : "id"}`);
  const decision = decisionOf(cells.decision ?? "", kind);
  if (typeof decision === "string") return bad(decision);
  const app = /https?:\/\/\S+/.exec(cells.changeable ?? "")?.[0] ?? "";
  const identity = { name: cells.name ?? "", email: cells.email ?? "" };
  const about = { line, kind, user, who, identity, id, to: cells.to || id, grant: grant.toLowerCase(), app };
  return { ...about, decision, reviewer, reason, repeats: [] };
}

/** The decision in a cell; undefined if it is empty; a text says what is wrong with it. */
function decisionOf(cell: string, kind: Kind): Decision | undefined | string {
  const text = cell.trim().toLowerCase();
  if (text === "") return undefined;
  if (text === "keep" || text === "remove") return { is: text };
  const role = /^role\s*[:=]\s*(\S+)$/.exec(text)?.[1];
  const roles: readonly string[] = kind === "team" ? TEAM_ROLES : [...ROLES, "guest"];
  if (role !== undefined && roles.includes(role)) return { is: "role", role };
  return role === undefined
    ? `decision ${JSON.stringify(cell)} is not one of keep, remove, role:<role>`
    : `role ${JSON.stringify(role)} is not one of ${roles.join(", ")}`;
}

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

// Evidence of the review that a plan was made from: who decided what, and for what reason.

export const decisionText = (decision: Decision): string =>
  decision.is === "role" ? `role:${decision.role}` : decision.is;

/** The rows that decide the same about a grant: a table may have it twice. */
const rowsOf = (row: ReviewedGrant): ReviewedGrant[] => [row, ...row.repeats];

const removeDuplicates = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ""))];

/** For the step of one decision. */
export function decisionEvidence(row: ReviewedGrant): Fact[] {
  const rows = rowsOf(row);
  return [
    { name: "decision", values: row.decision ? [decisionText(row.decision)] : [] },
    { name: "reviewer", values: removeDuplicates(rows.map(({ reviewer }) => reviewer)) },
    { name: "reason", values: removeDuplicates(rows.map(({ reason }) => reason)) },
    { name: "line", values: rows.map(({ line }) => `${line}`) },
  ];
}

/** Lines of the table that ask for a change: a person who leaves the organization leaves its teams, whatever their own rows decide. */
export function placesIn({ rows }: Review, organization: string): Places {
  const byGrant = new Map(rows.map((row) => [`${row.id} ${row.user}`, row]));
  const deciding = (user: string, id: string, kinds: readonly Decision["is"][]): number[] => {
    const row = byGrant.get(`${id} ${user}`);
    return row?.decision && kinds.includes(row.decision.is) ? rowsOf(row).map(({ line }) => line) : [];
  };
  return {
    unit: "line",
    asking: (user, team) => [
      ...deciding(user, team ?? organization, ["remove", "role"]),
      ...(team === undefined ? [] : deciding(user, organization, ["remove"])),
    ],
  };
}

/** For the whole plan. `text`: the file as it was read, which is without its byte order mark. */
export function reviewEvidence(review: Review, name: string, text: string): Evidence {
  const { rows, keep, remove, role, notReviewed, unusable } = countsOf(review);
  const reviewers = new Map<string, number>();
  for (const { decision, reviewer } of review.rows) {
    if (decision) reviewers.set(reviewer, (reviewers.get(reviewer) ?? 0) + 1);
  }
  return {
    about: name === "-" ? "a review from standard input" : `review ${name}`,
    facts: [
      { name: "SHA-256 without the byte order mark", values: [sha256Of(text)] },
      {
        name: "rows",
        values: [
          `${rows} (${keep} keep, ${remove} remove, ${role} role, ${notReviewed} not reviewed, ${unusable} not usable)`,
        ],
      },
      {
        name: "reviewers",
        values: [...reviewers].map(([who, number]) => `${who || "no reviewer named"}: ${count(number, "decision")}`),
      },
    ],
  };
}
