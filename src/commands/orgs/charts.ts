/** The figures and bars of an overview, for a terminal and for a page. */
import type { Counts, Overview } from "../../checks/overview.js";
import type { NamedThing } from "../../checks/overview-rows.js";

export interface Bar {
  label: string;
  value: number;
  /** Something that a person should look at. */
  alarm?: "bad" | "warn";
  /** The sum of all others: it has no bar, as it would make those of the named ones too short to compare. */
  rest?: true;
}

/** The part of a page that a chart is in. */
export type ChartPart = "content" | "people" | "spaces" | "sites";

/** Bars that belong together; `bars` is null if they could not be read. */
export interface Chart {
  part: ChartPart;
  title: string;
  total: number | null;
  bars: readonly Bar[] | null;
  /** The command that shows more. */
  more: string;
}

/** The longest bar of a chart; all bars have one scale. */
export const scaleOf = (bars: readonly Bar[]): number =>
  Math.max(...bars.filter(({ rest }) => !rest).map(({ value }) => value), 1);

const barsOf = (counts: Counts, alarms: Readonly<Record<string, Bar["alarm"]>> = {}): Bar[] =>
  Object.entries(counts).map(([label, value]) => {
    const alarm = value > 0 ? alarms[label] : undefined;
    return { label, value, ...(alarm && { alarm }) };
  });

/** The most spaces named one by one. */
const MOST_BARS = 5;

const sum = (counts: Counts): number => Object.values(counts).reduce((all, count) => all + count, 0);

/** The same charts for a terminal and for a page. */
export const chartsOf = (state: Overview): Chart[] => [...contentCharts(state), ...otherCharts(state)];

function contentCharts({ freshness, changeRequests, openComments, links, findings }: Overview): Chart[] {
  return [
    {
      part: "content",
      title: "Findings",
      total: findings && sum(findings.bySeverity),
      bars: findings && barsOf(findings.bySeverity, { error: "bad", warning: "warn" }),
      more: "docs checks run",
    },
    {
      part: "content",
      title: "Pages by last change",
      total: freshness?.documents ?? null,
      bars: freshness && barsOf(freshness.byAge, { "over a year": "warn" }),
      more: "docs pages list",
    },
    {
      part: "content",
      title: "Live change requests by age",
      total: changeRequests?.total ?? null,
      bars: changeRequests && barsOf(changeRequests.byAge, { "over 90 days": "bad", "30 to 90 days": "warn" }),
      more: "docs status",
    },
    {
      part: "content",
      title: "Open comments",
      total: openComments?.total ?? null,
      bars: openComments && topOf(openComments.bySpace, ({ comments }) => comments),
      more: "docs status",
    },
    {
      part: "content",
      title: "Broken links",
      total: links?.broken ?? null,
      bars: links && topOf(links.bySpace, ({ broken }) => broken, "bad"),
      more: "docs checks run links-broken",
    },
  ];
}

function otherCharts({ spaces, people, sites }: Overview): Chart[] {
  return [
    {
      part: "people",
      title: "People by role",
      total: people?.total ?? null,
      bars: people && barsOf(people.byRole),
      more: "docs members list",
    },
    {
      part: "spaces",
      title: "Spaces by visibility",
      total: spaces?.total ?? null,
      bars: spaces && barsOf(spaces.byVisibility),
      more: "docs spaces list",
    },
    {
      part: "sites",
      title: "Sites by visibility",
      total: sites?.total ?? null,
      bars: sites && barsOf(sites.byVisibility),
      more: "docs sites list",
    },
  ];
}

/** The largest few, and the sum of the others. */
function topOf<T extends NamedThing>(things: readonly T[], count: (thing: T) => number, alarm?: Bar["alarm"]): Bar[] {
  const sorted = [...things].filter((thing) => count(thing) > 0).sort((a, b) => count(b) - count(a));
  const bars = sorted
    .slice(0, MOST_BARS)
    .map((thing): Bar => ({ label: thing.title || thing.id, value: count(thing), ...(alarm && { alarm }) }));
  const others = sorted.slice(MOST_BARS);
  const rest = others.reduce((all, thing) => all + count(thing), 0);
  const label = `${others.length} more ${others.length === 1 ? "space" : "spaces"}`;
  return rest === 0 ? bars : [...bars, { label, value: rest, rest: true }];
}

export interface Figure {
  name: string;
  /** Null if it could not be read. */
  value: number | null;
  alarm?: Bar["alarm"];
}

/** The numbers at the top. */
export function figuresOf(state: Overview): Figure[] {
  const alarmed = (value: number | null, alarm: Bar["alarm"]) =>
    value !== null && value > 0 && alarm ? { alarm } : {};
  const broken = state.links?.broken ?? null;
  const errors = state.findings && (state.findings.bySeverity.error ?? 0);
  return [
    { name: "Spaces", value: state.spaces?.total ?? null },
    { name: "Pages", value: state.pages },
    { name: "People", value: state.people?.total ?? null },
    { name: "Teams", value: state.teams },
    { name: "Sites", value: state.sites?.total ?? null },
    { name: "Live change requests", value: state.changeRequests?.total ?? null },
    { name: "Open comments", value: state.openComments?.total ?? null },
    { name: "Broken links", value: broken, ...alarmed(broken, "bad") },
    { name: "Errors found", value: errors, ...alarmed(errors, "bad") },
  ];
}

/** Marks pages written by this command, which the next one may replace. */
export const GENERATOR = '<meta name="generator" content="docs orgs overview">';
