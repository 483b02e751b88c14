import { defineRule } from "../../types.js";
import { BROKEN_LINKS, brokenLinks, isInclude, pagesOf, pageThing, placeOf, verbOf } from "./links.js";

export default defineRule({
  id: "links-broken",
  severity: "error",
  tag: "content",
  summary: "A link on a page leads nowhere",
  why: "Readers who follow it end up on an error page. Most links break when pages are renamed or moved.",
  fix: "docs spaces links --broken --space <space>",
  example: "guide/start links to guide/setup.md, which does not exist",
  of: "space",
  needs: BROKEN_LINKS,
  async check(space, { facts }) {
    const links = await brokenLinks(facts, space);
    return links
      .filter((link) => !isInclude(link))
      .map((link) => ({
        message: `${pagesOf(link)} ${verbOf(link)} to ${link.target}, which does not exist`,
        thing: pageThing(link, space.thing),
        key: link.target,
        fix: { words: ["spaces", "links", "--broken", "--space", space.thing.id] },
        ...placeOf(link),
      }));
  },
});
