import { defineRule } from "../../types.js";

export default defineRule({
  id: "space-locked-long",
  severity: "info",
  tag: "content",
  summary: "A space was locked, and nothing has changed in it for long",
  why: "A lock is made for a release or a migration. One that stays is usually forgotten: nobody can mend a page there.",
  fix: "docs spaces edit <space> --edit-mode live",
  example: "locked, and unchanged for 45 days",
  of: "space",
  needs: [],
  days: 30,
  check({ item, thing }, { isOld, age }) {
    // The service does not say when it was locked: a locked space cannot change, so its last change is the latest time.
    if (item.editMode !== "locked" || !isOld(item.updatedAt)) return [];
    return [
      {
        message: `locked, and unchanged for ${age(item.updatedAt)} days`,
        since: item.updatedAt,
        fix: {
          words: ["spaces", "edit", thing.id, "--edit-mode", "live"],
          change: { endpoint: "updateSpace", params: { spaceId: thing.id }, body: { editMode: "live" } },
        },
      },
    ];
  },
});
