/** Findings about things that are as they were in a snapshot. */
import type { AnyEndpoint } from "../../catalog/endpoint.js";
import { listChangeRequestPages, listSpacePages } from "../../catalog/pages.js";
import { hashOf } from "../../shared/values.js";
import { createFacts, type Facts, type FactsOptions } from "../data-source.js";
import { Unknown } from "../not-evaluable.js";
import { RULES_OF_CHANGES } from "../rules/index.js";
import { flatPages, LEAN, type Page } from "../rules/read-pages.js";
import { runRules } from "../run.js";
import { KINDS, type SubjectKind } from "../subjects.js";
import type { Finding, Outcome } from "../types.js";
import type { Decide } from "./config.js";

interface Unchanged {
  /** Of findings about what is as it was. */
  decide: Decide;
  /** Findings that stand because nothing tells whether they are about something else now, and why. */
  unknown: readonly { finding: Finding; reason: string }[];
}

/** A snapshot. Everything that is read of it is read as it was then. */
type Past = Pick<FactsOptions, "client" | "organization">;

/** @param since ISO 8601: when the snapshot was read */
export async function findUnchanged(
  now: Facts,
  setup: Past,
  outcomes: readonly Outcome[],
  since: string,
): Promise<Unchanged> {
  const past = createFacts({ ...setup, whole: new Set() });
  const findings = outcomes.flatMap((outcome) => outcome.findings).filter(({ status }) => status === "fail");
  const unknown: { finding: Finding; reason: string }[] = [];
  const same = new Set<Finding>();
  const states = createStates();
  await Promise.all(
    findings.map(async (finding) => {
      try {
        const [is, was] = await Promise.all([states(now, finding), states(past, finding)]);
        if (is !== undefined && is === was) same.add(finding);
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
        unknown.push({ finding, reason: error.message });
      }
    }),
  );
  unknown.push(...(await removeNew(same, outcomes, { ...setup, scope: { space: now.scope.space }, since })));
  const day = since.slice(0, 16).replace("T", " ");
  return { decide: (finding) => (same.has(finding) ? `unchanged since ${day}` : undefined), unknown };
}

/**
 * A page that is as it was may link to, include or use something that is not there any more: such a finding is none of
 * something unchanged unless it was there before. @returns those of which that is not known
 */
async function removeNew(
  same: Set<Finding>,
  outcomes: readonly Outcome[],
  { since, ...past }: Past & Pick<FactsOptions, "scope"> & { since: string },
): Promise<{ finding: Finding; reason: string }[]> {
  const doubtful = outcomes.filter(
    ({ rule, findings }) => RULES_OF_CHANGES.includes(rule.id) && findings.some((finding) => same.has(finding)),
  );
  if (doubtful.length === 0) return [];
  const before = await runRules({ ...past, rules: doubtful, now: Date.parse(since) });
  const known = new Set<string | null | undefined>(
    before.flatMap(({ findings }) => findings.flatMap(({ fingerprint, moved = null }) => [fingerprint, moved])),
  );
  const isNew = ({ fingerprint, moved }: Finding) => !known.has(fingerprint) && !known.has(moved);
  const added = doubtful.flatMap(({ findings }) => findings.filter((finding) => same.has(finding) && isNew(finding)));
  for (const finding of added) same.delete(finding);
  return added.flatMap((finding) => {
    const findings = before.flatMap(({ rule, findings: all }) => (rule.id === finding.rule ? all : []));
    const unread = findings.find(({ status }) => status === "not-evaluable");
    return unread ? [{ finding, reason: unread.message }] : [];
  });
}

/** A text by id that differs if the state of the thing differs. */
type States = ReadonlyMap<string, string>;

/** Answers the state of what a finding is about; undefined if it is not there. Each list is looked through once. */
function createStates() {
  const known = new Map<Facts, Map<string, Promise<States>>>();
  return async (facts: Facts, finding: Finding): Promise<string | undefined> => {
    const { object } = finding;
    if (!object) throw new Unknown("it is not about a single thing");
    const { key, read } = placeOf(finding);
    const lists = known.get(facts) ?? new Map<string, Promise<States>>();
    known.set(facts, lists);
    const states = lists.get(key) ?? read(facts);
    lists.set(key, states);
    return (await states).get(object.id);
  };
}

interface StateReader {
  key: string;
  read: (facts: Facts) => Promise<States>;
}

/** The list that has what a finding is about. @throws Unknown if there is none */
function placeOf({ object, params = {} }: Finding): StateReader {
  const kind = object?.kind ?? "";
  if (kind === "page") {
    const { spaceId = "", changeRequestId = "" } = params;
    // The query with which rules read them, so that this reads nothing more.
    const [endpoint, query] = changeRequestId === "" ? [listSpacePages, LEAN] : [listChangeRequestPages, undefined];
    return {
      key: `${endpoint.path} ${spaceId} ${changeRequestId}`,
      read: (facts) => readPages(facts, endpoint, params, query),
    };
  }
  if (!KINDS.has(kind)) throw new Unknown(`a ${kind.replaceAll("-", " ")} cannot be compared`);
  // Just looked up.
  return { key: kind, read: (facts) => listThings(facts, kind as SubjectKind) };
}

async function readPages(
  facts: Facts,
  endpoint: AnyEndpoint,
  params: Readonly<Record<string, string>>,
  query: typeof LEAN | undefined,
): Promise<States> {
  // Both endpoints answer pages.
  const pages = flatPages((await facts.list(endpoint, params, query)) as readonly Page[]);
  return new Map(
    // A page that was only moved is as it was.
    pages.map(({ pages: _below, path: _path, slug: _slug, ...page }) => {
      const { updatedAt, id } = page;
      if (typeof updatedAt !== "string") throw new Unknown("the pages have no time of last change");
      return [id ?? "", stateOf(page)];
    }),
  );
}

async function listThings(facts: Facts, kind: SubjectKind): Promise<States> {
  const { subjects, unknown } = await facts.subjects(kind);
  const [hidden] = unknown;
  if (hidden) throw new Unknown(hidden.reason);
  return new Map(subjects.map(({ thing, item }) => [thing.id, stateOf(item)]));
}

/** Members that differ by who reads them, or from where. */
const OF_READER: ReadonlySet<string> = new Set(["permissions", "urls", "git", "markdown"]);

const stateOf = (item: object): string =>
  hashOf(Object.entries(item).filter(([name, value]) => !OF_READER.has(name) && value !== undefined && value !== null));
