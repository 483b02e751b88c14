/** The sentence, figures and bars of an overview, for a terminal and for a page. */
import type { Counts, NamedThing, Overview } from "../../checks/overview.js";
import { count } from "../../shared/wrap.js";

export interface Bar {
  label: string;
  /** Null if it could not be read. */
  value: number | null;
  /** Something that a person should look at. */
  alarm?: "bad" | "warn" | undefined;
  /** The sum of all others: it has no bar, as it would make those of the named ones too short to compare. */
  rest?: true;
}

/** Bars that belong together; null if they could not be read. */
export interface Chart {
  /** The part of a page that it is in. */
  part: "content" | "people" | "spaces" | "sites";
  title: string;
  total: number | null;
  bars: readonly Bar[] | null;
  /** The command that shows more. */
  more: string;
}

const NUMBER = new Intl.NumberFormat("en");
/** A number that could not be read is a question mark. */
export const formatCount = (value: number | null): string => (value === null ? "?" : NUMBER.format(value));

const sum = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

/** The longest bar of a chart, as all bars have one scale; undefined if there are no lengths to compare. */
export function scaleOf(bars: readonly Bar[]): number | undefined {
  const values = bars.filter(({ rest }) => !rest).map(({ value }) => value ?? 0);
  return new Set(values).size > 1 ? Math.max(...values) : undefined;
}

/** The most spaces named one by one. */
const MOST_BARS = 5;

export function chartsOf(state: Overview): Chart[] {
  const { findings, freshness, changeRequests, openComments, links, people, spaces, sites } = state;
  const ages = { "over 90 days": "bad", "30 to 90 days": "warn" } as const;
  const comments = openComments?.bySpace.map((one) => ({ ...one, value: one.comments }));
  const broken = links?.bySpace.map((one) => ({ ...one, value: one.broken }));
  const rows: readonly (readonly [Chart["part"], string, Bar[] | null, string])[] = [
    ["content", "Findings", barsOf(findings.bySeverity, { error: "bad", warning: "warn" }), "checks run"],
    ["content", "Pages by last change", barsOf(freshness?.byAge, { "over a year": "warn" }), "pages list"],
    ["content", "Live change requests by age", barsOf(changeRequests?.byAge, ages), "status"],
    ["content", "Open comments", topOf(comments), "status"],
    ["content", "Broken links", topOf(broken, "bad"), "checks run links-broken"],
    ["people", "People by role", barsOf(people?.byRole), "members list"],
    ["spaces", "Spaces by visibility", barsOf(spaces?.byVisibility), "spaces list"],
    ["sites", "Sites by visibility", barsOf(sites?.byVisibility), "sites list"],
  ];
  return rows.map(([part, title, bars, more]) => {
    return { part, title, total: bars && sum(bars.map(({ value }) => value)), bars, more: `docs ${more}` };
  });
}

function barsOf(counts: Counts | undefined, alarms: Readonly<Record<string, Bar["alarm"]>> = {}): Bar[] | null {
  if (!counts) return null;
  return Object.entries(counts).map(([label, value]) => ({ label, value, alarm: alarms[label] }));
}

/** The largest few, and the sum of the others. */
function topOf(things: readonly (NamedThing & { value: number })[] | undefined, alarm?: Bar["alarm"]): Bar[] | null {
  if (!things) return null;
  const sorted = things.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const bars = sorted.slice(0, MOST_BARS).map(({ id, title, value }): Bar => ({ label: title || id, value, alarm }));
  const others = sorted.slice(MOST_BARS).map(({ value }) => value);
  if (others.length === 0) return bars;
  return [...bars, { label: count(others.length, "more space"), value: sum(others), rest: true }];
}

/** The numbers at the top. */
export function figuresOf({ spaces, pages, people, teams, sites, ...work }: Overview): Bar[] {
  const { changeRequests, openComments, links, findings } = work;
  const bad = (label: string, value: number | null): Bar => ({ label, value, alarm: value ? "bad" : undefined });
  return [
    { label: "Spaces", value: spaces?.total ?? null },
    { label: "Pages", value: pages },
    { label: "People", value: people?.total ?? null },
    { label: "Teams", value: teams },
    { label: "Sites", value: sites?.total ?? null },
    { label: "Live change requests", value: changeRequests?.total ?? null },
    { label: "Open comments", value: openComments?.total ?? null },
    bad("Broken links", links?.broken ?? null),
    bad("Errors found", findings.bySeverity.error ?? 0),
  ];
}

/** Unreadable parts, a line each. */
export function gapsOf({ unread, findings }: Overview): string[] {
  const blind = findings.notEvaluable;
  const lines = unread.map(({ part, reason }) => `${part}: ${reason}`);
  return blind === 0 ? lines : [...lines, `${count(blind, "check")} could not be evaluated: docs checks run`];
}

/** Says "at least" if not everything could be read, and never that all is well then. */
export function sentenceOf(state: Overview): string {
  const of = (wanted: string) =>
    sum(state.attention.filter(({ severity }) => severity === wanted).map(({ total }) => total));
  const [errors, warnings] = [of("error"), of("warning")];
  const whole = gapsOf(state).length === 0;
  const all = errors + warnings;
  if (all === 0) return whole ? "Nothing needs attention" : "Nothing that could be read needs attention";
  const kinds = [
    ...(errors > 0 ? [formatCounted(errors, "error")] : []),
    ...(warnings > 0 ? [formatCounted(warnings, "warning")] : []),
  ];
  const found = `${formatCount(all)} ${all === 1 ? "finding needs" : "findings need"}`;
  return `${whole ? found : `At least ${found}`} attention: ${kinds.join(" and ")}`;
}

const formatCounted = (number: number, one: string): string =>
  `${formatCount(number)} ${one}${number === 1 ? "" : "s"}`;

/** Marks pages written by this command, which the next one may replace. */
export const GENERATOR = '<meta name="generator" content="docs orgs overview">';
