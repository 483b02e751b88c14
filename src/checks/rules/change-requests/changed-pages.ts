/** What a change request changes, as far as lists of pages tell. */
import { listChangeRequestPages } from "../../../catalog/pages.js";
import type { Facts } from "../../facts.js";
import type { Subject } from "../../types.js";
import { Unknown } from "../../unknown.js";
import { flatPages, LEAN, type Page, treeOf } from "../pages.js";

export interface PageChange {
  page: Page;
  change: "added" | "changed" | "removed" | "moved";
}

const timeOf = (time: string | null | undefined): number => {
  const at = Date.parse(time ?? "");
  if (Number.isNaN(at)) throw new Unknown("the pages have no time of their last change");
  return at;
};

/**
 * Pages that the change request touches. The space may have gone on meanwhile: what only the space changed is left out.
 * A page that both changed is known where the change request was last.
 */
export async function changedPages(facts: Facts, cr: Subject<"change-request">): Promise<PageChange[]> {
  const [main, own] = await Promise.all([treeOf(facts, cr), facts.list(listChangeRequestPages, cr.params, LEAN)]);
  const before = new Map(flatPages(main).map((page) => [page.id, page]));
  const after = new Map(flatPages(own).map((page) => [page.id, page]));
  const begun = timeOf(cr.item.createdAt);
  const touched = [...after.values()].flatMap((page): PageChange[] => {
    const old = before.get(page.id);
    // What the space has deleted since is still here, with a time before the change request was begun.
    if (!old) return timeOf(page.updatedAt) >= begun ? [{ page, change: "added" }] : [];
    if (timeOf(page.updatedAt) > timeOf(old.updatedAt)) return [{ page, change: "changed" }];
    // A page that was only moved keeps its time; an older tree may be where the space has moved it.
    return old.path !== page.path && cr.item.outdated !== true ? [{ page, change: "moved" }] : [];
  });
  const removed = [...before.values()].filter(({ id, createdAt }) => !after.has(id) && timeOf(createdAt) < begun);
  return [...touched, ...removed.map((page): PageChange => ({ page, change: "removed" }))];
}
