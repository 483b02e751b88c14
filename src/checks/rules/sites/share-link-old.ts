import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "share-link-old",
  severity: "warning",
  tag: "sites",
  summary: "A share link is old and still active",
  why: "Links are forwarded, kept in chats and indexed. Replacing them from time to time is the only way to revoke them.",
  fix: "docs share-links edit SHARE-LINK --no-active",
  example: "active for 400 days",
  of: "share-link",
  decidedBy: ["createdAt"],
  needs: [],
  days: 180,
  check({ item, params: { siteId = "" }, thing }, { isOld, age }) {
    if (!requireKnown(item.active, "whether it is active") || !isOld(item.createdAt)) return [];
    return [
      {
        message: `active for ${age(item.createdAt)} days`,
        since: item.createdAt,
        fix: { words: ["share-links", "edit", thing.id, "--site", siteId, "--no-active"] },
      },
    ];
  },
});
