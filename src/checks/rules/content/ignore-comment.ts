import { getSpacePage, listSpacePages } from "../../../catalog/pages.js";
import { defineRule } from "../../types.js";
import { openPage, pageThing, writtenPages } from "../pages.js";

export default defineRule({
  id: "ignore-comment",
  severity: "info",
  tag: "content",
  summary: "A comment ignores findings without a reason, or ignores nothing",
  why: "Nobody dares to remove a comment without a reason, and a comment that ignores nothing hides the next mistake.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links-broken ignored without a reason",
  of: "space",
  onPages: true,
  late: true,
  needs: [listSpacePages, { endpoint: getSpacePage, when: "the page has text", most: 200 }],
  off: "it reads the text of every page",
  async check(space, { facts, comments }) {
    const checked = (await writtenPages(facts, space)).map(async (page) => {
      const pageId = page.id ?? "";
      const problems = await comments.problems(space.params, pageId);
      return problems.map(({ message, key, line }) => ({
        message: `line ${line}: ${message}`,
        thing: pageThing(page),
        key: `${pageId} ${key}`,
        fix: openPage(pageId, space.thing.id),
        place: { path: page.path ?? "", text: "docs-ignore", line },
      }));
    });
    return (await Promise.all(checked)).flat();
  },
});
