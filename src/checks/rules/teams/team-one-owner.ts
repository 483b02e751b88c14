import { listTeamMembers } from "../../../catalog/team-members.js";
import { count } from "../../../shared/wrap.js";
import { defineRule } from "../../types.js";
import { activeMembers, isOwner } from "./owners.js";

export default defineRule({
  id: "team-one-owner",
  severity: "info",
  tag: "access",
  summary: "A team has only one owner",
  why: "When that person leaves, nobody owns the team, and offboarding must find a successor first.",
  fix: "docs team-members set TEAM USER --role owner",
  example: "Ada Lovelace is its only owner, with 6 members",
  of: "team",
  needs: [listTeamMembers],
  async check(team, { facts }) {
    const members = await activeMembers(facts, team);
    const [owner, second] = members.filter(isOwner);
    if (!owner || second || members.length < 2) return [];
    const { user } = owner.organization ?? {};
    return [
      {
        message: `${user?.displayName || user?.email || "somebody"} is its only owner, with ${count(members.length, "member")}`,
        fix: { words: ["team-members", "list", team.thing.id] },
      },
    ];
  },
});
