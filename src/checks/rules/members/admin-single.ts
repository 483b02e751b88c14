import { listMembers } from "../../../catalog/members.js";
import { defineRule } from "../../types.js";
import { isActive, requireRoles } from "./people.js";

export default defineRule({
  id: "admin-single",
  severity: "warning",
  tag: "access",
  summary: "Only one member is an administrator",
  why: "If that person leaves or is locked out, nobody can add members, change single sign-on or pay.",
  fix: "docs members edit USER --role admin",
  example: "only Ada Lovelace is an administrator",
  of: "organization",
  needs: [listMembers],
  async check({ params }, { facts }) {
    const members = (await facts.list(listMembers, params)).filter(isActive);
    requireRoles(members);
    const [admin, second] = members.filter(({ role }) => role === "admin");
    // An organization of one has nobody else.
    if (!admin || second || members.length < 2) return [];
    return [
      {
        message: `only ${admin.user?.displayName || admin.user?.email || admin.id} is an administrator`,
        fix: { words: ["members", "list"] },
      },
    ];
  },
});
