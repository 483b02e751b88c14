import { defineRule } from "../../types.js";

export default defineRule({
  id: "cr-stale",
  severity: "info",
  tag: "change-requests",
  summary: "An open change request was not touched for long",
  why: "It waits for somebody who has forgotten it, and the longer it waits the more of it conflicts.",
  fix: "docs cr close <cr> --space <space>",
  example: "open, and unchanged for 62 days",
  of: "change-request",
  needs: [],
  days: 30,
  check({ item, params: { spaceId = "" } }, { isOld, age }) {
    if (item.status !== "open" || !isOld(item.updatedAt)) return [];
    const changeRequestId = item.id ?? "";
    return [
      {
        message: `open, and unchanged for ${age(item.updatedAt)} days`,
        since: item.updatedAt,
        fix: {
          words: ["cr", "close", changeRequestId, "--space", spaceId],
          change: {
            endpoint: "updateChangeRequest",
            params: { spaceId, changeRequestId },
            body: { status: "archived" },
          },
        },
      },
    ];
  },
});
