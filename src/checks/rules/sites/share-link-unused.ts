import { listShareLinks } from "../../../catalog/share-links.js";
import { count } from "../../../shared/wrap.js";
import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "share-link-unused",
  severity: "info",
  tag: "sites",
  summary: "A site that is not shared by link has active share links",
  why: "They have no effect now, but after a change of visibility they open the site to everybody who kept one.",
  fix: "docs share-links edit SHARE-LINK --no-active --site SITE",
  example: "public, and has 3 active share links",
  of: "site",
  decidedBy: ["visibility"],
  needs: [listShareLinks],
  async check({ item, params, thing }, { facts }) {
    if (!item.visibility || item.visibility === "share-link") return [];
    const active = (await facts.list(listShareLinks, params)).filter((link) =>
      requireKnown(link.active, "which share links are active"),
    );
    if (active.length === 0) return [];
    return [
      {
        message: `${item.visibility}, and has ${count(active.length, "active share link")}`,
        fix: { words: ["share-links", "list", "--site", thing.id] },
      },
    ];
  },
});
