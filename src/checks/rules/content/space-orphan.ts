import { listSiteSpaces } from "../../../catalog/site-spaces.js";
import { listSites } from "../../../catalog/sites.js";
import { requireWholeView, VIEW } from "../../complete-view.js";
import { Unknown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "space-orphan",
  severity: "info",
  tag: "content",
  summary: "A space is in no collection and on no site",
  why: "Only the list of all spaces shows it: most of these are trials and copies that nobody owns.",
  fix: "docs spaces move SPACE --parent COLLECTION",
  example: "in no collection, and on no site",
  of: "space",
  needs: [listSites, listSiteSpaces, VIEW],
  async check({ item, thing }, { facts }) {
    if (item.parent) return [];
    const { subjects, unknown } = await facts.everywhere("site-space");
    // A site whose spaces could not be read may show this one.
    const [hidden] = unknown;
    if (subjects.some((one) => one.item.space?.id === thing.id)) return [];
    if (hidden) throw new Unknown(hidden.reason);
    await requireWholeView(facts);
    return [
      {
        message: "in no collection, and on no site",
        since: item.updatedAt,
        fix: { words: ["spaces", "view", thing.id] },
      },
    ];
  },
});
