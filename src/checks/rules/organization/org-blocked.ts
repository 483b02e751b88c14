import { defineRule } from "../../types.js";

export default defineRule({
  id: "org-blocked",
  severity: "error",
  tag: "organization",
  summary: "The service has blocked the organization",
  why: "Published sites may already be unreachable.",
  fix: "docs orgs view ORG --web",
  example: "blocked by the service: phishing",
  of: "organization",
  needs: [],
  check({ item, thing }) {
    if (!item.blocked) return [];
    const reason = item.blocked.reason ? `: ${item.blocked.reason}` : "";
    return [{ message: `blocked by the service${reason}`, fix: { words: ["orgs", "view", thing.id, "--web"] } }];
  },
});
