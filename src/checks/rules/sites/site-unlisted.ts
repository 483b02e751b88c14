import { defineRule } from "../../types.js";

export default defineRule({
  id: "site-unlisted",
  severity: "info",
  tag: "sites",
  summary: "A published site is unlisted",
  why: "Anyone with the address can read it, but search engines do not find it. Most sites are meant to be either private or public.",
  fix: "docs sites edit SITE --visibility public",
  example: "published and unlisted: everybody with its address can read it",
  of: "site",
  decidedBy: ["visibility", "published"],
  needs: [],
  check({ item, thing }) {
    if (item.published !== true || item.visibility !== "unlisted") return [];
    return [
      {
        message: "published and unlisted: everybody with its address can read it",
        fix: { words: ["sites", "view", thing.id] },
      },
    ];
  },
});
