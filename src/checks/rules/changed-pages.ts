/** Reads what a change request changes, for the rules about change requests. */
import { getChangeRequestContent, getSpaceContent } from "../../catalog/content.js";
import type { ResponseOf } from "../../catalog/endpoint.js";
import { listSpaceFileBacklinks } from "../../catalog/files.js";
import { getSpacePage, listChangeRequestPages, listSpacePageBacklinks, listSpacePages } from "../../catalog/pages.js";
import { listSpaceLinks } from "../../catalog/spaces.js";
import { getPath } from "../../shared/paths.js";
import { count } from "../../shared/wrap.js";
import type { Facts } from "../data-source.js";
import { requireKnown, Unknown } from "../not-evaluable.js";
import type { Need, Subject } from "../types.js";
import {
  flatPages,
  hasText,
  isSameVersion,
  type Page,
  type PageEndpoint,
  readText,
  type Variables,
  variablesOf,
} from "./read-pages.js";

// Finds the pages that a change request changes, by the lists of pages.

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
export async function readTrees(facts: Facts, cr: Cr): Promise<Trees> {
  const [main, own] = await Promise.all([
    facts.list(listSpacePages, cr.params),
    facts.list(listChangeRequestPages, cr.params),
  ]);
  return { before: byId(main), after: byId(own) };
}

/** The text of a page of the space, or of the change request: that of the version that is listed. */
export async function loadText(
  facts: Facts,
  cr: Cr,
  endpoint: PageEndpoint,
  pageId: string,
  evaluated: boolean,
): Promise<string> {
  const { before, after } = await readTrees(facts, cr);
  const listed = (endpoint === getSpacePage ? before : after).get(pageId);
  return readText(facts, endpoint, { ...cr.params, pageId }, evaluated, listed);
}

/** True if the space is as it was when the change request began: a merge then gives exactly what the change request has. @throws Unknown */
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
  const trees = await readTrees(facts, cr);
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

/** Reduces a page to what readers see: equal results mean equal versions. */
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

// Finds changes to the content of the space beside the pages: files, reusable contents, variables.

type Revision = ResponseOf<typeof getSpaceContent>;
type Reusable = NonNullable<Revision["reusableContents"]>[number];
type File = NonNullable<Revision["files"]>[number];

/** The requests of `changedPages` and `changedContent`. */
export const READS_OF_CHANGE: readonly Need[] = [
  { endpoint: listSpacePages },
  { endpoint: listChangeRequestPages },
  { endpoint: getSpaceContent, when: "it is up to date with its space" },
  { endpoint: getChangeRequestContent, when: "it is up to date with its space" },
];

export interface ReusableContent {
  id: string;
  title: string;
  /** Its file in a repository. */
  path: string | undefined;
  /** True if a change of its text would be seen. */
  hasTextHash: boolean;
}

export interface ContentChange {
  /** Files, as they were, that links may no longer find. */
  files: readonly { file: File; change: "removed" | "moved" }[];
  /** All files after the merge. */
  filesAfter: readonly File[];
  /** Ids of reusable contents that were removed, renamed or moved. */
  lostReusables: readonly string[];
  /** Titles of reusable contents whose text is new or changed. */
  rewritten: readonly string[];
  /** Reusable contents after the merge. */
  reusablesAfter: readonly ReusableContent[];
  variables: { before: Variables; after: Variables };
}

/** With `metadata`, for the paths in a repository; nothing is generated. */
const QUERY = { computed: false } as const;

export async function changedContent(facts: Facts, cr: Subject<"change-request">): Promise<ContentChange> {
  const { params } = cr;
  const [main, own, trees] = await Promise.all([
    facts.one(getSpaceContent, params, QUERY),
    facts.one(getChangeRequestContent, params, QUERY),
    readTrees(facts, cr),
  ]);
  requireRevision(main, await revisionOfSpace(facts, cr), "the space");
  requireRevision(own, cr.item.revision, "the change request");
  requireListed(main, trees.before);
  requireListed(own, trees.after);
  const reusables = { before: listOf(main.reusableContents), after: listOf(own.reusableContents) };
  const files = { before: listOf(main.files), after: listOf(own.files) };
  const left = new Set(files.after.map(({ id }) => id));
  const lostFiles = findLost(files.before, files.after, ({ name, git }) => [name, git?.path]);
  const lostReusables = findLost(reusables.before, reusables.after, ({ title, git }) => [title, git?.path]);
  return {
    files: lostFiles.map((file) => ({ file, change: left.has(file.id) ? "moved" : "removed" })),
    filesAfter: files.after,
    lostReusables: lostReusables.map(({ id }) => id ?? ""),
    rewritten: rewrittenIn(reusables.before, reusables.after),
    reusablesAfter: reusables.after.map(toReusableContent),
    variables: { before: variablesOf(main), after: variablesOf(own) },
  };
}

const toReusableContent = ({ id, title, git }: Reusable): ReusableContent => ({
  id: id ?? "",
  title: title || id || "",
  path: git?.path ?? undefined,
  hasTextHash: !!git?.oid,
});

/** The revision that its space has now. */
export async function revisionOfSpace(
  facts: Facts,
  { params }: Subject<"change-request">,
): Promise<string | null | undefined> {
  const { subjects } = await facts.subjects("space");
  return subjects.find(({ thing }) => thing.id === params.spaceId)?.item.revision;
}

/** @throws Unknown for content of an older revision, or of another thing */
function requireRevision({ id }: Revision, revision: string | null | undefined, what: string): void {
  if (!id || !revision) throw new Unknown(`the service does not show which revision the content of ${what} is`);
  if (id !== revision) throw new Unknown(`the content of ${what} is that of another revision`);
}

/** The changes follow from the lists of pages, which name no revision. @throws Unknown if one differs from the content */
function requireListed({ pages }: Revision, listed: ReadonlyMap<string, Page>): void {
  const inContent = new Map(flatPages(listOf(pages)).map((page) => [page.id ?? "", page]));
  const missing = [...inContent.keys()].filter((id) => !listed.has(id)).length;
  if (missing > 0) throw new Unknown(`the list of pages lacks ${count(missing, "page")} that the content has`);
  for (const [id, page] of listed) {
    const same = inContent.get(id);
    // The content is read without what is generated.
    if (!same && page.type !== "computed") throw new Unknown(`the content lacks the page ${page.path ?? id}`);
    if (same && !isSameVersion(page, same)) {
      throw new Unknown(`the list of pages has another version of ${page.path ?? id} than the content`);
    }
  }
}

/** A list that is not in the answer is not an empty one. */
function listOf<T>(list: readonly T[] | null | undefined): readonly T[] {
  if (!list) throw new Unknown("the content has no list of its pages, files or reusable contents");
  return list;
}

interface Identified {
  id?: string | null | undefined;
}

function findLost<T extends Identified>(
  before: readonly T[],
  after: readonly T[],
  namesOf: (thing: T) => unknown[],
): T[] {
  const kept = new Map(after.map((thing) => [thing.id, JSON.stringify(namesOf(thing))]));
  return before.filter((thing) => kept.get(thing.id) !== JSON.stringify(namesOf(thing)));
}

function rewrittenIn(before: readonly Reusable[], after: readonly Reusable[]): string[] {
  const known = new Map(before.map(({ id, git }) => [id, git?.oid]));
  return after
    .filter(({ id, git }) => !known.has(id) || known.get(id) !== git?.oid)
    .map(({ id, title }) => title || id || "");
}

// Pages whose links a change request may break.

/** The pages that it changes, by id: they exist after the merge. */
export const ownPages = (changes: readonly PageChange[]): Map<string, Page> =>
  new Map(changes.flatMap(({ change, page }) => (change === "removed" ? [] : [[page.id ?? "", page] as const])));

/** Pages that it leaves alone, and that link to something that it changes. */
export async function linkingPages(
  facts: Facts,
  cr: Cr,
  changes: readonly PageChange[],
  content: ContentChange | undefined,
): Promise<Map<string, Page>> {
  const targets = changes.filter(({ change }) => change !== "added").map(({ page }) => page.id ?? "");
  const lists = await Promise.all([
    ...targets.map((pageId) => facts.list(listSpacePageBacklinks, { ...cr.params, pageId })),
    ...(content?.files ?? []).map(({ file }) =>
      facts.list(listSpaceFileBacklinks, { ...cr.params, fileId: file.id ?? "" }),
    ),
  ]);
  const references = [...lists.flat(), ...(await readIncludes(facts, cr, content?.lostReusables ?? []))];
  const own = new Set(changes.map(({ page }) => page.id));
  const linking = new Map<string, Page>();
  for (const reference of references) {
    const page = getPath(reference, "page");
    const id = getPath(page, "id");
    // A reference has a subset of the members that a list has of a page.
    if (typeof id === "string" && !own.has(id)) linking.set(id, page as Page);
  }
  return linking;
}

/** Nothing lists the pages that include a reusable content, except the links of the whole space. */
async function readIncludes(facts: Facts, cr: Cr, ids: readonly string[]): Promise<unknown[]> {
  if (ids.length === 0) return [];
  const links = await facts.list(listSpaceLinks, cr.params);
  return links
    .filter(({ targetReference }) => ids.includes(String(getPath(targetReference, "reusableContent.id"))))
    .flatMap(({ locationReferences }) => (Array.isArray(locationReferences) ? locationReferences : []));
}
