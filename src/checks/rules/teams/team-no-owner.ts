import { listTeamMembers } from "../../../catalog/team-members.js";
import { defineRule } from "../../types.js";
import { activeMembers, isOwner } from "./owners.js";

export default defineRule({
  id: "team-no-owner",
  severity: "warning",
  tag: "access",
  summary: "A team has members, and none of them is an owner who can sign in",
  why: "Only an administrator can add or remove people, so it is not kept up to date.",
  fix: "docs team-members set TEAM USER --role owner",
  example: "none of its 4 members is an owner",
  of: "team",
  needs: [listTeamMembers],
  async check(team, { facts }) {
    const members = await activeMembers(facts, team);
    if (members.length === 0 || members.some(isOwner)) return [];
    const which =
      members.length === 1 ? "its only member is not an owner" : `none of its ${members.length} members is an owner`;
    return [{ message: which, fix: { words: ["team-members", "list", team.thing.id] } }];
  },
});
