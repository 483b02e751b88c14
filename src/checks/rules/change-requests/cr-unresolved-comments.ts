import { listChangeRequestComments } from "../../../catalog/comments.js";
import type { Facts } from "../../data-source.js";
import { Unknown } from "../../not-evaluable.js";
import { defineRule, type Subject } from "../../types.js";
import { command, isUpForMerge } from "./cr-fixes.js";

/** A gate does not take a counter of 0 for an answer: a comment may be newer. */
async function countOpen(cr: Subject<"change-request">, facts: Facts): Promise<number> {
  const { comments } = cr.item;
  if (comments == null) throw new Unknown("the service does not show how many comments are open");
  if (comments > 0 || facts.scope.changeRequest === undefined) return comments;
  const listed = await facts.list(listChangeRequestComments, cr.params, { status: "open" });
  return listed.filter(({ status }) => status !== "resolved").length;
}

export default defineRule({
  id: "cr-unresolved-comments",
  severity: "warning",
  tag: "change-requests",
  summary: "An open change request has open comments",
  why: "After the merge, questions of reviewers are lost: comments stay with the change request.",
  fix: "docs comments list --cr CR --status open --space SPACE",
  example: "3 open comments",
  of: "change-request",
  needs: [{ endpoint: listChangeRequestComments, when: "it is checked by itself, and no comment is counted" }],
  async check(cr, { facts }) {
    if (!isUpForMerge(cr, facts)) return [];
    const open = await countOpen(cr, facts);
    if (open === 0) return [];
    return [
      {
        message: `${open} open ${open === 1 ? "comment" : "comments"}`,
        fix: command(cr, "comments", "list", "--cr", "<cr>", "--status", "open"),
      },
    ];
  },
});
