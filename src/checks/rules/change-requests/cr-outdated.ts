import { Unknown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { isUpForMerge, updateFix } from "./cr-fixes.js";

export default defineRule({
  id: "cr-outdated",
  severity: "warning",
  tag: "change-requests",
  summary: "An open change request is behind the content of its space",
  why: "Reviewers see something other than the result of the merge: conflicts show only after an update.",
  fix: "docs cr update CR --space SPACE",
  planned: {
    consequence: "adds the content of the space to the change request; a conflict changes nothing",
    condition: "it is live and behind its space",
  },
  example: "behind the content of its space",
  of: "change-request",
  needs: [],
  check(cr, { facts }) {
    if (!isUpForMerge(cr, facts) || cr.item.outdated === false) return [];
    if (cr.item.outdated !== true) throw new Unknown("the service does not show whether it is up to date");
    return [{ message: "behind the content of its space", fix: updateFix(cr) }];
  },
});
