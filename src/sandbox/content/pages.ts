import { needsText } from "../../shared/snapshots/gaps.js";
import type { Store } from "../store/store.js";
import { isDamage } from "../store/stored-json.js";
import type { ContentContext } from "../types.js";
import type { PageInput, StoredPage, StoredRevision } from "./types.js";

/*
 * Bodies are stored once by the hash of their content and never change: revisions share them, so a copy of a space or a
 * change request only costs its tree of pages.
 */

const DOCUMENT = "document";

/** Loaded with the first hash: commands that only read need none, and it costs 3 ms. */
const crypto = () => process.getBuiltinModule("node:crypto");

/** SHA-256: the key of stored content. */
export function hashOf(content: string | Uint8Array): string {
  return crypto().hash("sha256", content, "hex");
}

/** The id that git gives to the same bytes, for comparison with a repository. */
export function gitOid(content: Uint8Array): string {
  return crypto().createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** Stores a Markdown text and returns its hash. */
export function putDocument(store: Store, markdown: string): string {
  const hash = hashOf(markdown);
  if (store.scopeOf(DOCUMENT, hash) === undefined) store.put(DOCUMENT, hash, "documents", { markdown });
  return hash;
}

/** A stored Markdown text; empty if there is no hash or it is unknown. */
export function documentText(store: Store, hash: string | undefined): string {
  if (hash === undefined) return "";
  return store.get<{ markdown: string }>(DOCUMENT, hash)?.markdown ?? "";
}

/** A stored Markdown text; undefined if it is unknown, or does not match its hash. */
export function soundText(store: Store, hash: string): string | undefined {
  try {
    const markdown = store.get<{ markdown: unknown }>(DOCUMENT, hash)?.markdown;
    return typeof markdown === "string" && hashOf(markdown) === hash ? markdown : undefined;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** Stores the bytes of a file and returns their hash. */
export function putBlob(store: Store, bytes: Uint8Array): string {
  const hash = hashOf(bytes);
  if (!store.bytes(`files/${hash}`)) store.putBytes(`files/${hash}`, bytes);
  return hash;
}

/** The bytes of a file; undefined if none were stored. */
export function blobBytes(store: Store, hash: string): Uint8Array | undefined {
  return store.bytes(`files/${hash}`);
}

/** Every page of a tree with its parent, parents before children. */
export function* walkPages(
  pages: readonly StoredPage[],
  parent?: StoredPage,
): Generator<{ page: StoredPage; parent: StoredPage | undefined }> {
  for (const page of pages) {
    yield { page, parent };
    yield* walkPages(page.pages, page);
  }
}

/** Every page of a tree, parents before their children. Ten times as fast as `walkPages` on large trees. */
export function flatPages(pages: readonly StoredPage[], into: StoredPage[] = []): StoredPage[] {
  for (const page of pages) {
    into.push(page);
    if (page.pages.length > 0) flatPages(page.pages, into);
  }
  return into;
}

export function pageById(revision: StoredRevision, id: string): StoredPage | undefined {
  const find = (pages: readonly StoredPage[]): StoredPage | undefined => {
    for (const page of pages) {
      const found = page.id === id ? page : find(page.pages);
      if (found) return found;
    }
    return undefined;
  };
  return find(revision.pages);
}

/** The Markdown of a stored page; empty for groups and links. */
export function markdownOf(store: Store, page: { document?: string }): string {
  return documentText(store, page.document);
}

/** Makes a path segment of any text: lower case, letters and digits of any script, single hyphens. */
export function slugify(text: string): string {
  const slug = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100);
  return slug === "" ? "page" : slug;
}

function freeSlug(wanted: string, taken: Set<string>): string {
  let slug = wanted;
  for (let n = 1; taken.has(slug); n += 1) slug = `${wanted}-${n}`;
  taken.add(slug);
  return slug;
}

/** Makes slugs unique among siblings and rebuilds paths: call after pages are added or moved. */
export function placePages(pages: readonly StoredPage[], parentPath = ""): StoredPage[] {
  const taken = new Set<string>();
  return pages.map((page) => {
    const slug = freeSlug(page.slug, taken);
    const path = parentPath === "" ? slug : `${parentPath}/${slug}`;
    return { ...page, slug, path, pages: placePages(page.pages, path) };
  });
}

/** Pages with the id or at the path of one in another revision are the same pages: they keep ids and times. */
export function withIdsOf(pages: readonly StoredPage[], revision: { pages: StoredPage[] } | undefined): StoredPage[] {
  const known = flatPages(revision?.pages ?? []);
  const byId = new Map(known.map((page) => [page.id, page]));
  const byPath = new Map(known.map((page) => [page.path, page]));
  const kept = new Set(flatPages(pages).flatMap(({ id }) => (byId.has(id) ? [id] : [])));
  const keep = (page: StoredPage): StoredPage => {
    const there = byPath.get(page.path);
    const before = byId.get(page.id) ?? (there && !kept.has(there.id) ? there : undefined);
    const below = page.pages.map(keep);
    if (!before) return { ...page, pages: below };
    const updatedAt = before.document === page.document ? before.updatedAt : page.updatedAt;
    return { ...page, id: before.id, createdAt: before.createdAt, updatedAt, pages: below };
  };
  return pages.map(keep);
}

/** Creates pages in stored form, with their bodies stored by hash. */
export function buildPages(context: ContentContext, inputs: readonly PageInput[]): StoredPage[] {
  const now = new Date(context.now()).toISOString();
  const build = (input: PageInput): StoredPage => {
    const { id, slug, title, type, markdown, document, pages, createdAt, updatedAt, ...fields } = input;
    // A document always has a text: without one it would look as if the text had not been read.
    const text = markdown ?? (needsText(input) ? "" : undefined);
    const hash = document ?? (text === undefined ? undefined : putDocument(context.store, text));
    return {
      id: id ?? context.id(),
      title,
      type: type ?? "document",
      slug: slug ?? slugify(title),
      path: "",
      createdAt: createdAt ?? now,
      updatedAt: updatedAt ?? createdAt ?? now,
      description: "",
      hidden: false,
      noIndex: false,
      noRobotsIndex: false,
      ...fields,
      ...(hash === undefined ? {} : { document: hash }),
      pages: (pages ?? []).map(build),
    };
  };
  return placePages(inputs.map(build));
}
