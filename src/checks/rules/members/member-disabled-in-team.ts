import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";
import { isActive } from "./people.js";

export default defineRule({
  id: "member-disabled-in-team",
  severity: "warning",
  tag: "access",
  summary: "A disabled member is still in teams",
  why: "Whoever enables the account again gives all that access back at once, and as an owner it runs a team that it cannot open.",
  fix: "docs members teams <user>",
  example: "disabled, and still in 2 teams",
  of: "member",
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
