import { defineRule } from "../../types.js";

export default defineRule({
  id: "spec-failed",
  severity: "error",
  tag: "specs",
  summary: "A specification could not be read from its source",
  why: "The reference shows an older version, or nothing, while everybody believes that it is up to date.",
  fix: "docs openapi publish SLUG --source-url ADDRESS",
  example: "the last read failed: FETCH_TIMEOUT",
  of: "specification",
  needs: [],
  check({ item, thing }) {
    if (!item.lastProcessErrorCode) return [];
    return [
      {
        message: `the last read failed: ${item.lastProcessErrorCode}`,
        since: item.lastProcessedAt,
        fix: { words: ["openapi", "view", item.slug ?? thing.id] },
      },
    ];
  },
});
