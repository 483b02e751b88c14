/** Findings in the texts of pages: each page is read once for all rules. */
import { getSpacePage, listSpacePages } from "../../catalog/pages.js";
import type { MarkdownText } from "../../shared/markdown/elements.js";
import { readMarkdown } from "../../shared/markdown/read.js";
import { loadMarked } from "../../shared/markdown/tokens.js";
import type { Facts } from "../data-source.js";
import { readText } from "../page-text.js";
import type { Need, RuleFinding, Subject } from "../types.js";
import { openPage, type Page, pageThing, writtenPages } from "./pages.js";

/** What `findInTexts` reads. */
export const TEXTS: readonly Need[] = [
  { endpoint: listSpacePages },
  { endpoint: getSpacePage, when: "the page has text", most: 200 },
];

/** Why rules that use it are off. */
export const READS_TEXTS = "it reads the text of every page";

export interface InText {
  message: string;
  /** Distinguishes findings of one page. */
  key: string;
  /** What is at the line. */
  text?: string;
  line?: number;
}

export async function findInTexts(
  facts: Facts,
  space: Subject<"space">,
  find: (text: MarkdownText, page: Page) => readonly InText[],
): Promise<RuleFinding[]> {
  const marked = await loadMarked();
  const checked = (await writtenPages(facts, space)).map(async (page) => {
    const pageId = page.id ?? "";
    const text = await readText(facts, getSpacePage, { ...space.params, pageId }, false);
    return find(readMarkdown(marked, text), page).map(({ message, key, ...where }) => ({
      message,
      thing: pageThing(page),
      key: `${pageId} ${key}`,
      fix: openPage(pageId, space.thing.id),
      place: { path: page.path ?? "", ...where },
    }));
  });
  return (await Promise.all(checked)).flat();
}
