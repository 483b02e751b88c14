/** Collects the figures that `docs orgs overview` shows. */
import { getOrg } from "../catalog/organizations.js";
import { listSpaceLinks } from "../catalog/spaces.js";
import { listTeamMembers } from "../catalog/team-members.js";
import { Failure } from "../errors.js";
import { roleName, type Severity } from "../shared/choices.js";
import { countOpenComments, knownComments } from "../shared/open-comments.js";
import { getPath } from "../shared/paths.js";
import type { Facts } from "./data-source.js";
import { Unknown } from "./not-evaluable.js";
import { linksBroken } from "./rules/links.js";
import { readTree } from "./rules/read-pages.js";
import type { ItemOf } from "./subjects.js";
import type { Finding, Outcome, Subject, Thing } from "./types.js";

// How long ago the documents of spaces were changed, and what else is known of each space.

/** Milliseconds. */
const DAY = 86_400_000;

const FRESHNESS = [
  { name: "under 30 days", most: 30 },
  { name: "30 to 90 days", most: 90 },
  { name: "90 days to a year", most: 365 },
  { name: "over a year", most: Number.POSITIVE_INFINITY },
] as const;

/**
 * @param ages the youngest first; `most` in days
 * @param now in milliseconds since the epoch
 */
const nameAge = (ages: readonly { name: string; most: number }[], time: unknown, now: number): string =>
  ages.find(({ most }) => (now - Date.parse(String(time))) / DAY < most)?.name ?? "unknown";

/** Pages of one space; only documents have an age: groups and links have no text. */
interface PageAges {
  /** Pages of every type. */
  pages: number;
  documents: number;
  /** By the names of `FRESHNESS`, and `unknown`. */
  byAge: Record<string, number>;
  /** ISO 8601: the last change of any document. */
  changedAt: string | null;
}

/** Counts nested pages, too. */
function pageAges(pages: readonly unknown[], now: number): PageAges {
  const ages: PageAges = { pages: 0, documents: 0, byAge: {}, changedAt: null };
  // Without recursion: the tree may be as deep as JSON allows.
  const waiting: unknown[] = [...pages];
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    ages.pages += 1;
    const below = getPath(page, "pages");
    if (Array.isArray(below)) for (const one of below) waiting.push(one);
    if (getPath(page, "type") !== "document") continue;
    const changed = getPath(page, "updatedAt");
    const name = nameAge(FRESHNESS, changed, now);
    ages.documents += 1;
    ages.byAge[name] = (ages.byAge[name] ?? 0) + 1;
    if (typeof changed === "string" && changed > (ages.changedAt ?? "")) ages.changedAt = changed;
  }
  return ages;
}

export interface NamedThing {
  id: string;
  title: string;
}

export type SpaceSummary = ReturnType<typeof spacesOf>["each"][number];
export type SiteSummary = ReturnType<typeof sitesOf>["each"][number];
export type WaitingChange = ReturnType<typeof changesOf>["oldest"][number];

/** Numbers by name, in the order in which they are shown. */
export type Counts = Readonly<Record<string, number>>;

/** A part that could not be read is null: `unread` says why. */
export interface Overview {
  organization: NamedThing;
  /** RFC 3339. */
  readAt: string;
  /** Errors and warnings. */
  attention: Attention[];
  spaces: ReturnType<typeof spacesOf> | null;
  /** Pages of all spaces: documents, groups and links. */
  pages: number | null;
  /** Documents by the time of their last change. */
  freshness: { documents: number; byAge: Counts } | null;
  changeRequests: ReturnType<typeof changesOf> | null;
  openComments: { total: number; bySpace: (NamedThing & { comments: number })[] } | null;
  /** Broken ones as `links-broken` found them, each on each page: none that is ignored. */
  links: { total: number; broken: number; bySpace: (NamedThing & { broken: number })[] } | null;
  people: { total: number; byRole: Counts; disabled: number } | null;
  access: { sso: boolean | null; inviteLinks: boolean | null; defaultRole: string | null };
  teams: number | null;
  sites: ReturnType<typeof sitesOf> | null;
  findings: ReturnType<typeof findingsOf>;
  unread: { part: string; reason: string }[];
}

/** How many of the oldest open and draft change requests are named. */
const MOST_OLDEST = 5;

const AGES = [
  { name: "under 7 days", most: 7 },
  { name: "7 to 30 days", most: 30 },
  { name: "30 to 90 days", most: 90 },
  { name: "over 90 days", most: Number.POSITIVE_INFINITY },
] as const;

/** Highest first; a member without a role is a guest. */
const ROLES = ["admin", "create", "edit", "review", "comment", "read", "guest"];
const SEVERITIES = ["error", "warning", "info"];

const namesOf = (ages: readonly { name: string }[]): string[] => [...ages.map(({ name }) => name), "unknown"];

/** How often each name occurs: those in `order` first, then the others; without those that do not occur. */
function countBy<T>(
  things: readonly T[],
  nameOf: (thing: T) => string | null | undefined,
  order: string[] = [],
): Counts {
  const names = things.map((thing) => nameOf(thing) ?? "unknown");
  const all = new Set([...order, ...[...names].sort()]);
  const counts = new Map(names.map((name) => [name, 0]));
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...all].flatMap((name) => (counts.has(name) ? [[name, counts.get(name) ?? 0]] : [])));
}

/**
 * `outcomes` come from rules run on the same facts; `now` is in milliseconds since the epoch.
 * @throws Failure if the organization itself cannot be read
 */
export async function readOverview(facts: Facts, outcomes: readonly Outcome[], now: number): Promise<Overview> {
  const unread: Overview["unread"] = [];
  const part = async <T>(name: string, read: () => Promise<T>): Promise<T | null> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      unread.push({ part: name, reason: error.message });
      return null;
    }
  };
  const organization = await facts.one(getOrg, { organizationId: facts.organization }).catch(throwFailure);
  const [spaces, people, teams, sites] = await Promise.all([
    part("spaces", () => readSubjects(facts, "space")),
    part("people", () => readSubjects(facts, "member")),
    part("teams", () => readSubjects(facts, "team")),
    part("sites", () => readSubjects(facts, "site")),
  ]);
  const [ages, links, live, attention] = await Promise.all([
    spaces && part("pages", () => readAges(facts, spaces, now)),
    spaces && part("links", () => readLinks(facts, outcomes, spaces)),
    spaces && part("change requests", () => readSubjects(facts, "change-request")),
    readAttention(facts, outcomes),
  ]);
  const openComments = spaces && live && (await part("comments", async () => commentsOf(spaces, live)));
  return {
    organization: { id: facts.organization, title: organization.title ?? facts.organization },
    readAt: new Date(now).toISOString(),
    attention,
    spaces: spaces && spacesOf(spaces, { ages, links, openComments }),
    pages: ages && sum([...ages.values()].map(({ pages }) => pages)),
    freshness: ages && freshnessOf([...ages.values()]),
    changeRequests: live && changesOf(live, now),
    openComments,
    links,
    people: people && peopleOf(people),
    access: accessOf(organization),
    teams: teams?.length ?? null,
    sites: sites && sitesOf(sites),
    findings: findingsOf(outcomes),
    unread,
  };
}

/** @throws the failure that kept a request from being answered, which has an exit code */
function throwFailure(error: unknown): never {
  throw error instanceof Unknown && error.cause instanceof Failure ? error.cause : error;
}

/** @throws Unknown if one of the lists could not be read */
async function readSubjects<K extends "space" | "member" | "team" | "site" | "change-request">(facts: Facts, kind: K) {
  const { subjects, unknown } = await facts.subjects(kind);
  const [first] = unknown;
  if (first) throw new Unknown(first.reason);
  return subjects;
}

type Spaces = readonly Subject<"space">[];
type Live = readonly Subject<"change-request">[];
type Ages = ReadonlyMap<string, PageAges>;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/** Unreadable figures of a space are null. */
function spacesOf(spaces: Spaces, counted: Pick<Overview, "links" | "openComments"> & { ages: Ages | null }) {
  const { ages, links, openComments } = counted;
  const broken = links && new Map(links.bySpace.map((one) => [one.id, one.broken]));
  const comments = openComments && new Map(openComments.bySpace.map((one) => [one.id, one.comments]));
  const each = spaces.map(({ thing: { id, title, url }, item }) => {
    const { changeRequestsOpen: open, changeRequestsDraft: drafts } = item;
    const pages = ages?.get(id);
    return {
      id,
      title,
      visibility: item.visibility ?? "unknown",
      url,
      pages: pages?.pages ?? null,
      /** RFC 3339: the last change of a document. */
      changedAt: pages?.changedAt ?? null,
      /** Documents that were not changed for a year. */
      stale: pages ? (pages.byAge["over a year"] ?? 0) : null,
      liveChangeRequests: typeof open === "number" && typeof drafts === "number" ? open + drafts : null,
      openComments: comments && (comments.get(id) ?? 0),
      brokenLinks: broken && (broken.get(id) ?? 0),
    };
  });
  return { total: spaces.length, byVisibility: countBy(each, ({ visibility }) => visibility), each };
}

async function readAges(facts: Facts, spaces: Spaces, now: number): Promise<Ages> {
  const read = spaces.map(async ({ thing, params }) => {
    return [thing.id, pageAges(await readTree(facts, params), now)] as const;
  });
  return new Map(await Promise.all(read));
}

function freshnessOf(ages: readonly PageAges[]): NonNullable<Overview["freshness"]> {
  const counts = namesOf(FRESHNESS).map((name) => [name, sum(ages.map(({ byAge }) => byAge[name] ?? 0))] as const);
  return {
    documents: sum(ages.map(({ documents }) => documents)),
    byAge: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

async function readLinks(facts: Facts, outcomes: readonly Outcome[], spaces: Spaces): Promise<Overview["links"]> {
  const brokenIn = countBrokenLinks(outcomes);
  const found = await Promise.all(
    spaces.map(async ({ thing: { id, title }, params }) => {
      const stats = await facts.stats(listSpaceLinks, params);
      return { id, title, total: Number(getPath(stats, "total") ?? 0), broken: brokenIn.get(id) ?? 0 };
    }),
  );
  return {
    total: sum(found.map(({ total }) => total)),
    broken: sum(found.map(({ broken }) => broken)),
    bySpace: found.filter(({ broken }) => broken > 0).map(({ id, title, broken }) => ({ id, title, broken })),
  };
}

/** By space, so that the figure and the findings below it are the same ones. @throws Unknown if not all were looked for */
function countBrokenLinks(outcomes: readonly Outcome[]): Map<string, number> {
  const findings = outcomes.find(({ rule }) => rule.id === linksBroken.id)?.findings;
  if (!findings) throw new Unknown(`${linksBroken.id} did not run`);
  const gap = findings.find(({ status }) => status === "not-evaluable");
  if (gap) throw new Unknown(gap.message.replace(/^not evaluable: /, ""));
  const counts = new Map<string, number>();
  for (const { status, within, object } of findings) {
    const id = (within ?? object)?.id ?? "";
    if (status === "fail") counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** @throws Unknown if a number is missing: at least so many is no figure to compare */
function commentsOf(spaces: Spaces, live: Live): NonNullable<Overview["openComments"]> {
  const bySpace = spaces.map(({ thing: { id, title }, item }) => {
    const changes = live.filter(({ within }) => within?.id === id).map((change) => change.item);
    const counted = countOpenComments(item, changes);
    if (!counted || counted.onChangeRequests === null) throw new Unknown(`${title} was answered without their number`);
    return { id, title, comments: knownComments(counted) };
  });
  return {
    total: sum(bySpace.map(({ comments }) => comments)),
    bySpace: bySpace.filter(({ comments }) => comments > 0),
  };
}

function changesOf(live: Live, now: number) {
  const sorted = [...live].sort((a, b) => (a.item.createdAt ?? "").localeCompare(b.item.createdAt ?? ""));
  return {
    total: live.length,
    byStatus: countBy(live, ({ item }) => item.status, ["open", "draft"]),
    byAge: countBy(live, ({ item }) => nameAge(AGES, item.createdAt, now), namesOf(AGES)),
    oldest: sorted.slice(0, MOST_OLDEST).map(({ item, within }) => ({
      space: { id: within?.id ?? "", title: within?.title ?? "" },
      number: item.number ?? null,
      subject: item.subject ?? "",
      author: item.createdBy?.displayName ?? "",
      createdAt: item.createdAt ?? null,
      url: item.urls?.app ?? null,
    })),
  };
}

const peopleOf = (members: readonly Subject<"member">[]): NonNullable<Overview["people"]> => ({
  total: members.length,
  byRole: countBy(members, ({ item }) => roleName(item.role), ROLES),
  disabled: members.filter(({ item }) => item.disabled === true).length,
});

const accessOf = ({ sso, inviteLinks, defaultRole }: ItemOf<"organization">): Overview["access"] => ({
  sso: sso ?? null,
  inviteLinks: inviteLinks ?? null,
  defaultRole: roleName(defaultRole) ?? null,
});

function sitesOf(sites: readonly Subject<"site">[]) {
  const each = sites.map(({ thing: { id, title, url }, item }) => ({
    id,
    title,
    visibility: item.visibility ?? "unknown",
    published: item.published ?? null,
    spaces: typeof item.siteSpaces === "number" ? item.siteSpaces : null,
    url,
    publishedUrl: item.urls?.published ?? null,
  }));
  const published = each.filter((one) => one.published === true).length;
  return { total: sites.length, published, byVisibility: countBy(each, ({ visibility }) => visibility), each };
}

const isGap = ({ status, undecided }: Finding): boolean => status === "not-evaluable" && undecided !== true;

function findingsOf(outcomes: readonly Outcome[]) {
  const ran = outcomes.filter(({ status }) => status !== "skipped");
  const failing = ran.map(({ rule, severity, findings }) => {
    return { rule: rule.id, severity, fails: findings.filter(({ status }) => status === "fail") };
  });
  const byRule = failing.map(({ fails, ...of }) => ({ ...of, findings: fails.length }));
  return {
    bySeverity: countBy(
      failing.flatMap(({ fails }) => fails),
      ({ severity }) => severity,
      SEVERITIES,
    ),
    notEvaluable: ran.filter(({ findings }) => findings.some(isGap)).length,
    byRule: byRule.filter(({ findings }) => findings > 0).sort((a, b) => b.findings - a.findings),
  };
}

// Findings for people who know none of the rules: what is wrong, where, and whom to ask.

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
async function readAttention(facts: Facts, outcomes: readonly Outcome[]): Promise<Attention[]> {
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
async function readIfKnown<K extends "member" | "team" | "change-request">(facts: Facts, kind: K) {
  try {
    return (await facts.subjects(kind)).subjects;
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}

async function contacts(facts: Facts) {
  const [changes, teams, members] = await Promise.all([
    readIfKnown(facts, "change-request"),
    readIfKnown(facts, "team"),
    readIfKnown(facts, "member"),
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
