import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";

const BUSY = ["pending", "running"];

export default defineRule({
  id: "translation-pending-long",
  severity: "warning",
  tag: "translations",
  summary: "A translation has been running for a long time",
  why: "A run takes minutes to hours. One that takes days is stuck, and blocks later runs.",
  fix: "docs translations view TRANSLATION",
  example: "pending for 3 days",
  of: "translation",
  decidedBy: ["status", "updatedAt"],
  needs: [],
  days: 1,
  check({ item, thing }, { isOld, age }) {
    const status = item.status ?? "";
    if (!BUSY.includes(status) || !isOld(item.updatedAt)) return [];
    const days = age(item.updatedAt);
    return [
      {
        message: `${status} for ${count(days, "day")}`,
        since: item.updatedAt,
        fix: { words: ["translations", "view", thing.id] },
      },
    ];
  },
});
