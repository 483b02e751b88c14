import { listSpaceLinks } from "../../../catalog/spaces.js";
import { defineRule } from "../../types.js";
import { findLinks, NAMED_LINKS } from "./link-findings.js";
import { linksOf } from "./links.js";

export default defineRule({
  id: "links-in-app",
  severity: "warning",
  tag: "content",
  summary: "A page links to the app instead of to a page",
  why: "Readers of a published site have no account there: the link asks them to log in, or fails.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "links to https://app.example/o/1/s/2, a place in the app",
  of: "space",
  onPages: true,
  needs: [listSpaceLinks, ...NAMED_LINKS],
  costly: "it reads every link of every space",
  async check(space, { facts }) {
    const links = (await linksOf(facts, space)).filter(({ status }) => status === "in-app");
    return findLinks(facts, space, links, ({ target }) => `links to ${target}, a place in the app`);
  },
});
