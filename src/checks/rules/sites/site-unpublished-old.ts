import { defineRule } from "../../types.js";

export default defineRule({
  id: "site-unpublished-old",
  severity: "info",
  tag: "sites",
  summary: "A site is old and not published",
  why: "Either its readers are still waiting for it, or it is a leftover that people mistake for the real one.",
  fix: "docs sites publish SITE",
  example: "created 200 days ago, and not published",
  of: "site",
  decidedBy: ["published", "createdAt"],
  needs: [],
  days: 90,
  check({ item, thing }, { isOld, age }) {
    if (item.published !== false || !isOld(item.createdAt)) return [];
    return [
      {
        message: `created ${age(item.createdAt)} days ago, and not published`,
        since: item.createdAt,
        fix: { words: ["sites", "view", thing.id] },
      },
    ];
  },
});
