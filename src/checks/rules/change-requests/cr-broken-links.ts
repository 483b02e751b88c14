import { listSpaceFileBacklinks } from "../../../catalog/files.js";
import {
  getChangeRequestPage,
  getSpacePage,
  listChangeRequestPageLinks,
  listSpacePageBacklinks,
  listSpacePageLinks,
} from "../../../catalog/pages.js";
import { listSpaceLinks } from "../../../catalog/spaces.js";
import { getPath } from "../../../shared/paths.js";
import type { Facts } from "../../data-source.js";
import { Inapplicable, Unknown } from "../../not-evaluable.js";
import { defineRule, type RuleFinding, type Subject } from "../../types.js";
import {
  isBroken,
  isInclude,
  type Link,
  linkOf,
  placeOf,
  relativeTo,
  requireLinksOf,
  selectBroken,
  whyUnknown,
} from "../content/links.js";
import { type Page, pageThing } from "../pages.js";
import { linkingPages, ownPages } from "./affected-pages.js";
import { changedContent, READS_OF_CHANGE, revisionOfSpace } from "./changed-content.js";
import { changedPages, isUpToDate, treesOf } from "./changed-pages.js";
import { command, isUpForMerge } from "./cr-fixes.js";
import { MOST_INCLUDED, requireIncludesKept } from "./texts/included-links.js";
import { requireNewIncludesIntact } from "./texts/new-includes.js";

type Cr = Subject<"change-request">;

/**
 * Links of a page, which exists after the merge, that are broken then and are not now, or may be. For all change requests
 * the statistics say where to look; a gate looks at every link.
 */
async function findNewlyBroken(facts: Facts, cr: Cr, pageId: string): Promise<Link[]> {
  const params = { ...cr.params, pageId };
  const stats = await facts.stats(listChangeRequestPageLinks, params);
  const isCounted = getPath(stats, "broken.changeRequest") !== 0 && getPath(stats, "broken.total") !== 0;
  if (!isCounted && (facts.scope.changeRequest === undefined || getPath(stats, "total") === 0)) return [];
  const own = await facts.list(listChangeRequestPageLinks, params);
  requireLinksOf(own, { pageId, revision: cr.item.revision });
  const found = selectBroken(own.map(linkOf), isCounted ? stats : undefined);
  if (found.length === 0) return [];
  const { before, after } = await treesOf(facts, cr);
  const old = before.get(pageId);
  if (!old) return found;
  const main = await facts.list(listSpacePageLinks, params);
  requireLinksOf(main, { pageId, revision: await revisionOfSpace(facts, cr) });
  const was = main.map(linkOf).filter(isBroken);
  const known = new Set(was.map(({ key }) => key));
  const written = new Set<string | undefined>(
    was.map((link) => relativeTo(old, link)).filter((way) => way !== undefined),
  );
  const page = after.get(pageId) ?? old;
  return found.filter((link) => !known.has(link.key) && !written.has(relativeTo(page, link)));
}

/** A finding stands even if it is not known whether there are more. @throws Unknown if there are none for sure */
function requireNoUnknown(links: readonly Link[]): void {
  const [unknown] = links.filter((link) => !isBroken(link));
  if (unknown) throw new Unknown(whyUnknown(unknown));
}

const foundIn = (cr: Cr, pageId: string, page: Page, link: Link): RuleFinding => ({
  message: `${page.path ?? pageId} would ${isInclude(link) ? "include" : "link to"} ${link.target}, which does not exist`,
  thing: pageThing(page),
  key: `${pageId} ${link.target}`,
  fix: command(cr, "pages", "links", pageId, "--cr", "<cr>"),
  ...placeOf(link),
});

export default defineRule({
  id: "cr-broken-links",
  severity: "error",
  tag: "change-requests",
  summary: "An open change request breaks a link",
  why: "After the merge, readers of the page see an error. The rule checks the changed pages, and the pages that link to a page, heading, file or include that it changes. Links that are already broken are not reported.",
  fix: "docs pages links PAGE --cr CR --space SPACE",
  example: "guide/start would link to guide/setup.md, which does not exist",
  of: "change-request",
  onPages: true,
  needs: [
    ...READS_OF_CHANGE,
    { endpoint: listSpacePageBacklinks, when: "it changes, removes or moves the page" },
    { endpoint: listSpaceFileBacklinks, when: "it removes or renames the file" },
    { endpoint: listSpaceLinks, when: "the space has reusable contents" },
    { endpoint: getChangeRequestPage, when: "the page includes a reusable content", most: 4 * MOST_INCLUDED },
    { endpoint: getSpacePage, when: "what the page includes may be new or changed", most: 3 * MOST_INCLUDED },
    { endpoint: listChangeRequestPageLinks, first: true, when: "the links of the page may have changed" },
    { endpoint: listChangeRequestPageLinks, when: "it breaks a link, or the page may include something" },
    { endpoint: listSpacePageLinks, when: "it breaks a link, or the page includes something" },
  ],
  async check(cr, { facts }) {
    if (!isUpForMerge(cr, facts)) return [];
    const changes = await changedPages(facts, cr);
    const content = isUpToDate(cr) ? await changedContent(facts, cr) : undefined;
    const { before, after } = await treesOf(facts, cr);
    // In one that is behind, a page that the space has changed meanwhile is not what a merge gives.
    const linking = [...(await linkingPages(facts, cr, changes, content))].filter(
      ([id]) => content || before.get(id)?.updatedAt === after.get(id)?.updatedAt,
    );
    const pages = new Map([...linking, ...ownPages(changes)]);
    const checked = [...pages].map(async ([pageId, page]) => ({
      pageId,
      page,
      links: await findNewlyBroken(facts, cr, pageId),
    }));
    const each = await Promise.all(checked);
    const found = each.flatMap(({ pageId, page, links }) =>
      links.filter(isBroken).map((link) => foundIn(cr, pageId, page, link)),
    );
    if (found.length > 0) return found;
    requireNoUnknown(each.flatMap(({ links }) => links));
    if (!content) {
      throw new Inapplicable("it is behind its space; update it to see what a merge would break");
    }
    const [rewritten] = content.rewritten;
    if (rewritten !== undefined) {
      throw new Unknown(
        `it changes the reusable content ${JSON.stringify(rewritten)}, whose links the service does not list`,
      );
    }
    await requireIncludesKept(facts, cr, changes, content);
    await requireNewIncludesIntact(facts, cr, changes, content);
    return [];
  },
});
