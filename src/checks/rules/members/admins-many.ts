import { listMembers } from "../../../catalog/members.js";
import { defineRule } from "../../types.js";
import { isActive, requireRoles } from "./people.js";

/** Up to this many are fine in any organization: some may be ill or on vacation. */
const ENOUGH = 5;
const SHARE = 0.1;

export default defineRule({
  id: "admins-many",
  severity: "info",
  tag: "access",
  summary: `More than ${ENOUGH} members, and more than a tenth of all, are administrators`,
  why: "Each of them can delete everything and add anyone, and so can anyone who gets one of their tokens.",
  fix: "docs members list --role admin",
  example: "12 of 40 members are administrators",
  of: "organization",
  needs: [listMembers],
  async check({ params }, { facts }) {
    const members = (await facts.list(listMembers, params)).filter(isActive);
    requireRoles(members);
    const admins = members.filter(({ role }) => role === "admin").length;
    if (admins <= ENOUGH || admins <= members.length * SHARE) return [];
    return [
      {
        message: `${admins} of ${members.length} members are administrators`,
        fix: { words: ["members", "list", "--role", "admin"] },
      },
    ];
  },
});
