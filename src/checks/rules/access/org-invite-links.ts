import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "org-invite-links",
  severity: "warning",
  tag: "access",
  summary: "Invite links are allowed",
  why: "Anyone with such a link can join, and a link is forwarded more easily than an invitation by email.",
  fix: "docs orgs edit ORG --no-invite-links",
  planned: {
    consequence: "nobody can join by an invite link; current members stay",
    condition: "invite links are still allowed",
  },
  example: "invite links are allowed",
  of: "organization",
  needs: [],
  check({ item, thing }) {
    if (!requireKnown(item.inviteLinks, "whether invite links are allowed")) return [];
    return [
      {
        message: "invite links are allowed",
        fix: {
          words: ["orgs", "edit", thing.id, "--no-invite-links"],
          change: { endpoint: "updateOrg", params: { organizationId: thing.id }, body: { inviteLinks: false } },
        },
      },
    ];
  },
});
