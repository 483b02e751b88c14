/** The rule about links that a change request breaks. */
import { listSpaceFileBacklinks } from "../../catalog/files.js";
import {
  getChangeRequestPage,
  getSpacePage,
  listChangeRequestPageLinks,
  listSpacePageBacklinks,
  listSpacePageLinks,
} from "../../catalog/pages.js";
import { listSpaceLinks } from "../../catalog/spaces.js";
import { parseHref, resolvePath } from "../../shared/markdown/elements.js";
import { getPath } from "../../shared/paths.js";
import type { Facts } from "../data-source.js";
import { Inapplicable, Unknown } from "../not-evaluable.js";
import { defineRule, type RuleFinding, type Subject } from "../types.js";
import { command, isUpForMerge } from "./change-requests.js";
import {
  type ContentChange,
  changedContent,
  changedPages,
  isUpToDate,
  linkingPages,
  loadText,
  ownPages,
  type PageChange,
  READS_OF_CHANGE,
  type ReusableContent,
  readTrees,
  revisionOfSpace,
  type Trees,
} from "./changed-pages.js";
import {
  addedLinks,
  anchorOf,
  isBroken,
  isInclude,
  type Link,
  leftIncludes,
  linkOf,
  namesOfFile,
  namesOfLink,
  namesOfPage,
  placeOf,
  relativeTo,
  requireLinksOf,
  selectBroken,
  whyUnknown,
} from "./read-links.js";
import { hasText, type Page, type PageEndpoint, pageThing } from "./read-pages.js";

// Links in reusable contents. The service lists them nowhere, so whether a change request breaks one is not known: this
// tells when it may.

type Cr = Subject<"change-request">;

/** The most pages that are read for what they include. */
const MOST_INCLUDED = 100;

/** A page that is read, because it includes these. */
interface Reading {
  page: Page;
  includes: readonly ReusableContent[];
  /** Ids of all pages that include them. */
  includers: ReadonlySet<string>;
  isOwn: boolean;
}

interface LostContent {
  change: "changed" | "moved" | "removed";
  path: string;
  names: ReadonlySet<string>;
}

/** @throws Unknown if the change request may break a link in a reusable content, or this cannot be told */
async function requireIncludesKept(
  facts: Facts,
  cr: Cr,
  changes: readonly PageChange[],
  { reusablesAfter, files, lostReusables }: ContentChange,
): Promise<void> {
  const trees = await readTrees(facts, cr);
  const lost = [...changes.flatMap((change) => findLostContent(change, trees)), ...files.map(lostFile)];
  const isTold = reusablesAfter.every(({ hasTextHash }) => hasTextHash);
  if (reusablesAfter.length === 0 || (lost.length === 0 && lostReusables.length === 0 && isTold)) return;
  const readings = await makeReadings(
    facts,
    cr,
    reusablesAfter,
    trees,
    new Set(changes.map(({ page }) => page.id ?? "")),
  );
  if (readings.length > MOST_INCLUDED) {
    throw new Unknown(`more than ${MOST_INCLUDED} pages would have to be read for the links in their includes`);
  }
  await Promise.all(readings.map((reading) => requireKept(facts, cr, reading, lost)));
  await Promise.all(readings.map((reading) => requireSame(facts, cr, reading, lostReusables, isTold)));
}

const lostFile = ({ file, change }: ContentChange["files"][number]): LostContent => ({
  change,
  path: file.git?.path ?? file.name ?? file.id ?? "",
  names: new Set(namesOfFile(file)),
});

function findLostContent({ page, change }: PageChange, { before }: Trees): LostContent[] {
  if (change === "added") return [];
  const old = before.get(page.id ?? "") ?? page;
  const names = new Set([...namesOfPage(old), ...namesOfPage(page)]);
  return [{ change, path: old.path ?? page.id ?? "", names }];
}

/** One page for each reusable content that the change request leaves alone, else all that include it. */
async function makeReadings(
  facts: Facts,
  cr: Cr,
  kept: readonly ReusableContent[],
  { after }: Trees,
  own: ReadonlySet<string>,
): Promise<Reading[]> {
  const links = await facts.list(listSpaceLinks, cr.params);
  const readings = new Map<string, Reading>();
  for (const one of kept) {
    const includers = links
      .filter(({ targetReference }) => getPath(targetReference, "reusableContent.id") === one.id)
      .flatMap(({ locationReferences }) => locationReferences ?? [])
      .map((place) => String(getPath(place, "page.id")));
    const there = includers.filter((id) => after.has(id));
    const untouched = there.find((id) => !own.has(id));
    for (const id of untouched === undefined ? there : [untouched]) {
      const known = readings.get(id);
      readings.set(id, {
        page: after.get(id) ?? {},
        includes: [...(known?.includes ?? []), one],
        includers: new Set([...(known?.includers ?? []), ...there]),
        isOwn: own.has(id),
      });
    }
  }
  return [...readings.values()];
}

async function requireKept(facts: Facts, cr: Cr, reading: Reading, lost: readonly LostContent[]): Promise<void> {
  const pageId = reading.page.id ?? "";
  const [written, read] = await Promise.all([
    loadText(facts, cr, getChangeRequestPage, pageId, false),
    loadText(facts, cr, getChangeRequestPage, pageId, true),
  ]);
  if (!reading.isOwn && read === written) throw new Unknown(`the service does not show ${nameOf(reading)}`);
  for (const link of addedLinks(written, read)) {
    const names = namesOfLink(link, reading.includers);
    const hit = lost.find(
      (one) => (one.change !== "changed" || anchorOf(link) !== "") && names.some((name) => one.names.has(name)),
    );
    if (hit) {
      throw new Unknown(
        `${nameOf(reading)} may link to ${hit.path}, which it ${VERBS[hit.change]}: the service does not list such links`,
      );
    }
  }
}

/** Requires that a reusable content still gives readers the same text, if versions alone do not prove it. */
async function requireSame(
  facts: Facts,
  cr: Cr,
  reading: Reading,
  reusables: readonly string[],
  isTold: boolean,
): Promise<void> {
  // Its own includes may be lost.
  const losesParts = reusables.some((id) => !reading.includes.some((one) => one.id === id));
  if (isTold && !losesParts) return;
  const pageId = reading.page.id ?? "";
  if (reading.isOwn) {
    if (losesParts) throw new Unknown(`nothing shows whether it changes the includes of ${nameOf(reading)}`);
    if (reading.includes.every(({ hasTextHash }) => hasTextHash)) return;
    throw new Unknown(`nothing shows whether it changes ${nameOf(reading)}`);
  }
  const read = await loadText(facts, cr, getChangeRequestPage, pageId, true);
  if ((await loadText(facts, cr, getSpacePage, pageId, true)) === read) return;
  throw new Unknown(
    losesParts
      ? `it changes the includes of ${nameOf(reading)}`
      : `it changes ${nameOf(reading)}, whose links the service does not list`,
  );
}

const VERBS = { changed: "changes", moved: "moves", removed: "removes" } as const;

function nameOf({ page, includes }: Reading): string {
  const titles = includes.map(({ title }) => JSON.stringify(title)).join(" or ");
  return `the reusable content ${titles} in ${page.path ?? page.id}`;
}

// Pages that newly include a reusable content. The service lists the links in it nowhere, so each has to name something
// that is there.

interface Including {
  page: Page;
  /** Reusable contents that the page does not include now. */
  includes: readonly ReusableContent[];
  isNew: boolean;
}

/** @throws Unknown if a page newly includes something whose links may lead nowhere, or this cannot be determined */
async function requireNewIncludesIntact(
  facts: Facts,
  cr: Cr,
  changes: readonly PageChange[],
  content: ContentChange,
): Promise<void> {
  if (content.reusablesAfter.length === 0) return;
  const { before, after } = await readTrees(facts, cr);
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

/** Reads the text that a page gets from its includes. */
async function readIncludedText(facts: Facts, cr: Cr, endpoint: PageEndpoint, pageId: string) {
  const [written, read] = await Promise.all([
    loadText(facts, cr, endpoint, pageId, false),
    loadText(facts, cr, endpoint, pageId, true),
  ]);
  return { differs: written !== read, links: addedLinks(written, read), left: leftIncludes(written, read) };
}

/** Finds links in a reusable content that surely have a target. Nothing lists the headings of a page. */
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
  const { before, after } = await readTrees(facts, cr);
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

export const crBrokenLinks = defineRule({
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
    const { before, after } = await readTrees(facts, cr);
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
