/** Figures of an organization over the generations of a file. */

import type { SqlValue } from "../../sandbox/store/sqlite.js";
import { parseSnapshotName } from "../../shared/snapshots/generation-names.js";
import { resolveSince } from "../../shared/snapshots/since.js";
import { type HistoryKindName, historyKind } from "../../shared/views/history-kinds.js";
import { openSnapshot } from "../file/open-snapshot.js";
import type { Figure, History } from "./intervals.js";
import { readHistory } from "./read-history.js";

interface TrendPoint {
  /** Number of the generation. */
  generation: number;
  /** ISO 8601. */
  at: string;
  /** Null where not all that it counts was read, or by a caller who sees more or less than that of the latest. */
  value: number | null;
}

export interface Trend {
  /** `spaces`, `members with admin rights`. */
  figure: string;
  /** The first and the last value that is known; null if none is. */
  first: TrendPoint | null;
  last: TrendPoint | null;
  /** Their difference; null without two of them. */
  change: number | null;
  /** One for each generation, the oldest first. */
  series: TrendPoint[];
}

export interface Trends {
  /** ISO 8601: when the first and the last generation ended. */
  from: string;
  to: string;
  generations: number;
  trends: Trend[];
}

/** Counts what has one of these values in a column. */
const countWithValues = (
  kind: HistoryKindName,
  column: string,
  ...counted: readonly SqlValue[]
): Omit<Figure, "name"> => {
  const at = historyKind(kind).columns.findIndex(({ name }) => name === column);
  return { kind, isCounted: (values) => counted.includes(values[at] ?? null) };
};

const FIGURES: readonly Figure[] = [
  { name: "spaces", kind: "spaces" },
  { name: "pages", kind: "pages" },
  { name: "live change requests", ...countWithValues("change_requests", "status", "open", "draft") },
  { name: "members", kind: "members" },
  { name: "members with admin rights", ...countWithValues("members", "role", "admin") },
  { name: "teams", kind: "teams" },
  { name: "sites", kind: "sites" },
  { name: "published sites", ...countWithValues("sites", "published", 1) },
  { name: "active share links", ...countWithValues("share_links", "active", 1) },
];

/** A figure of which nothing was ever read completely is left out. `now`: milliseconds since the epoch. @throws as `openSnapshot` */
export function readTrends(file: string, { since, now }: { since?: string | undefined; now: number }): Trends {
  const snapshot = openSnapshot(file);
  try {
    const history = readHistory(snapshot.db, file, [...new Set(FIGURES.map(({ kind }) => kind))], FIGURES);
    const { generations } = history;
    const { path } = parseSnapshotName(file);
    const after = since === undefined ? undefined : resolveSince(generations, { path, since }, now);
    const found = generations.findIndex(({ ended }) => after === undefined || Date.parse(ended) >= after);
    // The latest is always one of them.
    const start = found < 0 ? generations.length - 1 : found;
    const trends = FIGURES.map(({ name }) => trendOf(history, name, start)).filter(({ last }) => last !== null);
    const [from = "", to = ""] = [generations[start]?.ended, generations.at(-1)?.ended];
    return { from, to, generations: generations.length - start, trends };
  } finally {
    snapshot.close();
  }
}

function trendOf({ generations, figures, isAlike }: History, figure: string, start: number): Trend {
  const series = generations.slice(start).map(({ id, ended }, index): TrendPoint => {
    const at = start + index;
    return { generation: id, at: ended, value: isAlike[at] ? (figures[at]?.get(figure) ?? null) : null };
  });
  const known = series.filter(({ value }) => value !== null);
  const [first = null, last = null] = [known[0], known.at(-1)];
  const change = known.length > 1 ? (last?.value ?? 0) - (first?.value ?? 0) : null;
  return { figure, first, last, change, series };
}
