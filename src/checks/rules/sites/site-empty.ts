import { defineRule } from "../../types.js";

export default defineRule({
  id: "site-empty",
  severity: "warning",
  tag: "sites",
  summary: "A site has no spaces",
  why: "Visitors see nothing.",
  fix: "docs site-spaces add SPACE --site SITE",
  example: "published, and has no spaces",
  of: "site",
  decidedBy: ["siteSpaces"],
  needs: [],
  check({ item, thing }) {
    if (item.siteSpaces !== 0) return [];
    return [
      {
        message: item.published === true ? "published, and has no spaces" : "has no spaces",
        since: item.createdAt,
        fix: { words: ["site-spaces", "list", "--site", thing.id] },
      },
    ];
  },
});
