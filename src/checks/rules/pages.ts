/** Page trees. All rules read them with the same query, so that each is read once. */
import type { ResponseOf } from "../../catalog/endpoint.js";
import { listSpacePages } from "../../catalog/pages.js";
import { flatPages, LEAN } from "../../shared/page-changes.js";
import type { Facts } from "../data-source.js";
import type { Fix, Subject, Thing } from "../types.js";

export { flatPages, LEAN };

export type Page = ResponseOf<typeof listSpacePages>;

/** A query that has the files of pages, too. */
export const WITH_FILES = { computed: false } as const;

export const treeOf = (
  facts: Facts,
  { params }: Pick<Subject, "params">,
  query: typeof LEAN | typeof WITH_FILES = LEAN,
): Promise<readonly Page[]> => facts.list(listSpacePages, params, query);

/** Whether two answers show one version of a page. Generated pages are as new as the answer. */
export const isSameVersion = (one: Page, other: Page): boolean =>
  one.type === "computed" || (one.updatedAt === other.updatedAt && one.path === other.path);

/** Groups and links have no text. */
export const hasText = ({ type }: Page): boolean => type !== "group" && type !== "link";

/** Pages that somebody wrote, and not those that are generated. */
export const writtenPages = async (facts: Facts, space: Pick<Subject, "params">): Promise<Page[]> =>
  flatPages(await treeOf(facts, space)).filter((page) => hasText(page) && page.type !== "computed");

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
