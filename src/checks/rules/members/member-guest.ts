import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";
import { isActive, isGuest } from "./people.js";

export default defineRule({
  id: "member-guest",
  severity: "info",
  tag: "access",
  summary: "Somebody without a role in the organization has access to some of its spaces",
  why: "Guests join for one task, and their access is often not removed afterward.",
  fix: "docs members spaces USER",
  example: "a guest with access to 3 spaces",
  of: "member",
  decidedBy: ["spaces"],
  needs: [],
  check({ item, thing }) {
    if (!isGuest(item) || !isActive(item) || !item.spaces) return [];
    return [
      {
        message: `a guest with access to ${count(item.spaces, "space")}`,
        since: item.joinedAt,
        fix: { words: ["members", "spaces", thing.id] },
      },
    ];
  },
});
