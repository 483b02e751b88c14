import { documentText } from "./documents.js";
import type { ContentContext, StoredPage, StoredRevision } from "./types.js";

const EXPRESSION = /\{\{ {0,9}(space|page)\.vars\.([\w-]{1,100}) {0,9}\}\}/g;
const INCLUDE = /\{% {0,9}include {1,9}"([^"\n]{1,300})" {0,9}%\}/g;
const MAX_DEPTH = 5;

/**
 * Markdown as a reader gets it: `{{ space.vars.name }}` and `{{ page.vars.name }}` by their values, and
 * `{% include "id or title" %}` by the reusable content. What is not defined stays as it is written.
 */
export function evaluate(
  store: ContentContext["store"],
  revision: StoredRevision,
  page: StoredPage,
  markdown: string,
  depth = 0,
): string {
  const reusable = (name: string) =>
    revision.reusableContents.find(({ id, title, git }) => id === name || title === name || git?.path === name);
  const included = markdown.replace(INCLUDE, (written, name: string) => {
    const found = depth < MAX_DEPTH ? reusable(name) : undefined;
    return found ? evaluate(store, revision, page, documentText(store, found.document).trim(), depth + 1) : written;
  });
  return included.replace(EXPRESSION, (written, where: string, name: string) => {
    const variables = where === "space" ? revision.variables : (page.variables ?? {});
    return (Object.hasOwn(variables, name) ? variables[name] : undefined) ?? written;
  });
}
