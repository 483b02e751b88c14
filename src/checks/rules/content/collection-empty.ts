import { listOrgCollections } from "../../../catalog/collections.js";
import { listOrgSpaces } from "../../../catalog/spaces.js";
import { requireWholeView, VIEW } from "../../complete-view.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "collection-empty",
  severity: "info",
  tag: "content",
  summary: "A collection is empty",
  why: "It is left over from moved or deleted spaces, and people open it in vain.",
  fix: "docs collections delete COLLECTION",
  planned: {
    consequence: "deletes the collection",
    condition: "it contains neither spaces nor collections",
    risk: "removes",
  },
  example: "contains neither spaces nor collections",
  of: "collection",
  needs: [listOrgSpaces, listOrgCollections, VIEW],
  async check({ thing, params }, { facts }) {
    const [spaces, collections] = await Promise.all([
      facts.list(listOrgSpaces, params),
      facts.list(listOrgCollections, params),
    ]);
    if ([...spaces, ...collections].some(({ parent }) => parent === thing.id)) return [];
    await requireWholeView(facts);
    return [
      {
        message: "contains neither spaces nor collections",
        fix: {
          words: ["collections", "delete", thing.id],
          change: { endpoint: "deleteCollection", params: { collectionId: thing.id } },
        },
      },
    ];
  },
});
