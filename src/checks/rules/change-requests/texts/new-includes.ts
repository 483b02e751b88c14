/**
 * Pages that newly include a reusable content. The service lists the links in it nowhere, so each has to name something
 * that is there.
 */
import {
  getChangeRequestPage,
  getSpacePage,
  listChangeRequestPageLinks,
  listSpacePageLinks,
} from "../../../../catalog/pages.js";
import { getPath } from "../../../../shared/paths.js";
import { parseHref, resolvePath } from "../../../../shared/text/hrefs.js";
import type { Facts } from "../../../data-source.js";
import { Unknown } from "../../../not-evaluable.js";
import type { PageEndpoint } from "../../../page-text.js";
import type { Subject } from "../../../types.js";
import { hasText, type Page } from "../../pages.js";
import { ownPages } from "../affected-pages.js";
import type { ContentChange, ReusableContent } from "../changed-content.js";
import { type PageChange, textOf, treesOf } from "../changed-pages.js";
import { MOST_INCLUDED } from "./included-links.js";
import { addedLinks, leftIncludes } from "./link-names.js";

type Cr = Subject<"change-request">;

interface Including {
  page: Page;
  /** Reusable contents that the page does not include now. */
  includes: readonly ReusableContent[];
  isNew: boolean;
}

/** @throws Unknown if a page newly includes something whose links may lead nowhere, or this cannot be determined */
export async function requireNewIncludesIntact(
  facts: Facts,
  cr: Cr,
  changes: readonly PageChange[],
  content: ContentChange,
): Promise<void> {
  if (content.reusablesAfter.length === 0) return;
  const { before, after } = await treesOf(facts, cr);
  const own = [...ownPages(changes).values()].filter(hasText);
  const pages = await Promise.all(
    own.map(async (page): Promise<Including> => {
      const isNew = !before.has(page.id ?? "");
      return { page, isNew, includes: await newIncludes(facts, cr, page, isNew, content.reusablesAfter) };
    }),
  );
  const including = pages.filter(({ includes }) => includes.length > 0);
  if (including.length > MOST_INCLUDED) {
    throw new Unknown(`more than ${MOST_INCLUDED} pages would have to be read for their new includes`);
  }
  const exists = createExistenceTest(after, content);
  await Promise.all(including.map((one) => requireIntact(facts, cr, one, exists)));
}

async function newIncludes(
  facts: Facts,
  cr: Cr,
  { id: pageId = "" }: Page,
  isNew: boolean,
  kept: readonly ReusableContent[],
): Promise<ReusableContent[]> {
  const params = { ...cr.params, pageId: pageId ?? "" };
  if (getPath(await facts.stats(listChangeRequestPageLinks, params), "total") === 0) return [];
  const after = idsIn(await facts.list(listChangeRequestPageLinks, params));
  const included = kept.filter(({ id }) => after.has(id));
  if (included.length === 0 || isNew) return included;
  const before = idsIn(await facts.list(listSpacePageLinks, params));
  return included.filter(({ id }) => !before.has(id));
}

const idsIn = (links: readonly { targetReference?: unknown }[]) =>
  new Set(links.map(({ targetReference }) => getPath(targetReference, "reusableContent.id")));

async function requireIntact(
  facts: Facts,
  cr: Cr,
  { page, includes, isNew }: Including,
  exists: (link: string) => boolean,
): Promise<void> {
  const pageId = page.id ?? "";
  const titles = includes.map(({ title }) => JSON.stringify(title)).join(" or ");
  const lead = `${page.path ?? page.id} would include ${titles}`;
  const after = await readIncludedText(facts, cr, getChangeRequestPage, pageId);
  if (!after.differs) throw new Unknown(`${lead}, which the service does not show`);
  const before = isNew ? undefined : await readIncludedText(facts, cr, getSpacePage, pageId);
  const isKnown = (link: string) => before?.links.includes(link) || before?.left.includes(link);
  const doubtful = [...after.left, ...after.links.filter((link) => !exists(link))].find((link) => !isKnown(link));
  if (doubtful !== undefined) throw new Unknown(`${lead}, which has ${doubtful}: nothing shows whether that exists`);
}

/** What a page has from what it includes. */
async function readIncludedText(facts: Facts, cr: Cr, endpoint: PageEndpoint, pageId: string) {
  const [written, read] = await Promise.all([
    textOf(facts, cr, endpoint, pageId, false),
    textOf(facts, cr, endpoint, pageId, true),
  ]);
  return { differs: written !== read, links: addedLinks(written, read), left: leftIncludes(written, read) };
}

/** Whether a link in a reusable content surely leads to something. Nothing lists the headings of a page. */
function createExistenceTest(
  after: ReadonlyMap<string, Page>,
  { reusablesAfter, filesAfter }: ContentChange,
): (link: string) => boolean {
  const files = filesAfter.flatMap(({ id, git }) => [...(id ? [`files/${id}`] : []), git?.path]);
  const places = new Set([...files, ...[...after.values()].flatMap(({ path, git }) => [path, git?.path])]);
  // Nothing tells which of several includes has a link: it has to lead somewhere from each.
  const folders = [...new Set(reusablesAfter.map(({ path }) => path?.split("/").slice(0, -1).join("/")))];
  return (link) => {
    const href = parseHref(link.replaceAll("\\", ""));
    if (href.kind === "url") return true;
    if (href.path === "" || href.anchor) return false;
    if (href.path.startsWith("/")) return places.has(resolvePath("", href.path));
    return folders.every((folder) => folder !== undefined && isIn(places, resolvePath(`${folder}/x`, href.path)));
  };
}

const isIn = (places: ReadonlySet<unknown>, path: string | undefined): boolean =>
  path !== undefined && places.has(path);
