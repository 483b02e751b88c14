import { listSpaceLinks } from "../../../catalog/spaces.js";
import { defineRule } from "../../types.js";
import { linksOf, pagesOf, pageThing, placeOf, verbOf } from "./links.js";

export default defineRule({
  id: "links-in-app",
  severity: "warning",
  tag: "content",
  summary: "A page links to the app instead of the page that is meant",
  why: "Readers of a published site have no account there: the link asks them to log in, or fails.",
  fix: "docs spaces links --space <space>",
  example: "guide/start links to https://app.example/o/1/s/2, a place in the app",
  of: "space",
  needs: [listSpaceLinks],
  costly: "it reads every link of every space",
  async check(space, { facts }) {
    const links = await linksOf(facts, space);
    return links
      .filter(({ status }) => status === "in-app")
      .map((link) => ({
        message: `${pagesOf(link)} ${verbOf(link)} to ${link.target}, a place in the app`,
        thing: pageThing(link, space.thing),
        key: link.target,
        fix: { words: ["spaces", "links", "--space", space.thing.id] },
        ...placeOf(link),
      }));
  },
});
