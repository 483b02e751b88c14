import {
  listChangeRequestPageLinks,
  listChangeRequestPages,
  listSpacePageBacklinks,
  listSpacePageLinks,
  listSpacePages,
} from "../../../catalog/pages.js";
import { getPath } from "../../../facts/paths.js";
import type { Facts } from "../../facts.js";
import { defineRule, type Subject } from "../../types.js";
import { linkOf, placeOf } from "../content/links.js";
import { hasText, type Page, pageThing } from "../pages.js";
import { changedPages } from "./changed-pages.js";
import { command, isUpForMerge } from "./closing.js";

type Cr = Subject<"change-request">;

/** Pages whose links it may break: those it changes, and those that link to pages it removes or moves. */
async function pagesToLookAt(facts: Facts, cr: Cr): Promise<Map<string, Page>> {
  const changes = await changedPages(facts, cr);
  const own = changes.filter(({ change, page }) => change !== "removed" && hasText(page));
  const pages = new Map(own.map(({ page }) => [page.id ?? "", page]));
  const gone = changes.filter(({ change }) => change === "removed" || change === "moved").map(({ page }) => page);
  const removed = new Set(changes.flatMap(({ change, page }) => (change === "removed" ? [page.id] : [])));
  for (const { id } of gone) {
    const linking = await facts.list(listSpacePageBacklinks, { ...cr.params, pageId: id ?? "" });
    for (const reference of linking) {
      const page = getPath(reference, "page");
      const pageId = getPath(page, "id");
      if (typeof pageId !== "string" || removed.has(pageId) || pages.has(pageId)) continue;
      // A reference has a subset of the members that a list has of a page.
      pages.set(pageId, page as Page);
    }
  }
  return pages;
}

/** Targets of a page that only the change request breaks. */
async function brokenBy(facts: Facts, cr: Cr, pageId: string) {
  const params = { ...cr.params, pageId };
  const stats = await facts.stats(listChangeRequestPageLinks, params);
  if (getPath(stats, "broken.changeRequest") === 0 || getPath(stats, "broken.total") === 0) return [];
  const [own, main] = await Promise.all([
    facts.list(listChangeRequestPageLinks, params),
    facts.maybeList(listSpacePageLinks, params),
  ]);
  const broken = (links: typeof own) => links.map(linkOf).filter(({ status }) => status === "broken");
  const before = new Set(broken(main).map(({ target }) => target));
  return broken(own).filter(({ target }) => !before.has(target));
}

export default defineRule({
  id: "cr-broken-links",
  severity: "error",
  tag: "change-requests",
  summary: "An open change request breaks a link",
  why: "After the merge, readers of the page meet an error. Links that are broken already are not its fault and are not reported.",
  fix: "docs pages links <page> --cr <cr> --space <space>",
  example: "guide/start would link to guide/setup.md, which does not exist",
  of: "change-request",
  needs: [
    listSpacePages,
    listChangeRequestPages,
    { endpoint: listSpacePageBacklinks, when: "it removes or moves the page" },
    { endpoint: listChangeRequestPageLinks, first: true, when: "its links may have changed" },
    { endpoint: listSpacePageLinks, when: "it breaks a link" },
  ],
  async check(cr, { facts }) {
    if (!isUpForMerge(cr, facts)) return [];
    const pages = await pagesToLookAt(facts, cr);
    const found = [...pages].map(async ([pageId, page]) =>
      (await brokenBy(facts, cr, pageId)).map((link) => ({
        message: `${page.path ?? pageId} would link to ${link.target}, which does not exist`,
        thing: pageThing(page),
        key: `${pageId} ${link.target}`,
        fix: command(cr, "pages", "links", pageId, "--cr", "<cr>"),
        ...placeOf(link),
      })),
    );
    return (await Promise.all(found)).flat();
  },
});
