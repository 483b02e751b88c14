import { defineRule } from "../../types.js";
import { isUpForMerge, updating } from "./closing.js";

export default defineRule({
  id: "cr-outdated",
  severity: "warning",
  tag: "change-requests",
  summary: "An open change request is behind the content of its space",
  why: "What is reviewed is not what readers get after the merge: conflicts show only once it is up to date.",
  fix: "docs cr update <cr> --space <space>",
  example: "behind the content of its space",
  of: "change-request",
  needs: [],
  check(cr, { facts }) {
    if (!isUpForMerge(cr, facts) || cr.item.outdated !== true) return [];
    return [{ message: "behind the content of its space", fix: updating(cr) }];
  },
});
