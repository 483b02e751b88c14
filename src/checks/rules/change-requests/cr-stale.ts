import { defineRule } from "../../types.js";
import { closeFix, planClose, statusOf } from "./cr-fixes.js";

export default defineRule({
  id: "cr-stale",
  severity: "info",
  tag: "change-requests",
  summary: "An open change request has not been touched for a long time",
  why: "Somebody has probably forgotten it, and the longer it waits, the more it conflicts.",
  fix: "docs cr close CR --space SPACE",
  planned: planClose("it is open, and unchanged for longer than the threshold"),
  example: "open, and unchanged for 62 days",
  of: "change-request",
  decidedBy: ["updatedAt"],
  needs: [],
  days: 30,
  check(cr, { isOld, age }) {
    const { updatedAt } = cr.item;
    if (statusOf(cr) !== "open" || !isOld(updatedAt)) return [];
    return [{ message: `open, and unchanged for ${age(updatedAt)} days`, since: updatedAt, fix: closeFix(cr) }];
  },
});
