import type { FileInput, PageInput } from "../../content/types.js";
import type { HandlerContext } from "../../types.js";
import { daysAgo, opaque } from "../tools.js";
import type { Book, Edit, PageSource, SpaceSource } from "../types.js";

/** Id of a sample page, from the space's id and the page's slug (unique within a book). */
export function pageId(space: string, slug: string): string {
  return opaque(`page ${space} ${slug}`);
}

/** @throws Error if an edit does not match the text: a mistake in the sample. */
function applyEdits(page: PageSource, edits: readonly Edit[]): string {
  let text = page.markdown.trim();
  for (const { slug, from, to } of edits) {
    if (slug !== page.slug) continue;
    if (!`${text}\n`.includes(from)) throw new Error(`sample page "${slug}" lacks the text "${from}"`);
    text = `${text}\n`.replace(from, () => to).trim();
  }
  return `${text}\n`;
}

/** The pages of a space's book with some edits, made `days` before the load. */
export function bookPages(
  context: HandlerContext,
  source: SpaceSource,
  { edits, days }: { edits: readonly Edit[]; days: number },
): PageInput[] {
  const created = daysAgo(context, source.created);
  const changed = new Set(edits.map(({ slug }) => slug));
  const build = (page: PageSource): PageInput => {
    const { slug, pages, title, emoji, description } = page;
    return {
      id: pageId(source.space, slug),
      slug,
      title,
      ...(emoji && { emoji }),
      ...(description && { description }),
      createdAt: created,
      updatedAt: changed.has(slug) ? daysAgo(context, days) : created,
      markdown: applyEdits(page, edits),
      pages: pages.map(build),
    };
  };
  return source.book.pages.map(build);
}

export function bookFiles(book: Book): FileInput[] {
  return book.files.map(({ text, ...file }) => ({ ...file, bytes: Buffer.from(text) }));
}
