import { defineRule } from "../../types.js";

export default defineRule({
  id: "translation-failed",
  severity: "error",
  tag: "translations",
  summary: "A translation failed",
  why: "Readers of that language get an older text, or none.",
  fix: "docs translations view TRANSLATION",
  example: "the last run into fr failed",
  of: "translation",
  decidedBy: ["status"],
  needs: [],
  check({ item, thing }) {
    if (item.status !== "failed") return [];
    return [
      {
        message: `the last run into ${item.language || "an unnamed language"} failed`,
        since: item.updatedAt,
        fix: { words: ["translations", "view", thing.id] },
      },
    ];
  },
});
