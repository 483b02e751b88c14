/** Findings for people who know none of the rules: what is wrong, where, and whom to ask. */
import { listTeamMembers } from "../catalog/team-members.js";
import type { Severity } from "../shared/choices.js";
import type { Facts } from "./data-source.js";
import { Unknown } from "./not-evaluable.js";
import type { Subject, Thing } from "./subjects.js";
import type { Finding, Outcome } from "./types.js";

/** Somebody who can probably say more, and the reason to think so: nothing in the service names an owner. */
export interface Contact {
  name: string;
  because: string;
}

export interface AttentionItem {
  object: Thing | null;
  within: Thing | null;
  message: string;
  since: string | null;
  /** Null if nothing that was read leads to somebody. */
  contact: Contact | null;
}

/** The errors or warnings of a rule. */
export interface Attention {
  rule: string;
  severity: Severity;
  summary: string;
  total: number;
  /** The first few. */
  items: AttentionItem[];
}

/** Findings of one rule that are named. */
const MOST_ITEMS = 5;
/** People who are named where several could be asked. */
const MOST_NAMES = 3;

type Fails = readonly { finding: Finding; outcome: Outcome }[];

/** Errors first, then the rules with most findings. Infos need no attention. */
export async function readAttention(facts: Facts, outcomes: readonly Outcome[]): Promise<Attention[]> {
  const contactOf = await contacts(facts);
  const fails: Fails = outcomes.flatMap((outcome) =>
    outcome.findings.flatMap((finding) =>
      finding.status === "fail" && finding.severity !== "info" ? [{ finding, outcome }] : [],
    ),
  );
  const rules = [...new Set(fails.map(({ outcome }) => outcome))];
  const groups = rules.map(async (outcome): Promise<Attention> => {
    const found = fails.filter((one) => one.outcome === outcome).map(({ finding }) => finding);
    const items = found.slice(0, MOST_ITEMS).map(async ({ object, within, message, since }) => {
      return { object, within, message, since, contact: await contactOf(object, within) };
    });
    const { rule, severity } = outcome;
    return { rule: rule.id, severity, summary: rule.summary, total: found.length, items: await Promise.all(items) };
  });
  const rank = ({ severity }: Attention) => (severity === "error" ? 0 : 1);
  return (await Promise.all(groups)).sort((a, b) => rank(a) - rank(b) || b.total - a.total);
}

/** An unreadable list has no subjects: a contact is a help, never a claim. */
async function readSubjects<K extends "member" | "team" | "change-request">(facts: Facts, kind: K) {
  try {
    return (await facts.subjects(kind)).subjects;
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}

async function contacts(facts: Facts) {
  const [changes, teams, members] = await Promise.all([
    readSubjects(facts, "change-request"),
    readSubjects(facts, "team"),
    readSubjects(facts, "member"),
  ]);
  const newest = newestBySpace(changes);
  const byId = new Map(changes.map((change) => [change.thing.id, change]));
  const admins = members.filter(({ item }) => item.role === "admin" && item.disabled !== true);
  const administrators = toContact(
    admins.map(({ thing }) => thing.title),
    admins.length === 1 ? "administrator of the organization" : "administrators of the organization",
  );
  return async (object: Thing | null, within: Thing | null): Promise<Contact | null> => {
    const change = object?.kind === "change-request" ? byId.get(object.id) : undefined;
    if (change) return authorOf(change, "its author");
    const team = object?.kind === "team" ? teams.find(({ thing }) => thing.id === object.id) : undefined;
    if (team) return readOwners(facts, team);
    const space = within?.kind === "space" ? within : object?.kind === "space" ? object : undefined;
    if (!space) return administrators;
    const latest = newest.get(space.id);
    return latest
      ? authorOf(latest, `author of the newest open or draft change request there, ${numberOf(latest)}`)
      : null;
  };
}

const numberOf = ({ item }: Subject<"change-request">): string => `#${item.number ?? "?"}`;

function authorOf({ item }: Subject<"change-request">, because: string): Contact | null {
  const name = item.createdBy?.displayName || item.createdBy?.email;
  return name ? { name, because } : null;
}

function newestBySpace(changes: readonly Subject<"change-request">[]): Map<string, Subject<"change-request">> {
  const time = ({ item }: Subject<"change-request">) => item.createdAt ?? "";
  const newest = new Map<string, Subject<"change-request">>();
  for (const change of changes) {
    const id = change.within?.id ?? "";
    const known = newest.get(id);
    if (known === undefined || time(known) < time(change)) newest.set(id, change);
  }
  return newest;
}

async function readOwners(facts: Facts, { item, params }: Subject<"team">): Promise<Contact | null> {
  if (item.members === 0) return null;
  try {
    const memberships = await facts.list(listTeamMembers, params);
    const owners = memberships.filter(({ team }) => team?.role === "owner");
    return toContact(
      owners.map(({ organization }) => organization?.user?.displayName || organization?.user?.email || ""),
      owners.length === 1 ? "owner of the team" : "owners of the team",
    );
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}

/** All names, or none: some of many would look like those in charge. */
const toContact = (names: readonly string[], because: string): Contact | null =>
  names.length === 0 || names.length > MOST_NAMES || names.includes("") ? null : { name: names.join(", "), because };
