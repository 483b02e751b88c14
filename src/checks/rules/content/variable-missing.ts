import { getSpaceContent } from "../../../catalog/content.js";
import { getSpacePage } from "../../../catalog/pages.js";
import { defineRule } from "../../types.js";
import { flatPages, hasText, LEAN, type Page, pageThing } from "../pages.js";

const EXPRESSIONS = [
  /\{\{\s{0,9}(space|page)\.vars\.([\w-]{1,100})\s{0,9}\}\}/g,
  // The form used in repositories, where underscores may be escaped.
  /<code class="expression">\s{0,9}(space|page)\.vars\.([\w\\-]{1,100})\s{0,9}<\/code>/g,
];

/** Code, in which expressions are not evaluated. */
const CODE = /(^|\n)[ \t]*(`{3,}|~{3,})[\s\S]*?(\n[ \t]*\2|$)|`[^`\n]*`/g;

type Variables = Readonly<Record<string, unknown>>;

/** Names that a text uses but nothing defines, such as `space.vars.limit`. */
function missingIn(markdown: string, space: Variables, page: Variables): string[] {
  const text = markdown.replace(CODE, "");
  const names = EXPRESSIONS.flatMap((form) => [...text.matchAll(form)]).flatMap(([, where, written = ""]) => {
    const name = written.replaceAll("\\", "");
    return Object.hasOwn(where === "space" ? space : page, name) ? [] : [`${where}.vars.${name}`];
  });
  return [...new Set(names)];
}

export default defineRule({
  id: "variable-missing",
  severity: "error",
  tag: "content",
  summary: "A page uses a variable that nothing defines",
  why: "Readers see the expression itself, or nothing, instead of a number or a name.",
  fix: "docs pages view <page> --space <space>",
  example: "uses space.vars.limit, which is not defined",
  of: "space",
  needs: [getSpaceContent, { endpoint: getSpacePage, when: "the page has text" }],
  off: "it reads the text of every page",
  async check(space, { facts }) {
    const { pages, variables } = await facts.one(getSpaceContent, space.params, LEAN);
    const checked = flatPages(pages ?? [])
      .filter(hasText)
      .map(async (page: Page) => {
        const pageId = page.id ?? "";
        const { markdown } = await facts.one(getSpacePage, { ...space.params, pageId }, { metadata: false });
        return missingIn(markdown ?? "", variables ?? {}, page.variables ?? {}).map((name) => ({
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
