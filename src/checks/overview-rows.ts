/** Spaces and sites as rows of an overview. */
import type { PageAges } from "./freshness.js";
import type { Subject } from "./subjects.js";

export interface NamedThing {
  id: string;
  title: string;
}

/** One space as a row; what could not be read is null. */
export interface SpaceSummary extends NamedThing {
  visibility: string;
  url: string | null;
  pages: number | null;
  /** RFC 3339: the last change of a document. */
  changedAt: string | null;
  /** Documents that were not changed for a year. */
  stale: number | null;
  liveChangeRequests: number | null;
  openComments: number | null;
  brokenLinks: number | null;
}

export interface SiteSummary extends NamedThing {
  visibility: string;
  published: boolean | null;
  spaces: number | null;
  url: string | null;
  publishedUrl: string | null;
}

/** What is counted by space; a space without any is not in a map, null where not everything could be read. */
interface SpaceCounts {
  broken: ReadonlyMap<string, number> | null;
  comments: ReadonlyMap<string, number> | null;
}

export function spaceSummary(
  { thing, item }: Subject<"space">,
  ages: PageAges | undefined,
  { broken, comments }: SpaceCounts,
): SpaceSummary {
  const { changeRequestsOpen: open, changeRequestsDraft: drafts } = item;
  const counted = typeof open === "number" && typeof drafts === "number";
  return {
    id: thing.id,
    title: thing.title,
    visibility: item.visibility ?? "unknown",
    url: thing.url,
    pages: ages?.pages ?? null,
    changedAt: ages?.changedAt ?? null,
    stale: ages ? (ages.byAge["over a year"] ?? 0) : null,
    liveChangeRequests: counted ? open + drafts : null,
    openComments: comments && (comments.get(thing.id) ?? 0),
    brokenLinks: broken && (broken.get(thing.id) ?? 0),
  };
}

export const siteSummary = ({ thing, item }: Subject<"site">): SiteSummary => ({
  id: thing.id,
  title: thing.title,
  visibility: item.visibility ?? "unknown",
  published: item.published ?? null,
  spaces: typeof item.siteSpaces === "number" ? item.siteSpaces : null,
  url: thing.url,
  publishedUrl: item.urls?.published ?? null,
});
