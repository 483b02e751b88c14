import { defineRule } from "../../types.js";
import { BROAD } from "./powerful-roles.js";

export default defineRule({
  id: "space-level-broad",
  severity: "warning",
  tag: "access",
  summary: "Everybody in the organization administers a space, or creates in it",
  why: "With that level anybody may change who else gets in, or replace its content without a review.",
  fix: "docs spaces edit <space> --default-level read",
  planned: {
    consequence: "people without a role of their own in the space can only read it",
    condition: "everybody still has the level admin or create",
    risk: "locks out",
  },
  example: "everybody in the organization has the level admin",
  of: "space",
  needs: [],
  check({ item, thing }) {
    if (!BROAD.includes(item.defaultLevel ?? "")) return [];
    return [
      {
        message: `everybody in the organization has the level ${item.defaultLevel}`,
        fix: {
          words: ["spaces", "edit", thing.id, "--default-level", "read"],
          change: { endpoint: "updateSpace", params: { spaceId: thing.id }, body: { defaultLevel: "read" } },
        },
      },
    ];
  },
});
