import { ServiceError } from "../service-error.js";
import type { HandlerContext } from "../types.js";
import { type Extracted, extract, loadMarked, type Marked } from "./markdown.js";
import { markdownOf, walkPages } from "./pages.js";
import { getRevision } from "./revisions.js";
import { type Target, targetFinder } from "./targets.js";
import type { StoredFile, StoredPage, StoredRevision } from "./types.js";

export type LinkContext = Pick<HandlerContext, "store" | "origin">;

/** Content at a point in time: a space, and one of its revisions (its own or a change request's). */
export interface Version {
  space: string;
  revision: string;
}

/** Contract, "Link item": one for each target, with the places that name it. */
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

const EMPTY: Extracted = { hrefs: [], anchors: new Set() };

/** Destinations that a page names outside its text. */
function fieldLinks(page: StoredPage, files: Map<string, StoredFile>): Target[] {
  const targets: Target[] = [];
  for (const ref of [page.cover?.ref, page.cover?.refDark]) {
    if (ref?.kind !== "file") continue;
    const file = files.get(ref.file);
    if (file) targets.push({ key: `file ${file.id}`, status: "ok", file });
    else targets.push({ key: `broken ${ref.file}`, status: "broken", path: ref.file });
  }
  return targets;
}

/** Each use of a link in a revision, in the order of pages and text. */
function* usesOf(marked: Marked, context: LinkContext, revision: StoredRevision) {
  const extracted = (page: StoredPage) =>
    page.document === undefined ? EMPTY : extract(marked, page.document, () => markdownOf(context.store, page));
  const find = targetFinder(revision, (page) => extracted(page).anchors, context.origin);
  const files = new Map(revision.files.map((file) => [file.id, file]));
  for (const { page } of walkPages(revision.pages)) {
    for (const target of fieldLinks(page, files)) yield { page, target };
    if (page.href !== undefined) yield { page, target: find(page, page.href) };
    for (const href of extracted(page).hrefs) yield { page, target: find(page, href) };
  }
}

/** Contract, "Reference": builds them for one version; the organization and the space are read once. */
function referencesIn(context: LinkContext, version: Version) {
  const space = context.store.get<{ organization?: string }>("space", version.space);
  const organization = context.store.get<object>("organization", space?.organization ?? "");
  const place = { organization, space, versionContext: { type: "revision", revision: version.revision } };
  const pageOf = ({ id, title, emoji, icon, type, path }: StoredPage) => ({ id, title, emoji, icon, type, path });
  const toPage = (page: StoredPage) => ({ kind: "page", ...place, page: pageOf(page) });
  const toTarget = ({ url, page, file, anchor, path }: Target): object => {
    if (url !== undefined) return { kind: "url", url };
    if (file) return { kind: "file", ...place, file };
    if (page && anchor !== undefined) return { kind: "anchor", ...place, page: pageOf(page), anchor };
    if (page) return toPage(page);
    return { kind: /\.(md|markdown)$|(^|\/)[^.]*$/i.test(path ?? "") ? "page" : "file", ...place, path };
  };
  return { toPage, toTarget };
}

interface Gathered {
  target: Target;
  pages: Set<StoredPage>;
}

function gather(uses: Iterable<{ page: StoredPage; target: Target }>): Map<string, Gathered> {
  const gathered = new Map<string, Gathered>();
  for (const { page, target } of uses) {
    const entry = gathered.get(target.key) ?? { target, pages: new Set() };
    gathered.set(target.key, entry);
    entry.pages.add(page);
  }
  return gathered;
}

async function gatherVersion(context: LinkContext, version: Version, pageId?: string) {
  const marked = await loadMarked();
  const revision = getRevision(context.store, version.revision);
  const uses = [...usesOf(marked, context, revision)];
  return gather(pageId === undefined ? uses : uses.filter(({ page }) => page.id === pageId));
}

function brokenIn(gathered: Map<string, Gathered>): string[] {
  return [...gathered].filter(([, { target }]) => target.status === "broken").map(([key]) => key);
}

/**
 * Links of a page or of all pages, one item a target. With `main`, the space's own content, `broken.changeRequest`
 * counts what is broken in the change request only.
 */
export async function linksOf(
  context: LinkContext,
  version: Version,
  options: { page?: string; main?: string } = {},
): Promise<{ items: LinkItem[]; stats: LinkStats }> {
  const { toPage, toTarget } = referencesIn(context, version);
  const gathered = await gatherVersion(context, version, options.page);
  const items = [...gathered.values()].map(({ target, pages }): LinkItem => {
    const locationReferences = [...pages].map(toPage);
    return { status: target.status, relation: "reference", targetReference: toTarget(target), locationReferences };
  });
  const broken = brokenIn(gathered);
  let changeRequest = 0;
  if (options.main !== undefined) {
    const before = await gatherVersion(context, { ...version, revision: options.main }, options.page);
    const known = new Set(brokenIn(before));
    changeRequest = broken.filter((key) => !known.has(key)).length;
  }
  return { items, stats: { total: items.length, broken: { total: broken.length, changeRequest } } };
}

/** References to the pages that link to a page (also to one of its headings) or to a file. */
export async function backlinksOf(
  context: LinkContext,
  version: Version,
  target: { page: string } | { file: string },
): Promise<{ page: { id: string } }[]> {
  const { toPage } = referencesIn(context, version);
  const pages = new Set<StoredPage>();
  for (const { target: found, pages: from } of (await gatherVersion(context, version)).values()) {
    const hit = "page" in target ? found.page?.id === target.page : found.file?.id === target.file;
    if (hit) for (const page of from) pages.add(page);
  }
  return [...pages].filter((page) => !("page" in target) || page.id !== target.page).map(toPage);
}

/** @throws ServiceError 404 */
export function requireFile(revision: StoredRevision, id: string): StoredFile {
  const file = revision.files.find((candidate) => candidate.id === id);
  if (!file) throw new ServiceError(404, `file "${id}" not found`);
  return file;
}
