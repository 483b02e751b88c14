/** Which pages a change request changes, judging by the lists of pages. */
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
 * Pages that the change request changes, without those that only the space has changed meanwhile.
 * If both changed a page, it is listed only if the change request did so last.
 */
export async function changedPages(facts: Facts, cr: Subject<"change-request">): Promise<PageChange[]> {
  const [main, own] = await Promise.all([treeOf(facts, cr), facts.list(listChangeRequestPages, cr.params, LEAN)]);
  const before = new Map(flatPages(main).map((page) => [page.id, page]));
  const after = new Map(flatPages(own).map((page) => [page.id, page]));
  const begun = timeOf(cr.item.createdAt);
  const touched = [...after.values()].flatMap((page): PageChange[] => {
    const old = before.get(page.id);
    // A page that the space has deleted since is older than the change request.
    if (!old) return timeOf(page.updatedAt) >= begun ? [{ page, change: "added" }] : [];
    if (timeOf(page.updatedAt) > timeOf(old.updatedAt)) return [{ page, change: "changed" }];
    // Moving a page does not change its time. In an outdated change request, the space may have moved it.
    return old.path !== page.path && cr.item.outdated !== true ? [{ page, change: "moved" }] : [];
  });
  const removed = [...before.values()].filter(({ id, createdAt }) => !after.has(id) && timeOf(createdAt) < begun);
  return [...touched, ...removed.map((page): PageChange => ({ page, change: "removed" }))];
}
