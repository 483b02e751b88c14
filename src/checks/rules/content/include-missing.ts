import { defineRule } from "../../types.js";
import { BROKEN_LINKS, brokenLinks, isInclude, pagesOf, pageThing, placeOf } from "./links.js";

export default defineRule({
  id: "include-missing",
  severity: "error",
  tag: "content",
  summary: "A page includes reusable content that does not exist",
  why: "Readers see nothing, or the name of a file, where a part of the page should be.",
  fix: "docs spaces links --broken --space <space>",
  example: "guide/start includes .gitbook/includes/limits.md, which does not exist",
  of: "space",
  needs: BROKEN_LINKS,
  async check(space, { facts }) {
    const links = await brokenLinks(facts, space);
    return links.filter(isInclude).map((link) => ({
      message: `${pagesOf(link)} includes ${link.target}, which does not exist`,
      thing: pageThing(link, space.thing),
      key: link.target,
      fix: { words: ["spaces", "links", "--broken", "--space", space.thing.id] },
      ...placeOf(link),
    }));
  },
});
