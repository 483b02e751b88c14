import { getOrg } from "../../../catalog/organizations.js";
import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";
import { isActive, isGuest } from "./people.js";

/** `mail.example.com` belongs to `example.com`. */
const isWithin = (domain: string, own: string): boolean => domain === own || domain.endsWith(`.${own}`);

export default defineRule({
  id: "member-foreign-domain",
  severity: "warning",
  tag: "access",
  summary: "A member's address is in none of the organization's email domains",
  why: "People who leave lose their company's address, and with it their access; a private address keeps it. Guests are expected to have other addresses.",
  fix: "docs members edit USER --role guest",
  example: "ada@example.net is in none of the domains example.com, example.org",
  of: "member",
  decidedBy: ["role"],
  needs: [getOrg],
  async check({ item, params, thing }, { facts }) {
    if (isGuest(item) || !isActive(item)) return [];
    const domain = /@([^@\s]+)$/.exec(requireKnown(item.user?.email, "the address of the member"))?.[1]?.toLowerCase();
    if (domain === undefined) return [];
    const { emailDomains } = await facts.one(getOrg, params);
    const own = (emailDomains ?? []).map((one) => one.toLowerCase().replace(/^@/, "")).filter((one) => one !== "");
    if (own.length === 0 || own.some((one) => isWithin(domain, one))) return [];
    return [
      {
        message: `${item.user?.email} is in none of the domains ${own.join(", ")}`,
        since: item.joinedAt,
        fix: { words: ["members", "edit", thing.id, "--role", "guest"] },
      },
    ];
  },
});
