import { defineRule } from "../../types.js";
import { findBroken, findEach, NAMED_BROKEN } from "./link-findings.js";
import { BROKEN_LINKS, brokenLinks, isInclude, isOutside } from "./links.js";

export default defineRule({
  id: "links-broken",
  severity: "error",
  tag: "content",
  summary: "A link on a page leads nowhere",
  why: "Readers who follow it get an error page. Most links break when pages are renamed or moved.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to guide/setpu.md, a page that does not exist (nearest: guide/setup)",
  of: "space",
  onPages: true,
  needs: [...BROKEN_LINKS, ...NAMED_BROKEN],
  async check(space, { facts }) {
    const links = await brokenLinks(facts, space);
    const own = links.filter((link) => !isInclude(link) && !isOutside(link));
    return findEach(space, own, (broken) => findBroken(facts, space, broken));
  },
});
