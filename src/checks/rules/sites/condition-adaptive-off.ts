import { defineRule } from "../../types.js";
import { CONDITIONAL, conditionalOf } from "./on-site.js";

export default defineRule({
  id: "condition-adaptive-off",
  severity: "warning",
  tag: "sites",
  summary: "Something on a site has a condition, but adaptive content is off there",
  why: "The condition is ignored: its content may be shown to everybody, or to nobody.",
  fix: "docs sites edit SITE --adaptive-content",
  example: "Fleet guide has a condition, and adaptive content is off",
  of: "site",
  needs: [...CONDITIONAL],
  async check(site, { facts }) {
    if (site.item.adaptiveContent?.enabled !== false) return [];
    const conditional = await conditionalOf(facts, site);
    const [first] = conditional;
    if (!first) return [];
    const which =
      conditional.length === 1
        ? `${first.thing.title} has a condition`
        : `${conditional.length} things on it have conditions`;
    return [
      {
        message: `${which}, and adaptive content is off`,
        fix: { words: ["sites", "edit", site.thing.id, "--adaptive-content"] },
      },
    ];
  },
});
