import { getMember, listMembers } from "../../../catalog/members.js";
import { requireWholeView, VIEW } from "../../complete-view.js";
import type { Facts } from "../../data-source.js";
import { defineRule } from "../../types.js";
import { closeFix, planClose } from "./cr-fixes.js";

/** Requests one member for one change request, the list for all of them; undefined: there is no such member. */
async function memberOf(facts: Facts, userId: string) {
  const organizationId = facts.organization;
  if (facts.scope.changeRequest !== undefined) {
    const member = await facts.maybe(getMember, { organizationId, userId });
    if (member) return member;
  } else {
    const member = (await facts.list(listMembers, { organizationId })).find(({ id }) => id === userId);
    if (member) return member;
  }
  // Nobody is gone just because this token does not see them.
  await requireWholeView(facts, "member");
  return undefined;
}

export default defineRule({
  id: "cr-author-gone",
  severity: "info",
  tag: "change-requests",
  summary: "The author of an open or draft change request is no longer a member, or is disabled",
  why: "Nobody answers its comments or finishes it: another person must take it over or close it.",
  fix: "docs cr close CR --space SPACE",
  planned: planClose("it is live, and its author is still gone or disabled"),
  example: "its author Jonas Weber is no longer a member",
  of: "change-request",
  needs: [listMembers, VIEW],
  async check(cr, { facts }) {
    const author = cr.item.createdBy;
    if (!author?.id) return [];
    const member = await memberOf(facts, author.id);
    if (member && member.disabled !== true) return [];
    const name = author.displayName || author.email || author.id;
    const what = member ? "is disabled" : "is no longer a member";
    return [{ message: `its author ${name} ${what}`, key: author.id, fix: closeFix(cr) }];
  },
});
