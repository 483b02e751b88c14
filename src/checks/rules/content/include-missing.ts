import { defineRule } from "../../types.js";
import { findEach, findLinks, NAMED_LINKS } from "./link-findings.js";
import { BROKEN_LINKS, brokenLinks, isInclude } from "./links.js";

export default defineRule({
  id: "include-missing",
  severity: "error",
  tag: "content",
  summary: "A page includes reusable content that does not exist",
  why: "Readers see nothing, or the name of a file, where a part of the page should be.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "includes .gitbook/includes/limits.md, which does not exist",
  of: "space",
  onPages: true,
  needs: [...BROKEN_LINKS, ...NAMED_LINKS],
  async check(space, { facts }) {
    const links = (await brokenLinks(facts, space)).filter(isInclude);
    return findEach(space, links, (broken) =>
      findLinks(facts, space, broken, ({ target }) => `includes ${target}, which does not exist`),
    );
  },
});
