import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";
import { isActive } from "./people.js";

export default defineRule({
  id: "member-disabled-in-team",
  severity: "warning",
  tag: "access",
  summary: "A disabled member is still in teams",
  why: "Enabling the account again restores all this access at once, and a disabled owner cannot manage the team.",
  fix: "docs members teams USER",
  example: "disabled, and still in 2 teams",
  of: "member",
  decidedBy: ["disabled", "teams"],
  needs: [],
  check({ item, thing }) {
    if (isActive(item) || !item.teams) return [];
    return [
      {
        message: `disabled, and still in ${count(item.teams, "team")}`,
        fix: { words: ["members", "teams", thing.id] },
      },
    ];
  },
});
