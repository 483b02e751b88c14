import { getSpaceContent } from "../../../catalog/content.js";
import { getSpacePage } from "../../../catalog/pages.js";
import { Unknown } from "../../not-evaluable.js";
import { readText } from "../../page-text.js";
import { defineRule } from "../../types.js";
import { flatPages, hasText, LEAN, type Page, pageThing } from "../pages.js";
import { missingIn, variablesOf } from "../variables.js";

export default defineRule({
  id: "variable-missing",
  severity: "error",
  tag: "content",
  summary: "A page uses an undefined variable",
  why: "Readers see the expression itself, or nothing, instead of a number or a name.",
  fix: "docs pages view PAGE --space SPACE",
  example: "uses space.vars.limit, which is not defined",
  of: "space",
  onPages: true,
  needs: [getSpaceContent, { endpoint: getSpacePage, when: "the page has text", most: 200 }],
  off: "it reads the text of every page",
  async check(space, { facts }) {
    const content = await facts.one(getSpaceContent, space.params, LEAN);
    const { pages } = content;
    if (!pages) throw new Unknown("the content has no list of its pages");
    const variables = variablesOf(content);
    const checked = flatPages(pages)
      .filter(hasText)
      .map(async (page: Page) => {
        const pageId = page.id ?? "";
        const text = await readText(facts, getSpacePage, { ...space.params, pageId }, false);
        return missingIn(text, variables, page.variables ?? {}).map((name) => ({
          message: `uses ${name}, which is not defined`,
          thing: pageThing(page),
          key: `${pageId} ${name}`,
          fix: { words: ["pages", "view", pageId, "--space", space.thing.id] },
          place: { path: page.path ?? "", text: name },
        }));
      });
    return (await Promise.all(checked)).flat();
  },
});
