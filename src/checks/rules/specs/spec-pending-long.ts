import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";

/** States of a specification while the service reads its source. */
const BUSY = ["pending", "progress", "running"];

export default defineRule({
  id: "spec-pending-long",
  severity: "warning",
  tag: "specs",
  summary: "A specification has been waiting to be read for a long time",
  why: "Reading a source takes seconds. One that waits for days is stuck.",
  fix: "docs openapi publish SLUG --source-url ADDRESS",
  example: "pending for 3 days",
  of: "specification",
  decidedBy: ["processingState", "updatedAt"],
  needs: [],
  days: 1,
  check({ item, thing }, { isOld, age }) {
    const state = item.processingState ?? "";
    if (!BUSY.includes(state) || !isOld(item.updatedAt)) return [];
    const days = age(item.updatedAt);
    return [
      {
        message: `${state} for ${count(days, "day")}`,
        since: item.updatedAt,
        fix: { words: ["openapi", "view", item.slug ?? thing.id] },
      },
    ];
  },
});
