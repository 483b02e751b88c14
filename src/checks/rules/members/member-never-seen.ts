import { defineRule } from "../../types.js";
import { isActive } from "./people.js";

export default defineRule({
  id: "member-never-seen",
  severity: "info",
  tag: "access",
  summary: "A member joined long ago and was never seen",
  why: "An unused invitation still lets in anyone who gets access to that mailbox.",
  fix: "docs members remove USER",
  example: "joined 45 days ago, and was never seen",
  of: "member",
  decidedBy: ["joinedAt"],
  needs: [],
  days: 30,
  check({ item, thing }, { isOld, age }) {
    if (!isActive(item) || item.lastSeenAt || !isOld(item.joinedAt)) return [];
    return [
      {
        message: `joined ${age(item.joinedAt)} days ago, and was never seen`,
        since: item.joinedAt,
        fix: { words: ["members", "remove", thing.id] },
      },
    ];
  },
});
