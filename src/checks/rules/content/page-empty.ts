import { defineRule } from "../../types.js";
import { findInTexts, READS_TEXTS, TEXTS } from "../page-findings.js";

export default defineRule({
  id: "page-empty",
  severity: "warning",
  tag: "content",
  summary: "A page has a title and nothing else",
  why: "Somebody meant to write it later. Readers who find it learn nothing, and stop looking.",
  fix: "docs pages view PAGE --space SPACE --web",
  example: "has no text",
  of: "space",
  onPages: true,
  needs: TEXTS,
  off: READS_TEXTS,
  async check(space, { facts }) {
    return findInTexts(facts, space, ({ prose, hasCode }, { pages, description }) => {
      // The page of a chapter shows what is in it.
      if ((pages ?? []).length > 0 || (description ?? "").trim() !== "") return [];
      const isRead = prose.replace(/^\s*#[ \t][^\n]*/, "").trim() !== "";
      return isRead || hasCode() ? [] : [{ message: "has no text", key: "" }];
    });
  },
});
