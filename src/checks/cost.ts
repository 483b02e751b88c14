/** Bounds the requests of a run by the paths of the endpoints that its rules need. */
import { listChangeRequests } from "../catalog/change-requests.js";
import type { AnyEndpoint } from "../catalog/endpoint.js";
import { getChangeRequestPage, getSpacePage, listSpacePages } from "../catalog/pages.js";
import type { Facts } from "./data-source.js";
import { Unknown } from "./not-evaluable.js";
import { KINDS, kindOf, type SubjectKind } from "./subjects.js";
import { type AnyRule, type ConfiguredRule, type Need, needOf } from "./types.js";

/** The kind of thing that the endpoint is called once for each of; undefined: called once. */
function eachOf({ params }: AnyEndpoint): SubjectKind | undefined {
  const names = [...KINDS.keys()] as SubjectKind[];
  const known = params
    .map((param: string) => names.find((name) => name !== "organization" && kindOf(name).param === param))
    .filter((name: SubjectKind | undefined) => name !== undefined);
  return known.at(-1);
}

/** Everything that a rule reads: the list of its subjects, the lists above that, and its needs. */
export function needsOf(rule: AnyRule): Need[] {
  const chain: Need[] = [];
  for (let at: SubjectKind | undefined = rule.of; at !== undefined; at = kindOf(at).of) {
    chain.unshift({ endpoint: kindOf(at).endpoint });
  }
  return [...chain, ...rule.needs.map(needOf), ...commentsOf(rule)];
}

/** Pages with findings, for each thing that is checked. */
const MOST_PAGES = 50;

/** Comments in a page may ignore its findings. */
const commentsOf = ({ onPages, of }: AnyRule): Need[] => {
  const endpoint = of === "space" ? getSpacePage : getChangeRequestPage;
  return onPages ? [{ endpoint, when: "the page has a finding", most: MOST_PAGES }] : [];
};

/** The unconditional requests of the rules, each once. */
export function requestsOf(rules: readonly { rule: AnyRule }[]): Need[] {
  const all = new Map<string, Need>();
  for (const need of rules.flatMap(({ rule }) => needsOf(rule))) {
    if (need.when !== undefined) continue;
    const key = need.endpoint.path;
    // A list that is read to its end includes its statistics.
    if (!all.has(key) || !need.first) all.set(key, need);
  }
  return [...all.values()];
}

/** Requests for what nothing counts beforehand: second pages of lists, pages with many backlinks. */
const SPARE = 5000;

/** Requests before and after the run: names that are looked up, what a scope names. */
export const AROUND = 50;

/** Requests for each thing that has pages or files which are read one by one, on average. */
const PER_THING = 3;

/** Endpoints that are called with two queries: two states, or with and without generated pages. */
const TWICE: ReadonlySet<AnyEndpoint> = new Set([listChangeRequests, listSpacePages]);

/** The most requests that a run may take, beside the lists of the things that are counted. */
interface Bound {
  fixed: number;
  each: ReadonlyMap<SubjectKind, number>;
  /** Those that are listed to count them. */
  lists: readonly SubjectKind[];
}

/** The kind that the bound counts: the number of others is unknown before they are listed one by one. */
const boundKind = (kind: SubjectKind): SubjectKind =>
  kind === "change-request" || kind === "organization" ? kind : (kindOf(kind).of ?? kind);

export function boundOf(rules: readonly { rule: AnyRule }[]): Bound {
  const counted = new Set(boundKinds(rules));
  const weights = new Map<string, { kind: SubjectKind; most: number }>();
  for (const { rule } of rules) {
    for (const need of needsOf(rule)) {
      const weight = weigh(rule, need, counted);
      // Rules that say how many they read at most may read different ones.
      const key = `${need.endpoint.path} ${need.first ?? false} ${weight.kind} ${need.most ? rule.id : ""}`;
      weights.set(key, { ...weight, most: Math.max(weight.most, weights.get(key)?.most ?? 0) });
    }
  }
  const each = new Map<SubjectKind, number>();
  for (const { kind, most } of weights.values()) each.set(kind, (each.get(kind) ?? 0) + most);
  const lists = [...counted].filter((kind) => kind !== "organization" && kindOf(kind).of === undefined);
  const { organization: once = 0, ...others } = Object.fromEntries(each);
  // The keys are those of the map.
  return { fixed: SPARE + AROUND + once, each: new Map(Object.entries(others) as [SubjectKind, number][]), lists };
}

function weigh(rule: AnyRule, { endpoint, most = PER_THING }: Need, counted: ReadonlySet<SubjectKind>) {
  const params: readonly string[] = endpoint.params;
  if (params.includes("pageId") || params.includes("fileId")) return { kind: boundKind(rule.of), most };
  const of = eachOf(endpoint);
  const kind = of === undefined ? "organization" : boundKind(of);
  // Conditional things are not counted: each subject of the rule leads to one at most.
  return { kind: counted.has(kind) ? kind : boundKind(rule.of), most: TWICE.has(endpoint) ? 2 : 1 };
}

/** The kinds that are listed anyway. */
function boundKinds(rules: readonly { rule: AnyRule }[]): SubjectKind[] {
  const kinds = [
    ...requestsOf(rules).flatMap(({ endpoint }) => eachOf(endpoint) ?? []),
    ...rules.map(({ rule }) => rule.of),
  ];
  return [...new Set<SubjectKind>(["organization", ...kinds.map(boundKind)])];
}

export interface Estimate {
  /** Requests if every list has one page, and no condition is met. */
  likely: number;
  most: number;
}

/** Reads those lists of the organization that the rules need anyway. */
export async function estimate(facts: Facts, rules: readonly ConfiguredRule[], sent: () => number): Promise<Estimate> {
  const counts = new Map<SubjectKind, number>([["organization", 1]]);
  for (const kind of boundKinds(rules)) if (!counts.has(kind)) counts.set(kind, await readCount(facts, kind));
  const number = (kind: SubjectKind) => counts.get(boundKind(kind)) ?? 0;
  const { fixed, each } = boundOf(rules);
  const others = requestsOf(rules).flatMap(({ endpoint }) => eachOf(endpoint) ?? []);
  return {
    likely: sent() + others.reduce((sum, kind) => sum + number(kind), 0),
    most: [...each].reduce((sum, [kind, most]) => sum + most * number(kind), sent() + fixed),
  };
}

/** None of what cannot be listed: then nothing leads to it. */
async function readCount(facts: Facts, kind: SubjectKind): Promise<number> {
  try {
    if (kind === "change-request") return facts.scope.changeRequest === undefined ? await liveCount(facts) : 1;
    return (await facts.subjects(kind)).subjects.length;
  } catch (error) {
    if (error instanceof Unknown) return 0;
    throw error;
  }
}

/** A space that counts more has a wrong counter. */
const MOST_LIVE = 10_000;

/** The number of open and draft change requests by the counters of the spaces, without listing any. */
async function liveCount(facts: Facts): Promise<number> {
  const { subjects } = await facts.subjects("space");
  const sane = (count: number | null | undefined) => Math.min(Math.max(0, count ?? 0), MOST_LIVE);
  return subjects.reduce((sum, { item }) => sum + sane(item.changeRequestsOpen) + sane(item.changeRequestsDraft), 0);
}

// Describes rules for lists, the reference and dry runs.

/** "GET /v1/spaces/{spaceId}/links?limit=1 for each space". */
export function requestText({ endpoint, first, when }: Need): string {
  const each = eachOf(endpoint);
  const often = each === undefined ? "once" : `for each ${each.replaceAll("-", " ")}`;
  return `${endpoint.method} ${endpoint.path}${first ? "?limit=1" : ""} ${often}${when === undefined ? "" : `, where ${when}`}`;
}

export const infoOf = (rule: AnyRule) => ({
  id: rule.id,
  severity: rule.severity,
  tag: rule.tag,
  summary: rule.summary,
  why: rule.why,
  of: rule.of.replaceAll("-", " "),
  /** Null if the rule has no threshold. */
  days: rule.days ?? null,
  requests: needsOf(rule).map(requestText),
  fix: rule.fix,
  /** Null if no plan fixes its findings. */
  planned: rule.planned ?? null,
  example: rule.example,
  on: (rule.off ?? rule.costly) === undefined,
  off: rule.off ?? rule.costly ?? null,
});

/** "At most 5,052 requests, 3 for each space, plus one for each page of the lists of spaces". */
export function boundText({ fixed, each, lists }: Bound): string {
  const named = (kind: SubjectKind) => kind.replaceAll("-", " ");
  const parts = [...each].map(([kind, most]) => `${most.toLocaleString("en")} for each ${named(kind)}`);
  const names = lists.map((kind) => `${named(kind)}s`).join(", ");
  const listed = names === "" ? [] : [`one for each page of the lists of ${names}`];
  return `At most ${[`${fixed.toLocaleString("en")} requests`, ...parts, ...listed].join(", plus ")}`;
}
