/** Decides from the scopes that were read whether a snapshot can answer a request, and says what it lacks. */

import { Failure } from "../errors.js";
import type { Source, SourceState } from "../sandbox/store/sources.js";
import { decodeSegment } from "../shared/ids.js";
import { createTemplateMatcher } from "../shared/paths.js";
import { shellWord } from "../shared/shell-words.js";
import { hasData, isFailed, TEXTLESS } from "../shared/snapshots/gaps.js";
import { parseSnapshotName } from "../shared/snapshots/generation-names.js";
import type { Params } from "./types.js";
import { chainOf, type Endpoints, type Plan, patterns, planOf, type Reading, scopeName } from "./walk/reading-plan.js";

/** A scope that a request needs but that is not complete. */
interface Gap {
  scope: string;
  state: Exclude<SourceState, "complete">;
  reason?: string | undefined;
}

interface RequestCoverage {
  /** A scope with nothing in the snapshot: the request cannot be answered. */
  missing?: Gap | undefined;
  /** Scopes that are answered, though perhaps not in full. */
  incomplete: Gap[];
  /** Incomplete scopes that may hold a thing that is not found. */
  above: Gap[];
}

interface Coverage {
  /** Undefined for a path that the interface does not have. `path` is that of a GET, without its query. */
  of(path: string): RequestCoverage | undefined;
}

interface CoverageOptions {
  endpoints: Endpoints;
  /** Id of the one organization of the file. */
  organization: string;
  /** The record of a scope; undefined if there is none. */
  source(scope: string): Source | undefined;
  /** The records of all scopes with this start and this end. */
  sources(start: string, end: string): Source[];
  /** Path parameters as scopes use them: ids instead of numbers. */
  ids(params: Params): Params;
}

export function createCoverage(setup: CoverageOptions): Coverage {
  const plan = planOf(setup.endpoints);
  const match = createTemplateMatcher(
    Object.entries(setup.endpoints).filter(([, { method }]) => method === "GET"),
    ([, { path }]) => path,
  );
  return {
    of(path) {
      const [best] = match(path.split("/").map(decodeSegment));
      if (!best) return undefined;
      const params = setup.ids({ organizationId: setup.organization, ...best.params });
      return coveredBy(setup, plan, best.found[0], params);
    },
  };
}

function coveredBy(setup: CoverageOptions, plan: Plan, name: string, params: Params): RequestCoverage {
  const source = plan.sources.get(name);
  const endpoint = setup.endpoints[name];
  if (!source || !endpoint) return { incomplete: [], above: [] };
  if ("unreadable" in source) {
    const scope = scopeName(endpoint, params);
    return { missing: { scope, state: "unreadable", reason: source.unreadable }, incomplete: [], above: [] };
  }
  const covered: RequestCoverage = { incomplete: [], above: [] };
  for (const reads of source.reads) {
    const chain = chainOf(plan.readings, reads);
    for (const [at, reading] of chain.entries()) {
      const { missing, incomplete } = findState(setup, reading, params);
      covered.missing ??= missing;
      const isOwn = at === chain.length - 1;
      if (isOwn) covered.incomplete.push(...incomplete);
      if (!isOwn || incomplete.length > 0) covered.above.push(...incomplete);
    }
  }
  return covered;
}

type State = { missing?: Gap | undefined; incomplete: Gap[] };

function findState(setup: CoverageOptions, { endpoint }: Reading, params: Params): State {
  const left = setup.source(scopeName(endpoint, {}));
  const one = scopeName(endpoint, params);
  if (!one.includes("{")) {
    const source = setup.source(one) ?? left;
    const gap = source && gapOf({ ...source, scope: one });
    if (!gap) return { incomplete: [] };
    return hasData(gap) ? { incomplete: [gap] } : { missing: gap, incomplete: [] };
  }
  const all = scopesLike(setup, one);
  const gaps = [...all, ...(left ? [left] : [])].flatMap((source) => gapOf(source) ?? []);
  if (all.some(hasData)) return { incomplete: gaps };
  return { missing: gaps[0], incomplete: [] };
}

/** The records of all scopes that match a pattern in which some parameters are unknown. */
function scopesLike({ sources }: CoverageOptions, pattern: string): Source[] {
  const parts = pattern.split("/");
  const fits = (scope: string) => {
    const others = scope.split("/");
    const same = (part: string, at: number) =>
      part.startsWith("{") ? !others[at]?.startsWith("{") : part === others[at];
    return others.length === parts.length && parts.every(same);
  };
  const [start = "", end = ""] = [pattern.slice(0, pattern.indexOf("{")), pattern.slice(pattern.lastIndexOf("}") + 1)];
  return sources(start, end).filter(({ scope }) => fits(scope));
}

function gapOf({ scope, state, reason }: Source): Gap | undefined {
  return state === "complete" ? undefined : { scope, state, reason };
}

/** The gap of a page whose text is missing because its content was read only in part. */
export function textMissing(
  { incomplete }: RequestCoverage,
  path: string,
  { status, body }: { status: number; body: Uint8Array },
): Gap | undefined {
  const [gap] = incomplete;
  if (!gap || status !== 200 || !/\/content\/page\/[^/]+$/.test(path)) return undefined;
  const page = JSON.parse(Buffer.from(body).toString()) as { type?: unknown; markdown?: unknown; document?: unknown };
  const hasText = page.markdown !== undefined || page.document !== undefined || TEXTLESS.has(page.type);
  return hasText ? undefined : { ...gap, scope: path.replace(/^\/v1\//, "") };
}

// The messages about parts that a snapshot does not have.

const describeGap = ({ state, reason }: Gap): string => {
  if (state === "not-asked") return reason ?? "it was not requested";
  if (state === "unreadable") return reason ?? "no endpoint returns it";
  return reason === undefined ? state : `${state}: ${reason}`;
};

/** The failure (kind not-in-snapshot) of a request that the snapshot has no data for. */
export function notInSnapshot(file: string, gap: Gap): Failure {
  const { scope, state, reason } = gap;
  return new Failure("not-in-snapshot", `not in this snapshot: ${scope} (${describeGap(gap)})`, {
    hint: nextStep(file, reason),
    details: { scope, state, ...(reason !== undefined && { reason }) },
  });
}

/** The next step. A reason names the flag that would have included the scope (see walk-context.ts). */
function nextStep(file: string, reason = ""): string {
  // A generation stays what it is; the next one can have more.
  const make = `docs snapshots create ${shellWord(parseSnapshotName(file).path)}`;
  const [flag] = /--(?:include|exclude) [\w-]+|--spaces/.exec(reason) ?? [];
  if (flag === undefined) return `docs snapshots view ${shellWord(file)} shows what is in it`;
  return flag.startsWith("--include") ? `to include it: ${make} ${flag}` : `to include it: ${make}, without ${flag}`;
}

/** Names the scope of a gap, and why it is one. `more`: words about others like it. */
export const formatGap = (gap: Gap, more = ""): string =>
  `incomplete in this snapshot: ${gap.scope}${more} (${describeGap(gap)})`;

/**
 * Reports gaps in what was answered, once for each part and reason. `isFailed`: it should have been read; the rest was
 * left out by whoever made the snapshot.
 */
export function gapReporter(
  endpoints: Endpoints,
  tell: (message: string, isFailed: boolean) => void,
): (gaps: readonly Gap[]) => void {
  const reported = new Set<string>();
  const patternOf = patterns(endpoints);
  return (gaps) => {
    const groups = new Map<string, Gap[]>();
    for (const gap of gaps) {
      const key = JSON.stringify([patternOf(gap.scope), gap.state, gap.reason]);
      groups.set(key, [...(groups.get(key) ?? []), gap]);
    }
    for (const [key, [first, ...others]] of groups) {
      if (!first || reported.has(key)) continue;
      reported.add(key);
      const more = others.length > 0 ? ` and ${others.length} more` : "";
      tell(formatGap(first, more), isFailed(first));
    }
  };
}
