import { defineRule } from "../../types.js";
import { BROAD } from "./powerful-roles.js";

export default defineRule({
  id: "space-level-broad",
  severity: "warning",
  tag: "access",
  summary: "Everybody in the organization may administer a space, or create content in it",
  why: "With this level anyone may give others access, or replace content without a review.",
  fix: "docs spaces edit SPACE --default-level read",
  planned: {
    consequence: "people without their own role in the space can only read it",
    condition: "everybody still has the level admin or create",
    risk: "locks out",
  },
  example: "everybody in the organization has the level admin",
  of: "space",
  decidedBy: ["defaultLevel"],
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
