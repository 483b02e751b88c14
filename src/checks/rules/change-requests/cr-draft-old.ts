import { defineRule } from "../../types.js";
import { closeFix, planClose, statusOf } from "./cr-fixes.js";

export default defineRule({
  id: "cr-draft-old",
  severity: "info",
  tag: "change-requests",
  summary: "A draft has not been touched for a long time",
  why: "Only its author sees a draft: its content is lost to everybody else, or was never meant to stay.",
  fix: "docs cr close CR --space SPACE",
  planned: planClose("it is a draft, and unchanged for longer than the threshold"),
  example: "a draft, and unchanged for 90 days",
  of: "change-request",
  decidedBy: ["updatedAt"],
  needs: [],
  days: 60,
  check(cr, { isOld, age }) {
    const { updatedAt } = cr.item;
    if (statusOf(cr) !== "draft" || !isOld(updatedAt)) return [];
    return [{ message: `a draft, and unchanged for ${age(updatedAt)} days`, since: updatedAt, fix: closeFix(cr) }];
  },
});
