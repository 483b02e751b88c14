import { defineRule } from "../../types.js";
import { findEach, findLinks, NAMED_LINKS } from "./link-findings.js";
import { BROKEN_LINKS, brokenLinks, isOutside } from "./links.js";

export default defineRule({
  id: "link-outside",
  formerId: "links-broken",
  severity: "warning",
  tag: "content",
  summary: "A link leads out of the folder that was imported",
  why: "It worked in the repository. In the space its target does not exist, and readers get an error page.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to ../LICENSE, which is outside the imported folder",
  of: "space",
  onPages: true,
  needs: [...BROKEN_LINKS, ...NAMED_LINKS],
  off: "many repositories have such links, and only a change in the repository fixes them",
  async check(space, { facts }) {
    const links = (await brokenLinks(facts, space)).filter(isOutside);
    return findEach(space, links, (broken) =>
      findLinks(facts, space, broken, ({ target }) => `links to ${target}, which is outside the imported folder`),
    );
  },
});
