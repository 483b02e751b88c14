import { getMember, listMembers } from "../../../catalog/members.js";
import type { Facts } from "../../facts.js";
import { defineRule } from "../../types.js";
import { closing } from "./closing.js";

/** Requests one member for one change request, the list for all of them; undefined: there is no such member. */
async function memberOf(facts: Facts, userId: string) {
  const organizationId = facts.organization;
  if (facts.scope.changeRequest !== undefined) return facts.maybe(getMember, { organizationId, userId });
  return (await facts.list(listMembers, { organizationId })).find(({ id }) => id === userId);
}

export default defineRule({
  id: "cr-author-gone",
  severity: "info",
  tag: "change-requests",
  summary: "The author of a live change request is no longer a member, or disabled",
  why: "Nobody will answer the comments or finish it: somebody has to take it over or close it.",
  fix: "docs cr close <cr> --space <space>",
  example: "its author Jonas Weber is no longer a member",
  of: "change-request",
  needs: [listMembers],
  async check(cr, { facts }) {
    const author = cr.item.createdBy;
    if (!author?.id) return [];
    const member = await memberOf(facts, author.id);
    if (member && member.disabled !== true) return [];
    const name = author.displayName || author.email || author.id;
    const what = member ? "is disabled" : "is no longer a member";
    return [{ message: `its author ${name} ${what}`, key: author.id, fix: closing(cr) }];
  },
});
