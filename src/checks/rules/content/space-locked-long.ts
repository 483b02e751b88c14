import { defineRule } from "../../types.js";

export default defineRule({
  id: "space-locked-long",
  severity: "info",
  tag: "content",
  summary: "A space is locked, and nothing has changed in it for a long time",
  why: "Spaces are locked for a release or a migration. A lock that stays has usually been forgotten, and nobody can fix a page there.",
  fix: "docs spaces edit SPACE --edit-mode live",
  planned: {
    consequence: "people with the right to edit can change the space directly",
    condition: "it is locked, and unchanged for longer than the threshold",
  },
  example: "locked, and unchanged for 45 days",
  of: "space",
  decidedBy: ["editMode", "updatedAt"],
  needs: [],
  days: 30,
  check({ item, thing }, { isOld, age }) {
    // The service does not say when it was locked. A locked space cannot change, so it is locked since its last change at least.
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
