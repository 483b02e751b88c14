import { getOrg } from "../../../catalog/organizations.js";
import { Unknown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { isActive, isGuest } from "./people.js";

export default defineRule({
  id: "member-no-sso",
  severity: "warning",
  tag: "access",
  summary: "The organization requires single sign-on, and a member does not use it",
  why: "A member who bypasses the identity provider is not locked out when they leave. Guests sign in elsewhere.",
  fix: "docs members sso USER",
  example: "does not sign in by single sign-on, which the organization requires",
  of: "member",
  decidedBy: ["role", "sso"],
  needs: [getOrg],
  async check({ item, params, thing }, { facts }) {
    if (item.sso !== false || isGuest(item) || !isActive(item)) return [];
    const { sso } = await facts.one(getOrg, params);
    if (sso === undefined) throw new Unknown("the service does not show the sso of the organization");
    if (sso !== true) return [];
    return [
      {
        message: "does not sign in by single sign-on, which the organization requires",
        fix: { words: ["members", "sso", thing.id] },
      },
    ];
  },
});
