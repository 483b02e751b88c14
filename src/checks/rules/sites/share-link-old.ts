import { defineRule } from "../../types.js";

export default defineRule({
  id: "share-link-old",
  severity: "warning",
  tag: "sites",
  summary: "A share link was made long ago and is still active",
  why: "Links are forwarded, kept in chats and indexed. Making new ones from time to time is the only way to take them back.",
  fix: "docs share-links edit <share-link> --no-active",
  example: "active for 400 days",
  of: "share-link",
  needs: [],
  days: 180,
  check({ item, params: { siteId = "" }, thing }, { isOld, age }) {
    if (item.active !== true || !isOld(item.createdAt)) return [];
    return [
      {
        message: `active for ${age(item.createdAt)} days`,
        since: item.createdAt,
        fix: { words: ["share-links", "edit", thing.id, "--site", siteId, "--no-active"] },
      },
    ];
  },
});
