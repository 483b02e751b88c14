/** The variables that a text uses. */
import { Unknown } from "../not-evaluable.js";

const EXPRESSIONS = [
  /\{\{\s{0,9}(space|page)\.vars\.([\w-]{1,100})\s{0,9}\}\}/g,
  // The form used in repositories, where underscores may be escaped.
  /<code class="expression">\s{0,9}(space|page)\.vars\.([\w\\-]{1,100})\s{0,9}<\/code>/g,
];

/** Code, in which expressions are not evaluated. */
export const CODE = /(^|\n)[ \t]*(`{3,}|~{3,})[\s\S]*?(\n[ \t]*\2|$)|`[^`\n]*`/g;

export type Variables = Readonly<Record<string, unknown>>;

/** Variables of a content. @throws Unknown: what is not in the answer is not known to be empty */
export function variablesOf({ variables }: { variables?: Variables | null | undefined }): Variables {
  if (!variables) throw new Unknown("the content has no list of its variables");
  return variables;
}

/** Names that a text uses but nothing defines, such as `space.vars.limit`. */
export function missingIn(markdown: string, space: Variables, page: Variables): string[] {
  const text = markdown.replace(CODE, "");
  const names = EXPRESSIONS.flatMap((form) => [...text.matchAll(form)]).flatMap(([, where, written = ""]) => {
    const name = written.replaceAll("\\", "");
    return Object.hasOwn(where === "space" ? space : page, name) ? [] : [`${where}.vars.${name}`];
  });
  return [...new Set(names)];
}
