import { defineRule } from "../../types.js";
import { BROAD } from "./powerful-roles.js";

export default defineRule({
  id: "org-default-role-broad",
  severity: "warning",
  tag: "access",
  summary: "New members may create spaces or administer the organization",
  why: "Everybody who joins by a domain, a link or single sign-on gets this role at once.",
  fix: "docs orgs edit ORG --default-role read",
  planned: {
    consequence: "new members can only read; current members keep their roles",
    condition: "new members still get the role admin or create",
  },
  example: "new members get the role create",
  of: "organization",
  decidedBy: ["defaultRole"],
  needs: [],
  check({ item, thing }) {
    if (!BROAD.includes(item.defaultRole ?? "")) return [];
    return [
      {
        message: `new members get the role ${item.defaultRole}`,
        fix: {
          words: ["orgs", "edit", thing.id, "--default-role", "read"],
          change: { endpoint: "updateOrg", params: { organizationId: thing.id }, body: { defaultRole: "read" } },
        },
      },
    ];
  },
});
