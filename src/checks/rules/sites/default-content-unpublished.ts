import { listSites } from "../../../catalog/sites.js";
import { requireWholeView, VIEW } from "../../complete-view.js";
import { requireKnown } from "../../not-evaluable.js";
import { defineRule } from "../../types.js";

export default defineRule({
  id: "default-content-unpublished",
  severity: "warning",
  tag: "sites",
  summary: "The organization's default site is not published, or does not exist",
  why: "People who open the organization's own address find nothing.",
  fix: "docs sites publish SITE",
  example: "its default site, Help center, is not published",
  of: "organization",
  needs: [listSites, VIEW],
  async check({ item, params }, { facts }) {
    const id = item.defaultContent?.site;
    if (!id) return [];
    const site = (await facts.list(listSites, params)).find((one) => one.id === id);
    if (site && requireKnown(site.published, "whether the default site is published")) return [];
    if (!site) await requireWholeView(facts);
    return [
      {
        message: site ? `its default site, ${site.title || id}, is not published` : "its default site does not exist",
        key: id,
        fix: { words: site ? ["sites", "view", id] : ["sites", "list"] },
      },
    ];
  },
});
