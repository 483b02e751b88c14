/** Rules about teams. */
import { listTeamMembers } from "../../catalog/team-members.js";
import { listTeams } from "../../catalog/teams.js";
import { comparableTitle } from "../../shared/text/names.js";
import { count } from "../../shared/wrap.js";
import type { Facts } from "../data-source.js";
import { requireKnown } from "../not-evaluable.js";
import { defineRule, type Subject } from "../types.js";

/** Memberships of people who can sign in. A team that counts no members takes no request. */
async function activeMembers(facts: Facts, { item, params }: Subject<"team">) {
  if (item.members === 0) return [];
  const memberships = await facts.list(listTeamMembers, params);
  return memberships.filter(({ organization }) => organization?.disabled !== true);
}

/** @throws Unknown for a membership without a role */
const isOwner = ({ team }: { team?: { role?: string | null | undefined } | null | undefined }): boolean =>
  requireKnown(team?.role, "the roles in the team") === "owner";

export const teamNoOwner = defineRule({
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

export const teamOneOwner = defineRule({
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

export const teamEmpty = defineRule({
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

export const teamSameTitle = defineRule({
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
