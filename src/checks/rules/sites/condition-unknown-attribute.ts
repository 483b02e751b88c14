import { defineRule } from "../../types.js";
import { attributesOf, isDeclared, SCHEMA_READS, schemaOf } from "./conditions.js";
import { CONDITIONAL, conditionalOf } from "./on-site.js";

export default defineRule({
  id: "condition-unknown-attribute",
  severity: "error",
  tag: "sites",
  summary: "A condition reads an attribute that the visitor schema does not have",
  why: "It is never true: nobody sees its content, and there is no error.",
  fix: "docs sections edit SECTION --condition CONDITION",
  example: "its condition reads visitor.claims.plan, which the visitor schema does not have",
  of: "site",
  needs: [...CONDITIONAL, ...SCHEMA_READS],
  async check(site, { facts }) {
    const conditional = await conditionalOf(facts, site);
    if (conditional.length === 0) return [];
    const schema = await schemaOf(facts, site);
    // condition-no-schema reports sites without one.
    if (schema === undefined) return [];
    return conditional.flatMap(({ thing, condition, edit }) => {
      const unknown = attributesOf(condition).filter((path) => !isDeclared(schema, path));
      const names = [...new Set(unknown.map((path) => path.join(".")))];
      return names.map((name) => ({
        message: `its condition reads visitor.claims.${name}, which the visitor schema does not have`,
        thing,
        key: name,
        fix: { words: [...edit, "--condition", "CONDITION"] },
      }));
    });
  },
});
