/** How the figures of an organization changed over the generations of a snapshot. */
import type { Overview } from "../../checks/overview.js";
import type { Trend, Trends } from "../../snapshot/history/trends.js";

/** What is shown: with --since also what changed since then. */
export interface OverviewWithTrends extends Overview {
  trends?: Trends;
}

/** Changes that one sentence names. */
const MOST = 4;

export const dayOf = (time: string): string => time.slice(0, 10);

export function formatSigned(change: number): string {
  const number = new Intl.NumberFormat("en").format(Math.abs(change));
  return change === 0 ? "0" : `${change > 0 ? "+" : "−"}${number}`;
}

/** Those of which two values are known, the largest change first. */
const changedTrends = (trends: readonly Trend[]) =>
  trends
    .flatMap(({ figure, change }) => (change === null || change === 0 ? [] : [{ figure, change }]))
    .sort((one, other) => Math.abs(other.change) - Math.abs(one.change));

/** "Since 2026-11-01: pages +40, teams −1". A figure that is not known is not said to be as it was. */
export function trendSentence({ from, generations, trends }: Trends): string {
  const since = `Since ${dayOf(from)}`;
  if (generations < 2) return `${since}: there is no earlier generation to compare with`;
  const all = changedTrends(trends);
  const [named, left] = [all.slice(0, MOST), all.length - MOST];
  const words = named.map(({ figure, change }) => `${figure} ${formatSigned(change)}`);
  if (words.length > 0) return `${since}: ${words.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
  const known = trends.filter(({ change }) => change !== null).length;
  return `${since}: ${known === trends.length ? "no figure changed" : `none of the ${known} known figures changed`}`;
}

/** A point of a line: how far it is from the first to the last time, and from the lowest to the highest value, 0 to 1. */
export type Point = readonly [along: number, height: number];

/** Lines through the known values; where one is not known, a line ends. */
export function linesOf({ series }: Trend): Point[][] {
  const values = series.flatMap(({ value }) => value ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const last = Math.max(1, series.length - 1);
  const lines: Point[][] = [[]];
  for (const [index, { value }] of series.entries()) {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push([index / last, high === low ? 0.5 : (value - low) / (high - low)]);
  }
  return lines.filter((line) => line.length > 0);
}
