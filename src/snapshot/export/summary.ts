/** SUMMARY.md: the tree of pages as the importer and others read it. */
import { slugify } from "../../sandbox/content/pages.js";
import type { StoredPage } from "../../sandbox/content/types.js";

const reference = (character: string): string => `&#${character.codePointAt(0)};`;

/** A title that says the same when it is read as Markdown: what would be markup becomes a character reference. */
function titleText(title: string): string {
  return title
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*~[\]<>]|&(?=#?\w+;)|^[-+#>](?=\s|$)|^\d+(?=[.)](?:\s|$))|:(?=\/\/)|@/g, (found) =>
      [...found].map(reference).join(""),
    )
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, reference);
}

const encodePath = (path: string): string =>
  path
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

/** An address as a link's destination; what would end it is encoded. */
const destination = (href: string): string =>
  href
    .replace(/[\s<>()\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .replace(/&(?=#?\w+;)/g, "%26");

/** `paths` are those of the pages' files, by the pages' ids. */
export function summaryOf(pages: readonly StoredPage[], paths: ReadonlyMap<string, string>): string {
  const lines = ["# Table of contents", ""];
  let inGroup = false;
  const list = (page: StoredPage, depth: number): void => {
    lines.push(`${"  ".repeat(depth)}* ${entry(page, paths)}`);
    for (const below of page.pages) list(below, depth + 1);
  };
  for (const page of pages) {
    // A heading is the one way to say what a group is called in paths; it goes on until a rule.
    if (page.type === "group" && titleText(page.title) !== "") {
      lines.push(...(lines.at(-1) === "" ? [] : [""]), heading(page), "");
      for (const below of page.pages) list(below, 0);
      inGroup = true;
      continue;
    }
    if (inGroup) lines.push("", "***", "");
    inGroup = false;
    list(page, 0);
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function heading({ title, slug }: StoredPage): string {
  return `## ${titleText(title)}${slugify(title) === slug ? "" : ` <a href="#${encodePath(slug)}" id="${slug}"></a>`}`;
}

function entry(page: StoredPage, paths: ReadonlyMap<string, string>): string {
  const title = titleText(page.title);
  const path = paths.get(page.id);
  if (path !== undefined) return `[${title}](${encodePath(path)})`;
  return page.href === undefined ? title : `[${title}](${destination(page.href)})`;
}
