import { listSpacePages } from "../../../catalog/pages.js";
import { defineRule } from "../../types.js";
import { flatPages, hasText, pageThing, treeOf } from "../pages.js";

export default defineRule({
  id: "page-noindex",
  severity: "info",
  tag: "content",
  summary: "A page of a public space is kept out of search engines",
  why: "It is set for a draft and often stays when the page is finished: nobody finds the page, and nothing shows why.",
  fix: "docs pages view PAGE --space SPACE",
  example: "search engines are asked not to index it",
  of: "space",
  decidedBy: ["visibility"],
  onPages: true,
  needs: [listSpacePages],
  async check(space, { facts }) {
    if (space.item.visibility !== "public") return [];
    const pages = flatPages(await treeOf(facts, space));
    return pages
      .filter((page) => hasText(page) && (page.noIndex === true || page.noRobotsIndex === true))
      .map((page) => ({
        message: page.noRobotsIndex === true ? "search engines are asked not to index it" : "no search indexes it",
        thing: pageThing(page),
        key: page.id ?? "",
        since: page.updatedAt,
        fix: { words: ["pages", "view", page.id ?? "", "--space", space.thing.id] },
        place: { path: page.path ?? "" },
      }));
  },
});
