import { listSpacePages } from "../../../catalog/pages.js";
import { Unknown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { pageThing, writtenPages } from "../pages.js";

export default defineRule({
  id: "page-old",
  severity: "info",
  tag: "content",
  summary: "A page has not changed for a year",
  why: "Its subject has probably changed since then. Somebody who knows should read it, and confirm or correct it.",
  fix: "docs pages view PAGE --space SPACE",
  example: "unchanged for 412 days",
  of: "space",
  onPages: true,
  needs: [listSpacePages],
  days: 365,
  off: "age alone is not a problem; turn it on if your pages are reviewed regularly",
  async check(space, { facts, isOld, age }) {
    const pages = await writtenPages(facts, space);
    if (pages.some(({ updatedAt }) => Number.isNaN(Date.parse(updatedAt ?? "")))) {
      throw new Unknown("some pages have no time of last change");
    }
    return pages
      .filter(({ updatedAt }) => isOld(updatedAt))
      .map((page) => ({
        message: `unchanged for ${age(page.updatedAt)} days`,
        thing: pageThing(page),
        key: page.id ?? "",
        since: page.updatedAt,
        fix: { words: ["pages", "view", page.id ?? "", "--space", space.thing.id] },
        place: { path: page.path ?? "" },
      }));
  },
});
