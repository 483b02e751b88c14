import { listSpaceLinks } from "../../../catalog/spaces.js";
import { defineRule } from "../../types.js";
import { ASKS_OTHERS, askedLinks, ofState, unknownIn } from "./external-links.js";
import { findLinks, NAMED_LINKS } from "./link-findings.js";

export default defineRule({
  id: "link-external-broken",
  severity: "error",
  tag: "content",
  summary: "A link to another server leads nowhere",
  why: "Pages elsewhere are moved and deleted without notice. Servers that refuse programs (401, 403, 429, 999) count as not evaluable.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to https://acme.org/old: answered 404",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  off: ASKS_OTHERS,
  async check(space, { facts }) {
    const asked = await askedLinks(facts, space);
    const why = new Map(asked.map(({ link, answer }) => [link, answer.why]));
    const broken = ofState(asked, "broken").map(({ link }) => link);
    const found = await findLinks(facts, space, broken, (link) => `links to ${link.target}: ${why.get(link)}`);
    return [...found, ...unknownIn(asked, space)];
  },
});
