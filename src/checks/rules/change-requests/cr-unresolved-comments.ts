import { Unknown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { command, isUpForMerge } from "./cr-fixes.js";

export default defineRule({
  id: "cr-unresolved-comments",
  severity: "warning",
  tag: "change-requests",
  summary: "An open change request has open comments",
  why: "After the merge, questions of reviewers are lost: comments stay with the change request.",
  fix: "docs comments list --cr CR --status open --space SPACE",
  example: "3 open comments",
  of: "change-request",
  needs: [],
  check(cr, { facts }) {
    const { comments } = cr.item;
    if (!isUpForMerge(cr, facts) || comments === 0) return [];
    if (comments == null) throw new Unknown("the service does not show how many comments are open");
    return [
      {
        message: `${comments} open ${comments === 1 ? "comment" : "comments"}`,
        fix: command(cr, "comments", "list", "--cr", "<cr>", "--status", "open"),
      },
    ];
  },
});
