/** Which pages a change request changes, judging by the lists of pages. */
import { getSpacePage, listChangeRequestPages, listSpacePages } from "../../../catalog/pages.js";
import type { Facts } from "../../data-source.js";
import { requireKnown, Unknown } from "../../not-evaluable.js";
import { type PageEndpoint, readText } from "../../page-text.js";
import type { Subject } from "../../types.js";
import { flatPages, hasText, type Page } from "../pages.js";

type Cr = Subject<"change-request">;

export interface PageChange {
  page: Page;
  change: "added" | "changed" | "removed" | "moved";
}

export interface Trees {
  /** The pages of the space by id, parents first. */
  before: ReadonlyMap<string, Page>;
  /** Those of the change request. */
  after: ReadonlyMap<string, Page>;
}

const byId = (pages: readonly Page[]) => new Map(flatPages(pages).map((page) => [page.id ?? "", page]));

/** Generated pages, too: links may lead to them. */
export async function treesOf(facts: Facts, cr: Cr): Promise<Trees> {
  const [main, own] = await Promise.all([
    facts.list(listSpacePages, cr.params),
    facts.list(listChangeRequestPages, cr.params),
  ]);
  return { before: byId(main), after: byId(own) };
}

/** The text of a page of the space, or of the change request: that of the version that is listed. */
export async function textOf(
  facts: Facts,
  cr: Cr,
  endpoint: PageEndpoint,
  pageId: string,
  evaluated: boolean,
): Promise<string> {
  const { before, after } = await treesOf(facts, cr);
  const listed = (endpoint === getSpacePage ? before : after).get(pageId);
  return readText(facts, endpoint, { ...cr.params, pageId }, evaluated, listed);
}

/** Whether the space is as it was when the change request began: a merge then gives exactly what the change request has. @throws Unknown */
export const isUpToDate = ({ item }: Cr): boolean => !requireKnown(item.outdated, "whether it is behind its space");

const timeOf = (time: string | null | undefined): number => {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at)) throw new Unknown("the pages have no time of last change");
  return at;
};

/**
 * Pages that the change request changes. In one that is behind its space, without those that only the space has changed
 * meanwhile; a page that both changed is listed only if the change request did so last.
 */
export async function changedPages(facts: Facts, cr: Cr): Promise<PageChange[]> {
  const trees = await treesOf(facts, cr);
  return isUpToDate(cr) ? exactChanges(trees) : likelyChanges(trees, timeOf(cr.item.createdAt));
}

function exactChanges({ before, after }: Trees): PageChange[] {
  const own = [...after.values()].flatMap((page): PageChange[] => {
    const old = before.get(page.id ?? "");
    if (!old) return [{ page, change: "added" }];
    if (isMoved(old, page)) return [{ page, change: "moved" }];
    return visibleContent(old) === visibleContent(page) ? [] : [{ page, change: "changed" }];
  });
  const removed = [...before.values()].filter(({ id }) => !after.has(id ?? ""));
  return [...own, ...removed.map((page): PageChange => ({ page, change: "removed" }))];
}

/** A page has a path in the tree, and perhaps one in a repository. */
const isMoved = (old: Page, page: Page): boolean =>
  old.path !== page.path || (old.git != null && page.git != null && old.git.path !== page.git.path);

/** What tells that two versions of a page are the same. */
function visibleContent({
  pages: _pages,
  urls: _urls,
  git: _git,
  updatedAt,
  createdAt: _createdAt,
  ...page
}: Page): string {
  // Only the time tells that a text was changed. Generated pages are as new as the answer: their seed tells it.
  return JSON.stringify([page.type === "computed" || !hasText(page) ? null : timeOf(updatedAt), page]);
}

function likelyChanges({ before, after }: Trees, begun: number): PageChange[] {
  const touched = [...after.values()].flatMap((page): PageChange[] => {
    const old = before.get(page.id ?? "");
    // A page that the space has deleted since is older than the change request.
    if (!old) return timeOf(page.updatedAt) >= begun ? [{ page, change: "added" }] : [];
    // Moving a page does not change its time, and the space may have moved it.
    return timeOf(page.updatedAt) > timeOf(old.updatedAt) ? [{ page, change: "changed" }] : [];
  });
  const removed = [...before.values()].filter(({ id, createdAt }) => !after.has(id ?? "") && timeOf(createdAt) < begun);
  return [...touched, ...removed.map((page): PageChange => ({ page, change: "removed" }))];
}
