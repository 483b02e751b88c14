import { listSpaceLinks } from "../../../catalog/spaces.js";
import { defineRule } from "../../types.js";
import { ASKS_OTHERS, askedLinks, unknownIn } from "./external-links.js";
import { findLinks, NAMED_LINKS } from "./link-findings.js";

export default defineRule({
  id: "link-external-moved",
  severity: "info",
  tag: "content",
  summary: "A link to another server is redirected permanently (301, 308)",
  why: "It works only as long as the old address is kept. Link to the new one.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to http://acme.org/, which has moved to https://www.acme.org/",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  off: ASKS_OTHERS,
  async check(space, { facts }) {
    const asked = await askedLinks(facts, space);
    const moved = asked.filter(({ answer }) => answer.movedTo !== undefined);
    const places = new Map(moved.map(({ link, answer }) => [link, answer.movedTo]));
    const links = moved.map(({ link }) => link);
    const found = await findLinks(
      facts,
      space,
      links,
      (link) => `links to ${link.target}, which has moved to ${places.get(link)}`,
    );
    return [...found, ...unknownIn(asked, space)];
  },
});
