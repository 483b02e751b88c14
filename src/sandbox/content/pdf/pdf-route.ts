import { timingSafeEqual } from "node:crypto";
import type { RouteHandler } from "../../types.js";
import { ServiceError } from "../../wire/service-error.js";
import { hashOf } from "../documents.js";
import { markdownOf, pageById, walkPages } from "../pages.js";
import { requirePage } from "../present.js";
import { getRevision } from "../revisions.js";
import { loadMarked } from "../text/markdown.js";
import type { StoredPage, StoredRevision } from "../types.js";
import { type Chapter, pdfOf } from "./pdf.js";

/**
 * Path of a PDF of a revision: all pages, a page with the pages below it, or that page only.
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

function wanted(revision: StoredRevision, name: string): StoredPage[] | undefined {
  const all = (pages: readonly StoredPage[]) => [...walkPages(pages)].map(({ page }) => page);
  if (name === "all.pdf") return all(revision.pages).filter(({ hidden }) => !hidden);
  const [, kind, id = ""] = /^(page|tree)-([A-Za-z0-9-]+)\.pdf$/.exec(name) ?? [];
  const page = pageById(revision, id);
  if (!page) return undefined;
  return kind === "page" ? [page] : all([page]);
}

/** `/pdf/<revision>/<which>.pdf?key=...`: made when it is fetched. */
export const route: RouteHandler = async ({ segments, path, query }, context) => {
  const [id = "", name = "", ...more] = segments;
  const key = query.get("key") ?? "";
  if (!timingSafeEqual(Buffer.from(hashOf(key)), Buffer.from(hashOf(context.sign(path))))) return undefined;
  if (more.length > 0) return undefined;
  const pages = wanted(getRevision(context.store, id), name)?.filter(({ type }) => type !== "link");
  if (!pages) return undefined;
  const chapters = pages.map((page): Chapter => {
    return { title: page.title, description: page.description, markdown: markdownOf(context.store, page) };
  });
  const title = pages[0]?.title ?? "Empty";
  return { contentType: "application/pdf", body: pdfOf(await loadMarked(), title, chapters) };
};
