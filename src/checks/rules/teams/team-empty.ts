import { defineRule } from "../../types.js";

export default defineRule({
  id: "team-empty",
  severity: "info",
  tag: "access",
  summary: "A team has no members",
  why: "The next person added gets all its access, perhaps unintentionally.",
  fix: "docs teams delete TEAM",
  example: "has no members",
  of: "team",
  decidedBy: ["members"],
  needs: [],
  check({ item, thing }) {
    if (item.members !== 0) return [];
    return [{ message: "has no members", since: item.createdAt, fix: { words: ["teams", "delete", thing.id] } }];
  },
});
