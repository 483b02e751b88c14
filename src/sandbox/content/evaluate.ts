import { resolvePath } from "../../shared/text/hrefs.js";
import { documentText } from "./documents.js";
import type { ContentContext, StoredPage, StoredReusable, StoredRevision } from "./types.js";

const EXPRESSION = /\{\{ {0,9}(space|page)\.vars\.([\w-]{1,100}) {0,9}\}\}/g;
/** The form used in repositories, where an underscore may be escaped. */
const IN_CODE = /<code class="expression"> {0,9}(space|page)\.vars\.([\w\\-]{1,100}) {0,9}<\/code>/g;
const INCLUDE = /\{% {0,9}include {1,9}"([^"\n]{1,300})" {0,9}%\}/g;
const MAX_DEPTH = 5;
/** Limit of characters that includes may add to a page: included content may include more. */
const MOST_INCLUDED = 5_000_000;

type Name = (name: string) => StoredReusable | undefined;

/** Finds reusable content by id, title or path; a path starts at the file that names it, or at the root. */
function reusableIn({ reusableContents }: StoredRevision, from: string): Name {
  return (name) => {
    const path = resolvePath(from, name);
    const named = ({ id, title, git }: StoredReusable) => [id, title, git?.path].includes(name);
    return reusableContents.find(({ git }) => git && git.path === path) ?? reusableContents.find(named);
  };
}

/**
 * Markdown as readers get it: `{{ space.vars.name }}` and `{{ page.vars.name }}` become their values, and
 * `{% include "path, id or title" %}` becomes the reusable content. Undefined names stay as written.
 */
export function evaluate(
  store: ContentContext["store"],
  revision: StoredRevision,
  page: StoredPage,
  markdown: string,
): string {
  let included = 0;
  const expanded = (text: string, from: string, depth: number): string => {
    const find = reusableIn(revision, from);
    return text.replace(INCLUDE, (written, name: string) => {
      const found = depth < MAX_DEPTH && included < MOST_INCLUDED ? find(name) : undefined;
      if (!found) return written;
      const inner = documentText(store, found.document).trim();
      included += inner.length;
      return expanded(inner, found.git?.path ?? from, depth + 1);
    });
  };
  const value = (written: string, where: string, name: string) => {
    const variables = where === "space" ? revision.variables : (page.variables ?? {});
    const plain = name.replaceAll("\\", "");
    return (Object.hasOwn(variables, plain) ? variables[plain] : undefined) ?? written;
  };
  return expanded(markdown, page.git?.path ?? "", 0)
    .replace(EXPRESSION, value)
    .replace(IN_CODE, value);
}
