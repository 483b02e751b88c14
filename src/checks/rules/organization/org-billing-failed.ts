import { defineRule } from "../../types.js";

export default defineRule({
  id: "org-billing-failed",
  severity: "error",
  tag: "organization",
  summary: "The last payment failed",
  why: "Without payment, sites lose features or go offline, and only one person gets the mail about it.",
  fix: "docs orgs view ORG --web",
  example: "the last payment failed",
  of: "organization",
  needs: [],
  check({ item, thing }) {
    if (item.billing?.hasPaymentFailed !== true) return [];
    return [{ message: "the last payment failed", fix: { words: ["orgs", "view", thing.id, "--web"] } }];
  },
});
