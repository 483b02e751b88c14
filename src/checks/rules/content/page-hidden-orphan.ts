import { listSpacePageBacklinks, listSpacePages } from "../../../catalog/pages.js";
import { defineRule } from "../../types.js";
import { flatPages, hasText, pageThing, treeOf } from "../pages.js";

export default defineRule({
  id: "page-hidden-orphan",
  severity: "info",
  tag: "content",
  summary: "No page links to a hidden page",
  why: "It is not in the table of contents, and nothing links to it: only people who know its address can read it.",
  fix: "docs pages view PAGE --space SPACE",
  example: "hidden, and no page links to it",
  of: "space",
  onPages: true,
  needs: [listSpacePages, { endpoint: listSpacePageBacklinks, when: "a page is hidden" }],
  async check(space, { facts }) {
    const all = flatPages(await treeOf(facts, space));
    // The first page is shown at the address of the space itself.
    const hidden = all.filter((page, at) => at > 0 && page.hidden === true && hasText(page));
    const checked = hidden.map(async (page) => {
      const pageId = page.id ?? "";
      if (await facts.any(listSpacePageBacklinks, { ...space.params, pageId })) return [];
      return [
        {
          message: "hidden, and no page links to it",
          thing: pageThing(page),
          key: pageId,
          since: page.updatedAt,
          fix: { words: ["pages", "view", pageId, "--space", space.thing.id] },
          place: { path: page.path ?? "" },
        },
      ];
    });
    return (await Promise.all(checked)).flat();
  },
});
