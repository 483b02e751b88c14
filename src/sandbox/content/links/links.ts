import type { Store } from "../../store/store.js";
import type { HandlerContext } from "../../types.js";
import { ServiceError } from "../../wire/service-error.js";
import { refAsWritten } from "../document/document.js";
import type { RefOf } from "../document/node.js";
import { walkPages } from "../pages.js";
import { getRevision } from "../revisions.js";
import type { StoredFile, StoredPage, StoredReusable, StoredRevision } from "../types.js";
import { anchorsOf, ensureLinks, linksAt, placeOf, placesLinking } from "./link-index.js";
import {
  byPaths,
  type Link,
  type Lookup,
  linkOf,
  pathsTo,
  pathsToFile,
  pathsToReusable,
  sourceOf,
  type Target,
  targetOf,
} from "./targets.js";

export type LinkContext = Pick<HandlerContext, "store" | "origin">;

/** Content at one point in time: a space and one of its revisions (its own or a change request's). */
export interface Version {
  space: string;
  revision: string;
}

/** Contract, "Link item": one per target, with the places that name it. */
export interface LinkItem {
  status: Target["status"];
  relation: "reference";
  targetReference: object;
  locationReferences: object[];
}

export interface LinkStats {
  total: number;
  broken: { total: number; changeRequest: number };
}

/** A revision's pages in order, and its pages and files by the paths that lead to them. */
interface Indexed {
  order: Map<StoredPage, number>;
  pages: Map<string, StoredPage>;
  files: Map<string, StoredFile>;
  reusables: Map<string, StoredReusable>;
  filesById: Map<string, StoredFile>;
  /** Pages with links outside their text. */
  withFields: StoredPage[];
  /** Links of all pages, by the origin for which they were gathered. */
  all: Map<string, Gathered[]>;
}

// A revision is parsed once (Store.kept), so what was computed from it stays valid as long as it is kept.
const known = new WeakMap<StoredRevision, Indexed>();

function indexOf(revision: StoredRevision): Indexed {
  const found = known.get(revision);
  if (found) return found;
  const all = [...walkPages(revision.pages)].map(({ page }) => page);
  const targets = all.filter(({ type }) => type !== "link");
  const made: Indexed = {
    order: new Map(all.map((page, index) => [page, index])),
    pages: byPaths(targets, pathsTo),
    files: byPaths(revision.files, pathsToFile),
    reusables: byPaths(revision.reusableContents, pathsToReusable),
    filesById: new Map(revision.files.map((file) => [file.id, file])),
    withFields: all.filter(({ cover, href }) => cover !== undefined || href !== undefined),
    all: new Map(),
  };
  known.set(revision, made);
  return made;
}

/** Destinations that a page names outside its text. */
function fieldLinks(page: StoredPage, files: ReadonlyMap<string, StoredFile>, lookup: Lookup): Target[] {
  const targets: Target[] = [];
  for (const ref of [page.cover?.ref, page.cover?.refDark]) {
    if (ref?.kind === "url") targets.push(targetOf(page, `u${ref.url}`, lookup));
    if (ref?.kind !== "file") continue;
    const file = files.get(ref.file);
    if (file) targets.push({ key: `file ${file.id}`, status: "ok", file });
    else targets.push({ key: `broken ${ref.file}`, status: "broken", path: ref.file });
  }
  if (page.href !== undefined) targets.push(targetOf(page, linkOf(sourceOf(page), page.href), lookup));
  return targets;
}

/** Builds the contract's "Reference" objects for one version; reads the organization and the space once. */
function referencesIn(context: LinkContext, version: Version) {
  const space = context.store.get<{ organization?: string }>("space", version.space);
  const organization = context.store.get<object>("organization", space?.organization ?? "");
  const place = { organization, space, versionContext: { type: "revision", revision: version.revision } };
  const pageOf = ({ id, title, emoji, icon, type, path }: StoredPage) => ({ id, title, emoji, icon, type, path });
  const contentOf = ({ id, title, git }: StoredReusable) => ({ id, title, ...(git && { git }) });
  const toPage = (page: StoredPage) => ({ kind: "page", ...place, page: pageOf(page) });
  const toTarget = ({ url, page, file, reusable, anchor, path }: Target): object => {
    if (url !== undefined) return { kind: "url", url };
    if (file) return { kind: "file", ...place, file };
    if (reusable) return { kind: "reusable-content", ...place, reusableContent: contentOf(reusable) };
    if (page && anchor !== undefined) return { kind: "anchor", ...place, page: pageOf(page), anchor };
    if (page) return toPage(page);
    return { kind: /\.(md|markdown)$|(^|\/)[^.]*$/i.test(path ?? "") ? "page" : "file", ...place, path };
  };
  return { toPage, toTarget };
}

/** One target and the pages that name it. */
export interface Gathered {
  target: Target;
  pages: Set<StoredPage>;
}

/** Reads anchors on demand, because few links have one. */
function anchorReader(store: Store): Lookup["anchorsOf"] {
  const read = new Map<string, ReadonlySet<string>>();
  return ({ document = "" }) => {
    const found = read.get(document) ?? new Set(anchorsOf(store, [document]).get(document));
    read.set(document, found);
    return found;
  };
}

/** What these pages of a revision link to, in the order of pages and text. */
function gather(
  context: LinkContext,
  space: string,
  revision: StoredRevision,
  pages: readonly StoredPage[],
): Gathered[] {
  const { store, origin } = context;
  const index = indexOf(revision);
  const lookup: Lookup = { ...index, anchorsOf: anchorReader(store), origin };
  const byKey = new Map<string, Gathered>();
  // The same link means the same everywhere, unless it names an anchor of its own page.
  const byLink = new Map<Link, Gathered>();
  const entryOf = (target: Target) => {
    const entry = byKey.get(target.key) ?? { target, pages: new Set() };
    byKey.set(target.key, entry);
    return entry;
  };
  const links = linksAt(store, space, pages);
  pages.forEach((page, at) => {
    for (const target of fieldLinks(page, index.filesById, lookup)) entryOf(target).pages.add(page);
    for (const link of links[at] ?? []) {
      const entry = byLink.get(link) ?? entryOf(targetOf(page, link, lookup));
      if (!link.startsWith("#")) byLink.set(link, entry);
      entry.pages.add(page);
    }
  });
  return [...byKey.values()];
}

async function gatherVersion(context: LinkContext, { space, revision: id }: Version, pageId: string | undefined) {
  const revision = getRevision(context.store, id);
  await ensureLinks(context.store, space, revision);
  const { order, all } = indexOf(revision);
  const pages = [...order.keys()];
  if (pageId !== undefined)
    return gather(
      context,
      space,
      revision,
      pages.filter((page) => page.id === pageId),
    );
  const gathered = all.get(context.origin) ?? gather(context, space, revision, pages);
  all.set(context.origin, gathered);
  return gathered;
}

const brokenIn = (gathered: readonly Gathered[]) => gathered.filter(({ target }) => target.status === "broken");

/** Links of one or all pages, grouped by target: how to present them, and their counts. */
export interface Links {
  items: Gathered[];
  present(items: readonly Gathered[]): LinkItem[];
  stats: LinkStats;
}

/** With `main`, the space's own content, `broken.changeRequest` counts what is broken only in the change request. */
export async function linksOf(
  context: LinkContext,
  version: Version,
  options: { page?: string; main?: string } = {},
): Promise<Links> {
  const { toPage, toTarget } = referencesIn(context, version);
  const items = await gatherVersion(context, version, options.page);
  const broken = brokenIn(items);
  let changeRequest = 0;
  if (options.main !== undefined) {
    const before = await gatherVersion(context, { ...version, revision: options.main }, options.page);
    const known = new Set(brokenIn(before).map(({ target }) => target.key));
    changeRequest = broken.filter(({ target }) => !known.has(target.key)).length;
  }
  const present = (some: readonly Gathered[]) =>
    some.map(({ target, pages }): LinkItem => {
      const locationReferences = [...pages].map(toPage);
      return { status: target.status, relation: "reference", targetReference: toTarget(target), locationReferences };
    });
  return { items, present, stats: { total: items.length, broken: { total: broken.length, changeRequest } } };
}

/** Pages that may link to something under these paths, in order. */
function candidates(store: Store, space: string, revision: StoredRevision, paths: readonly string[]): StoredPage[] {
  const index = indexOf(revision);
  const places = placesLinking(store, space, paths);
  const linking = [...index.order.keys()].filter((page) => places.has(placeOf(page)));
  const all = new Set([...linking, ...index.withFields]);
  return [...all].sort((a, b) => (index.order.get(a) ?? 0) - (index.order.get(b) ?? 0));
}

/** The pages that link to a page (or one of its headings) or to a file, and how to present them. */
export async function backlinksOf(
  context: LinkContext,
  version: Version,
  target: { page: StoredPage } | { file: StoredFile },
): Promise<{ items: StoredPage[]; present(items: readonly StoredPage[]): object[] }> {
  const { store } = context;
  const revision = getRevision(store, version.revision);
  await ensureLinks(store, version.space, revision);
  const paths = "page" in target ? pathsTo(target.page) : pathsToFile(target.file);
  const pages = candidates(store, version.space, revision, paths.flat());
  const found = new Set<StoredPage>();
  for (const { target: named, pages: from } of gather(context, version.space, revision, pages)) {
    const hit = "page" in target ? named.page?.id === target.page.id : named.file?.id === target.file.id;
    if (hit) for (const page of from) found.add(page);
  }
  const own = "page" in target ? target.page.id : undefined;
  const items = pages.filter((page) => found.has(page) && page.id !== own);
  return { items, present: (some) => some.map(referencesIn(context, version).toPage) };
}

const NO_ANCHORS: ReadonlySet<string> = new Set();

/** What a document of this page refers to: ids of what the revision has, anything else as it is written. */
export function refsIn(origin: string, revision: StoredRevision, page: StoredPage): RefOf {
  const lookup: Lookup = { ...indexOf(revision), anchorsOf: () => NO_ANCHORS, origin };
  return (href) => {
    const { page: named, file, reusable, anchor } = targetOf(page, linkOf(sourceOf(page), href), lookup);
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
