import { timingSafeEqual } from "node:crypto";
import type { Store } from "../../store/store.js";
import type { RouteHandler, Turns } from "../../types.js";
import { ServiceError } from "../../wire/service-error.js";
import { hashOf } from "../documents.js";
import { flatPages, markdownOf, pageById } from "../pages.js";
import { requirePage } from "../present.js";
import { getRevision } from "../revisions.js";
import { loadMarked } from "../text/markdown.js";
import type { StoredPage, StoredRevision } from "../types.js";
import { type Chapter, pdfOf } from "./pdf.js";

/**
 * Path of a PDF of a revision: all pages, a page with the pages below it, or only that page.
 * @throws ServiceError 400 for `only` without a page, 404 for an unknown page
 */
export function pdfPath(revision: StoredRevision, { page, only }: { page?: unknown; only: boolean }): string {
  if (page === undefined) {
    if (only) throw new ServiceError(400, "only needs a page");
    return `/pdf/${revision.id}/all.pdf`;
  }
  const { id } = requirePage(revision, String(page));
  return `/pdf/${revision.id}/${only ? "page" : "tree"}-${id}.pdf`;
}

/** The pages in a PDF, by the last segment of its path; undefined for an unknown page. */
export function pagesIn(revision: StoredRevision, name: string): StoredPage[] | undefined {
  const pages = wanted(revision, name);
  return pages?.filter(({ type }) => type !== "link");
}

function wanted(revision: StoredRevision, name: string): StoredPage[] | undefined {
  if (name === "all.pdf") return flatPages(revision.pages).filter(({ hidden }) => !hidden);
  const [, kind, id = ""] = /^(page|tree)-([A-Za-z0-9-]+)\.pdf$/.exec(name) ?? [];
  const page = pageById(revision, id);
  if (!page) return undefined;
  return kind === "page" ? [page] : flatPages([page]);
}

const chapterOf = (store: Store, page: StoredPage): Chapter => ({
  title: page.title,
  description: page.description,
  markdown: markdownOf(store, page),
});

/** `/pdf/<revision>/<which>.pdf?key=...`: generated when it is fetched. */
export const route: RouteHandler = async ({ segments, path, query }, context) => {
  const [id = "", name = "", ...more] = segments;
  const key = query.get("key") ?? "";
  if (!timingSafeEqual(Buffer.from(hashOf(key)), Buffer.from(hashOf(context.sign(path))))) return undefined;
  if (more.length > 0) return undefined;
  const revision = getRevision(context.store, id);
  const pages = pagesIn(revision, name);
  if (!pages) return undefined;
  const title = pages[0]?.title ?? "Empty";
  const marked = await loadMarked();
  // Each page is read in a turn of its own, which is safe because texts never change.
  async function* chapters(turn: Turns) {
    for (const page of pages ?? []) yield await turn(() => chapterOf(context.store, page));
  }
  return { contentType: "application/pdf", body: (turn) => pdfOf(marked, title, chapters(turn)) };
};
