/** Reads page trees, texts of pages and the variables in them, for rules. */
import type { ResponseOf } from "../../catalog/endpoint.js";
import { type getChangeRequestPage, getSpacePage, listSpacePages } from "../../catalog/pages.js";
import type { MarkdownText } from "../../shared/markdown/elements.js";
import { readMarkdown } from "../../shared/markdown/read.js";
import { loadMarked } from "../../shared/markdown/tokens.js";
import { flatPages, LEAN } from "../../shared/page-changes.js";
import type { Facts } from "../data-source.js";
import { Unknown } from "../not-evaluable.js";
import type { Fix, Need, RuleFinding, Subject, Thing } from "../types.js";

// Page trees. All rules read them with the same query, so that each is read once.

export { flatPages, LEAN };

export type Page = ResponseOf<typeof listSpacePages>;

/** A query that has the files of pages, too. */
export const WITH_FILES = { computed: false } as const;

export const readTree = (
  facts: Facts,
  params: Readonly<Record<string, string>>,
  query: typeof LEAN | typeof WITH_FILES = LEAN,
): Promise<readonly Page[]> => facts.list(listSpacePages, params, facts.isLocal ? WITH_FILES : query);

/** True if two answers show one version of a page. Generated pages are as new as the answer. */
export const isSameVersion = (one: Page, other: Page): boolean =>
  one.type === "computed" || (one.updatedAt === other.updatedAt && one.path === other.path);

/** Groups and links have no text. */
export const hasText = ({ type }: Page): boolean => type !== "group" && type !== "link";

/** Pages that somebody wrote, and not those that are generated. */
export const writtenPages = async (facts: Facts, space: Subject): Promise<Page[]> =>
  flatPages(await readTree(facts, space.params)).filter((page) => hasText(page) && page.type !== "computed");

/** Ids of the cover pictures of a page. */
export const coversOf = ({ cover }: Page): string[] =>
  [cover?.ref?.file, cover?.refDark?.file].flatMap((file) => (typeof file === "string" && file !== "" ? [file] : []));

export const pageThing = ({ id, title, path, urls }: Page): Thing => ({
  kind: "page",
  id: id ?? "",
  title: title || path || id || "",
  url: urls?.app ?? null,
});

/** Nothing edits a page but the app. */
export const openPage = (pageId: string, spaceId: string): Fix => ({
  words: ["pages", "view", pageId, "--space", spaceId, "--web"],
});

// The text of a page as it is written or, evaluated, as readers get it: with what it includes.

export type PageEndpoint = typeof getSpacePage | typeof getChangeRequestPage;

/** @param listed as a list has the page: another version of it is not its text */
export async function readText(
  facts: Pick<Facts, "one">,
  endpoint: PageEndpoint,
  params: Readonly<Record<string, string>>,
  evaluated: boolean,
  listed?: Page,
): Promise<string> {
  const page = await facts.one(endpoint, params, { metadata: false, ...(evaluated && { evaluated }) });
  const { markdown, type } = page;
  if (listed && !isSameVersion(page, listed)) {
    throw new Unknown(`the answer has another version of ${listed.path ?? listed.id} than the list of pages`);
  }
  if (typeof markdown !== "string" && type === "document") throw new Unknown("the answer lacks the text of the page");
  return markdown ?? "";
}

// Findings in the texts of pages: each page is read once for all rules.

/** The requests of `findInTexts`. */
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
  /** The text at the line. */
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

// The variables that a text uses.

const EXPRESSIONS = [
  /\{\{\s{0,9}(space|page)\.vars\.([\w-]{1,100})\s{0,9}\}\}/g,
  // The form used in repositories, where underscores may be escaped.
  /<code class="expression">\s{0,9}(space|page)\.vars\.([\w\\-]{1,100})\s{0,9}<\/code>/g,
];

/** Code, in which expressions are not evaluated. */
export const CODE = /(^|\n)[ \t]*(`{3,}|~{3,})[\s\S]*?(\n[ \t]*\2|$)|`[^`\n]*`/g;

export type Variables = Readonly<Record<string, unknown>>;

/** Variables of a content. @throws Unknown: what is not in the answer is not known to be empty */
export function variablesOf({ variables }: { variables?: Variables | null | undefined }): Variables {
  if (!variables) throw new Unknown("the content has no list of its variables");
  return variables;
}

/** Names that a text uses but nothing defines, such as `space.vars.limit`. */
export function missingIn(markdown: string, space: Variables, page: Variables): string[] {
  const text = markdown.replace(CODE, "");
  const names = EXPRESSIONS.flatMap((form) => [...text.matchAll(form)]).flatMap(([, where, written = ""]) => {
    const name = written.replaceAll("\\", "");
    return Object.hasOwn(where === "space" ? space : page, name) ? [] : [`${where}.vars.${name}`];
  });
  return [...new Set(names)];
}
