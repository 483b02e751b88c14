import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "share-link-unnamed",
  severity: "info",
  tag: "sites",
  summary: "An active share link has no name",
  why: "Nobody knows who received it, so nobody dares to turn it off.",
  fix: "docs share-links edit SHARE-LINK --name NAME",
  example: "active, and has no name",
  of: "share-link",
  needs: [],
  check({ item, params: { siteId = "" }, thing }) {
    if (!requireKnown(item.active, "whether it is active") || (item.name ?? "").trim() !== "") return [];
    return [
      {
        message: "active, and has no name",
        since: item.createdAt,
        fix: { words: ["share-links", "edit", thing.id, "--site", siteId, "--name", "NAME"] },
      },
    ];
  },
});
