import { defineRule } from "../../types.js";

export default defineRule({
  id: "saml-pending",
  severity: "info",
  tag: "sign-on",
  summary: "A SAML provider is not set up yet",
  why: "Single sign-on seems to be in place, but people still sign in by other means.",
  fix: "docs saml view PROVIDER",
  example: "pending for 21 days",
  of: "saml-provider",
  decidedBy: ["status", "createdAt"],
  needs: [],
  days: 7,
  check({ item, thing }, { isOld, age }) {
    if (item.status !== "pending" || !isOld(item.createdAt)) return [];
    return [
      {
        message: `pending for ${age(item.createdAt)} days`,
        since: item.createdAt,
        fix: { words: ["saml", "view", thing.id] },
      },
    ];
  },
});
