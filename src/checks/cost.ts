/** Estimates the requests of a run from the paths of the endpoints that its rules need. */
import type { AnyEndpoint } from "../catalog/endpoint.js";
import type { Facts } from "./facts.js";
import { KINDS, kindOf, type SubjectKind } from "./subjects.js";
import { type AnyRule, type Chosen, type Need, needOf } from "./types.js";
import { Unknown } from "./unknown.js";

/** The kind of thing that the endpoint is called once for each of; undefined: called once. */
export function eachOf({ params }: AnyEndpoint): SubjectKind | undefined {
  const names = Object.keys(KINDS) as SubjectKind[];
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
  return [...chain, ...rule.needs.map(needOf)];
}

/** The unconditional requests of the rules, each once. */
export function requestsOf(rules: readonly Pick<Chosen, "rule">[]): Need[] {
  const all = new Map<string, Need>();
  for (const need of rules.flatMap(({ rule }) => needsOf(rule))) {
    if (need.when !== undefined) continue;
    const key = need.endpoint.path;
    // A list that is read to its end includes its statistics.
    if (!all.has(key) || !need.first) all.set(key, need);
  }
  return [...all.values()];
}

/** Kinds that the organization has one list of. */
const isTop = (kind: SubjectKind): boolean =>
  kindOf(kind).of === undefined && kindOf(kind).endpoint.items !== undefined;

/**
 * The most requests that a run may take if every list has one page; undefined if a list it depends on cannot be read.
 * Reads those lists of the organization that the rules need anyway.
 */
export async function estimate(
  facts: Facts,
  rules: readonly Chosen[],
  sent: () => number,
): Promise<number | undefined> {
  const needs = requestsOf(rules);
  const kinds = new Set(needs.flatMap(({ endpoint }) => eachOf(endpoint) ?? []));
  const tops = new Set([...kinds].map((kind) => kindOf(kind).of ?? kind).filter(isTop));
  const counts = new Map<SubjectKind, number>();
  try {
    for (const kind of tops) counts.set(kind, (await facts.subjects(kind)).subjects.length);
    if (kinds.has("change-request")) counts.set("change-request", await liveCount(facts));
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
  const others = needs.filter(({ endpoint }) => eachOf(endpoint) !== undefined);
  const each = others.map(({ endpoint }) => counts.get(eachOf(endpoint) ?? "organization") ?? 0);
  return sent() + each.reduce((sum, count) => sum + count, 0);
}

/** The number of live change requests by the counters of the spaces, without listing any. */
async function liveCount(facts: Facts): Promise<number> {
  const { subjects } = await facts.subjects("space");
  return subjects.reduce((sum, { item }) => sum + (item.changeRequestsOpen ?? 0) + (item.changeRequestsDraft ?? 0), 0);
}
