/** How long ago the documents of spaces were changed, and what else is known of each space. */
import { getPath } from "../shared/paths.js";

/** Milliseconds. */
const DAY = 86_400_000;

export const FRESHNESS = [
  { name: "under 30 days", most: 30 },
  { name: "30 to 90 days", most: 90 },
  { name: "90 days to a year", most: 365 },
  { name: "over a year", most: Number.POSITIVE_INFINITY },
] as const;

/**
 * @param ages the youngest first; `most` in days
 * @param now in milliseconds since the epoch
 */
export const nameAge = (ages: readonly { name: string; most: number }[], time: unknown, now: number): string =>
  ages.find(({ most }) => (now - Date.parse(String(time))) / DAY < most)?.name ?? "unknown";

/** Pages of one space; only documents have an age: groups and links have no text. */
export interface PageAges {
  /** Pages of every type. */
  pages: number;
  documents: number;
  /** By the names of `FRESHNESS`, and `unknown`. */
  byAge: Record<string, number>;
  /** ISO 8601: the last change of any document. */
  changedAt: string | null;
}

/** Counts nested pages, too. */
export function pageAges(pages: readonly unknown[], now: number): PageAges {
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
