import { listSpacePages } from "../../../catalog/pages.js";
import { comparableTitle } from "../../../shared/text/names.js";
import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { hasText, type Page, pageThing, treeOf } from "../pages.js";

/** Pages with the title of an earlier one beside them, with that one. In different chapters, a title may come again. */
function repeatedIn(pages: readonly Page[]): { page: Page; first: Page }[] {
  const seen = new Map<string, Page>();
  const own = pages.filter(hasText).flatMap((page) => {
    const title = comparableTitle(requireKnown(page.title, `the title of page ${page.path ?? page.id}`));
    const first = seen.get(title);
    if (title === "") return [];
    if (!first) seen.set(title, page);
    return first ? [{ page, first }] : [];
  });
  return [...own, ...pages.flatMap((page) => repeatedIn(page.pages ?? []))];
}

export default defineRule({
  id: "page-title-twice",
  severity: "warning",
  tag: "content",
  summary: "Two pages beside each other have the same title",
  why: "In the table of contents nobody can distinguish them. Often one is a forgotten copy that people still edit.",
  fix: "docs pages view PAGE --space SPACE",
  example: "has the same title as guide/setup, beside it",
  of: "space",
  onPages: true,
  needs: [listSpacePages],
  async check(space, { facts }) {
    return repeatedIn(await treeOf(facts, space)).map(({ page, first }) => ({
      message: `has the same title as ${first.path ?? first.id}, beside it`,
      thing: pageThing(page),
      key: page.id ?? "",
      fix: { words: ["pages", "view", page.id ?? "", "--space", space.thing.id] },
      place: { path: page.path ?? "" },
    }));
  },
});
