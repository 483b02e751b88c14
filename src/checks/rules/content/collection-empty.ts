import { listOrgCollections } from "../../../catalog/collections.js";
import { listOrgSpaces } from "../../../catalog/spaces.js";
import { requireWholeView, VIEW } from "../../complete-view.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "collection-empty",
  severity: "info",
  tag: "content",
  summary: "A collection has neither spaces nor collections in it",
  why: "It is what is left after spaces were moved or deleted, and people look into it for nothing.",
  fix: "docs collections delete <collection>",
  planned: {
    consequence: "deletes the collection",
    condition: "it has neither spaces nor collections in it",
    risk: "removes",
  },
  example: "has neither spaces nor collections in it",
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
        message: "has neither spaces nor collections in it",
        fix: {
          words: ["collections", "delete", thing.id],
          change: { endpoint: "deleteCollection", params: { collectionId: thing.id } },
        },
      },
    ];
  },
});
