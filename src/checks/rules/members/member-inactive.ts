import { defineRule } from "../../types.js";
import { isActive } from "./people.js";

export default defineRule({
  id: "member-inactive",
  severity: "warning",
  tag: "access",
  summary: "A member has not been seen for a long time",
  why: "Nobody notices if an unused account is misused; and it may cost a seat.",
  fix: "docs members remove USER",
  example: "not seen for 120 days",
  of: "member",
  needs: [],
  days: 90,
  check({ item, thing }, { isOld, age }) {
    if (!isActive(item) || !isOld(item.lastSeenAt)) return [];
    return [
      {
        message: `not seen for ${age(item.lastSeenAt)} days`,
        since: item.lastSeenAt,
        fix: { words: ["members", "remove", thing.id] },
      },
    ];
  },
});
