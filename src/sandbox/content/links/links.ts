import type { Store } from "../../store/store.js";
import { ServiceError } from "../../wire/service-error.js";
import { type RefOf, refAsWritten } from "../document.js";
import { flatPages, pageById } from "../pages.js";
import { getRevision } from "../revisions.js";
import type { StoredFile, StoredPage, StoredReusable, StoredRevision } from "../types.js";
import { ensureLinks, linksAt, makeAnchors, mayLinkTo } from "./link-index.js";
import {
  type ByPath,
  type EncodedLink,
  filesByPath,
  type Lookup,
  linkOf,
  makeTarget,
  pagesByPath,
  pathsTo,
  pathsToFile,
  redirectsByPath,
  reusablesByPath,
  sourceOf,
  type Target,
} from "./targets.js";

interface LinkContext {
  store: Store;
  origin: string;
}

/** Content at one point in time: a space and one of its revisions (its own or a change request's). */
export interface Version {
  space: string;
  revision: string;
}

interface LinkStats {
  total: number;
  broken: { total: number; changeRequest: number };
}

/** A revision's pages in order, and its pages and files by the paths that lead to them. */
interface RevisionIndex {
  order: readonly StoredPage[];
  pages: ByPath<StoredPage>;
  files: ByPath<StoredFile>;
  reusables: ByPath<StoredReusable>;
  redirects: ReadonlyMap<string, string>;
  filesById: Map<string, StoredFile>;
  /** Pages with links outside their text. */
  withFields: ReadonlySet<StoredPage>;
  /** Links of all pages, by the origin for which they were gathered. */
  all: Map<string, TargetPages[]>;
}

// A revision is parsed once (Store.kept), so what was computed from it stays valid as long as it is kept.
const known = new WeakMap<StoredRevision, RevisionIndex>();

function indexOf(revision: StoredRevision): RevisionIndex {
  const found = known.get(revision);
  if (found) return found;
  const all = flatPages(revision.pages);
  const targets = all.filter(({ type }) => type !== "link");
  const made: RevisionIndex = {
    order: all,
    pages: pagesByPath(targets),
    files: filesByPath(revision.files),
    reusables: reusablesByPath(revision.reusableContents),
    redirects: redirectsByPath(revision.redirects),
    filesById: new Map(revision.files.map((file) => [file.id, file])),
    withFields: new Set(all.filter(({ cover, href }) => cover !== undefined || href !== undefined)),
    all: new Map(),
  };
  known.set(revision, made);
  return made;
}

/** Destinations that a page names outside its text. */
function fieldLinks(page: StoredPage, files: ReadonlyMap<string, StoredFile>, lookup: Lookup): Target[] {
  const targets: Target[] = [];
  for (const ref of [page.cover?.ref, page.cover?.refDark]) {
    if (ref?.kind === "url") targets.push(makeTarget(page, `u${ref.url}`, lookup));
    if (ref?.kind !== "file") continue;
    const file = files.get(ref.file);
    if (file) targets.push({ key: `file ${file.id}`, status: "ok", file });
    else targets.push({ key: `broken ${ref.file}`, status: "broken", path: ref.file });
  }
  if (page.href !== undefined) targets.push(makeTarget(page, linkOf(sourceOf(page), page.href), lookup));
  return targets;
}

/** One target and the pages that name it. */
export interface TargetPages {
  target: Target;
  pages: StoredPage[];
}

/** Reads anchors on demand, because few links have one. */
function anchorReader(store: Store, reusables: ByPath<StoredReusable>): Lookup["anchorsOf"] {
  const read = new Map<StoredPage, ReadonlySet<string>>();
  return (page) => {
    const found = read.get(page) ?? makeAnchors(store, page, reusables);
    read.set(page, found);
    return found;
  };
}

/** Pages come one after the other, so a repeated one is the last. */
function addPage({ pages }: TargetPages, page: StoredPage): void {
  if (pages.at(-1) !== page) pages.push(page);
}

/** The targets of these pages of a revision, in the order of pages and text. */
function gather(
  context: LinkContext,
  space: string,
  revision: StoredRevision,
  pages: readonly StoredPage[],
): TargetPages[] {
  const { store, origin } = context;
  const index = indexOf(revision);
  const lookup: Lookup = { ...index, anchorsOf: anchorReader(store, index.reusables), origin };
  const byKey = new Map<string, TargetPages>();
  // The same link means the same everywhere, unless it names an anchor of its own page.
  const byLink = new Map<EncodedLink, TargetPages>();
  const entryOf = (target: Target) => {
    const entry = byKey.get(target.key) ?? { target, pages: [] };
    byKey.set(target.key, entry);
    return entry;
  };
  const links = linksAt(store, space, pages);
  pages.forEach((page, at) => {
    for (const target of fieldLinks(page, index.filesById, lookup)) addPage(entryOf(target), page);
    for (const link of links[at] ?? []) {
      const entry = byLink.get(link) ?? entryOf(makeTarget(page, link, lookup));
      if (!link.startsWith("#")) byLink.set(link, entry);
      addPage(entry, page);
    }
  });
  return [...byKey.values()];
}

async function gatherVersion(context: LinkContext, { space, revision: id }: Version, pageId: string | undefined) {
  const revision = getRevision(context.store, id);
  await ensureLinks(context.store, space, revision);
  const page = pageId === undefined ? undefined : pageById(revision, pageId);
  if (pageId !== undefined) return gather(context, space, revision, page ? [page] : []);
  const { order, all } = indexOf(revision);
  const gathered = all.get(context.origin) ?? gather(context, space, revision, order);
  all.set(context.origin, gathered);
  return gathered;
}

const selectBroken = (gathered: readonly TargetPages[]) => gathered.filter(({ target }) => target.status === "broken");

/** Links of one or all pages, grouped by target, and their counts. */
export interface Links {
  items: TargetPages[];
  stats: LinkStats;
}

/** With `main`, the space's own content, `broken.changeRequest` counts what is broken only in the change request. */
export async function readLinks(
  context: LinkContext,
  version: Version,
  options: { page?: string; main?: string } = {},
): Promise<Links> {
  const items = await gatherVersion(context, version, options.page);
  const broken = selectBroken(items);
  let changeRequest = 0;
  if (options.main !== undefined) {
    const before = await gatherVersion(context, { ...version, revision: options.main }, options.page);
    const known = new Set(selectBroken(before).map(({ target }) => target.key));
    changeRequest = broken.filter(({ target }) => !known.has(target.key)).length;
  }
  return { items, stats: { total: items.length, broken: { total: broken.length, changeRequest } } };
}

/** Pages that may link to something under these paths, in order. */
function candidates(store: Store, space: string, revision: StoredRevision, paths: readonly string[]): StoredPage[] {
  const index = indexOf(revision);
  const links = mayLinkTo(store, space, paths);
  return index.order.filter((page) => links(page) || index.withFields.has(page));
}

/** The pages that link to a page (or one of its headings) or to a file, in order. */
export async function readBacklinks(
  context: LinkContext,
  version: Version,
  target: { page: StoredPage } | { file: StoredFile },
): Promise<StoredPage[]> {
  const { store } = context;
  const revision = getRevision(store, version.revision);
  await ensureLinks(store, version.space, revision);
  const { redirects } = indexOf(revision);
  const own = "page" in target ? target.page.id : undefined;
  const paths = "page" in target ? pathsTo(target.page) : pathsToFile(target.file);
  const former = [...redirects].filter(([, to]) => paths.includes(to.replace(/^(?:\.?\/)+/, "")));
  paths.push(...former.flatMap(([from]) => [from, `${from}.md`, `${from}/README.md`]));
  const pages = candidates(store, version.space, revision, paths);
  const found = new Set<StoredPage>();
  for (const { target: named, pages: from } of gather(context, version.space, revision, pages)) {
    const hit = "page" in target ? named.page?.id === target.page.id : named.file?.id === target.file.id;
    if (hit) for (const page of from) found.add(page);
  }
  return pages.filter((page) => found.has(page) && page.id !== own);
}

const NO_ANCHORS: ReadonlySet<string> = new Set();

/** The references of a document of this page: ids of things that the revision has, anything else as it is written. */
export function refsIn(origin: string, revision: StoredRevision, page: StoredPage): RefOf {
  const lookup: Lookup = { ...indexOf(revision), anchorsOf: () => NO_ANCHORS, origin };
  return (href) => {
    const { page: named, file, reusable, anchor } = makeTarget(page, linkOf(sourceOf(page), href), lookup);
    if (file) return { kind: "file", file: file.id };
    if (reusable) return { kind: "reusable-content", reusableContent: reusable.id };
    if (named && anchor !== undefined) return { kind: "anchor", page: named.id, anchor };
    return named ? { kind: "page", page: named.id } : refAsWritten(href);
  };
}

/** @throws ServiceError 404 */
export function requireFile(revision: StoredRevision, id: string): StoredFile {
  const file = revision.files.find((candidate) => candidate.id === id);
  if (!file) throw new ServiceError(404, `file "${id}" not found`);
  return file;
}
