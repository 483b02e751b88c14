import { defineRule } from "../../types.js";
import { SCHEMA_READS, schemaOf } from "./conditions.js";
import { CONDITIONAL, conditionalOf } from "./on-site.js";

export default defineRule({
  id: "condition-no-schema",
  severity: "error",
  tag: "sites",
  summary: "Something on a site has a condition, but the site has no visitor schema",
  why: "Nothing is known about visitors, so the condition is never true and nobody sees its content.",
  fix: "docs adaptive-schema set --site SITE --file FILE",
  example: "2 things on it have conditions, and it has no visitor schema",
  of: "site",
  needs: [...CONDITIONAL, ...SCHEMA_READS],
  async check(site, { facts }) {
    const conditional = await conditionalOf(facts, site);
    if (conditional.length === 0 || (await schemaOf(facts, site)) !== undefined) return [];
    const which =
      conditional.length === 1
        ? `${conditional[0]?.thing.title} has a condition`
        : `${conditional.length} things on it have conditions`;
    return [
      {
        message: `${which}, and it has no visitor schema`,
        fix: { words: ["adaptive-schema", "view", "--site", site.thing.id] },
      },
    ];
  },
});
