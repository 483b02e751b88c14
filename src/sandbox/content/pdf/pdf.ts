import { timingSafeEqual } from "node:crypto";
import type { Store } from "../../store/store.js";
import type { RouteHandler, Turns } from "../../types.js";
import { ServiceError } from "../../wire/service-error.js";
import { documentOf } from "../document/document.js";
import { type DocumentNode, textOfNode } from "../document/node.js";
import { hashOf } from "../documents.js";
import { flatPages, markdownOf, pageById } from "../pages.js";
import { requirePage } from "../present.js";
import { getRevision } from "../revisions.js";
import { loadMarked, type MarkdownParser } from "../text/markdown.js";
import type { StoredPage, StoredRevision } from "../types.js";
import { type Block, BODY, blocksOf } from "./blocks.js";
import { scriptOf } from "./fonts.js";
import { place } from "./layout.js";
import { notesOnPage } from "./notes.js";
import { pdfWriter } from "./pdf-file.js";

/** A page of documentation; starts a new sheet. */
interface Chapter {
  title: string;
  description?: string | undefined;
  markdown: string;
}

const notesOn = (text: string): Block[] =>
  notesOnPage(text).map((note) => ({ ...BODY, size: 8, text: note, indent: 0, gap: 14 }));

function chapterBlocks(chapter: Chapter, document: DocumentNode): Block[] {
  const { title, description } = chapter;
  const [first, ...rest] = document.nodes ?? [];
  const repeated = first?.type?.startsWith("heading-") === true && textOfNode(first) === title;
  const heading: Block = { kind: "text", text: title, font: "bold", size: 24, indent: 0, gap: 0 };
  const below: Block[] = description ? [{ ...BODY, text: description, indent: 0 }] : [];
  const nodes = repeated ? rest : (document.nodes ?? []);
  const text = `${title}\n${description ?? ""}\n${textOfNode(document)}`;
  return [heading, ...below, ...blocksOf(nodes, 0), ...notesOn(text)];
}

const SHEETS_AT_ONCE = 20;
const yieldToOthers = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Writes pages as a PDF, piece by piece: each starts a sheet with its title, unless the text already begins with it.
 * Other work can run between two pages, and between the sheets of a long one.
 */
export async function* pdfOf(
  marked: MarkdownParser,
  title: string,
  chapters: Iterable<Chapter> | AsyncIterable<Chapter>,
): AsyncGenerator<Buffer> {
  const file = pdfWriter(title);
  yield file.begin();
  let empty = true;
  for await (const chapter of chapters) {
    empty = false;
    const document = documentOf(marked, chapter.markdown);
    const script = scriptOf(chapter.title + textOfNode(document));
    let sheets = 0;
    for (const sheet of place(chapterBlocks(chapter, document))) {
      yield file.sheet(sheet, script);
      sheets += 1;
      if (sheets % SHEETS_AT_ONCE === 0) await yieldToOthers();
    }
    await yieldToOthers();
  }
  if (empty) yield file.sheet([], "chinese");
  yield file.end();
}

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
  const pages = findPages(revision, name);
  return pages?.filter(({ type }) => type !== "link");
}

function findPages(revision: StoredRevision, name: string): StoredPage[] | undefined {
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
