import { listTeams } from "../../../catalog/teams.js";
import { comparableTitle } from "../../../shared/text/names.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "team-same-title",
  severity: "warning",
  tag: "access",
  summary: "Two teams have the same title",
  why: "Somebody may give access to the wrong one, and commands cannot distinguish them by title.",
  fix: "docs teams edit TEAM --title TITLE",
  example: "2 other teams have the same title",
  of: "team",
  decidedBy: ["title"],
  needs: [listTeams],
  async check({ item, params, thing }, { facts }) {
    const title = comparableTitle(item.title);
    const others = (await facts.list(listTeams, params)).filter(
      (team) => team.id !== item.id && comparableTitle(team.title) === title,
    );
    if (title === "" || others.length === 0) return [];
    return [
      {
        message: `${others.length} other ${others.length === 1 ? "team has" : "teams have"} the same title`,
        fix: { words: ["teams", "view", thing.id] },
      },
    ];
  },
});
