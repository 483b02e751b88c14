import { listSpacePages } from "../../../catalog/pages.js";
import { defineRule } from "../../types.js";
import { flatPages, hasText, treeOf } from "../pages.js";

export default defineRule({
  id: "space-empty",
  severity: "info",
  tag: "content",
  summary: "A space has no pages",
  why: "It was made and never filled, or emptied and never deleted: people who find it learn nothing.",
  fix: "docs spaces delete <space>",
  example: "has no pages",
  of: "space",
  needs: [listSpacePages],
  async check(space, { facts }) {
    if (flatPages(await treeOf(facts, space)).some(hasText)) return [];
    const { id } = space.thing;
    return [
      {
        message: "has no pages",
        since: space.item.updatedAt,
        fix: {
          words: ["spaces", "delete", id],
          change: { endpoint: "deleteSpace", params: { spaceId: id } },
        },
      },
    ];
  },
});
