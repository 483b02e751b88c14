/** Page trees. All rules read them with the same query, so that each is read once. */
import type { ResponseOf } from "../../catalog/endpoint.js";
import { listSpacePages } from "../../catalog/pages.js";
import type { Facts } from "../facts.js";
import type { Subject, Thing } from "../types.js";

export type Page = ResponseOf<typeof listSpacePages>;

/** Leaves out what the service would have to compute for each page. */
export const LEAN = { metadata: false, computed: false } as const;

/** The pages of a tree, each before those below it. */
export const flatPages = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...flatPages(page.pages ?? [])]);

export const treeOf = (facts: Facts, { params }: Pick<Subject, "params">): Promise<readonly Page[]> =>
  facts.list(listSpacePages, params, LEAN);

/** Groups and links have no text. */
export const hasText = ({ type }: Page): boolean => type !== "group" && type !== "link";

export const pageThing = ({ id, title, path, urls }: Page): Thing => ({
  kind: "page",
  id: id ?? "",
  title: title || path || id || "",
  url: urls?.app ?? null,
});
