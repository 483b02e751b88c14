import { defineRule } from "../../types.js";

export default defineRule({
  id: "site-unlisted",
  severity: "info",
  tag: "sites",
  summary: "A published site is unlisted",
  why: "Anybody who has the address reads it, and search engines do not find it: neither private nor public is what most people want.",
  fix: "docs sites edit <site> --visibility public",
  example: "published and unlisted: everybody with its address reads it",
  of: "site",
  needs: [],
  check({ item, thing }) {
    if (item.published !== true || item.visibility !== "unlisted") return [];
    return [
      {
        message: "published and unlisted: everybody with its address reads it",
        fix: { words: ["sites", "view", thing.id] },
      },
    ];
  },
});
