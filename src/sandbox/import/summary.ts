import type { Token, Tokens } from "marked";
import { parseHref, resolvePath } from "../../shared/markdown/elements.js";
import { plainText } from "../../shared/markdown/outline.js";
import { cutTokens, isOwn, type MarkdownParser } from "../../shared/markdown/tokens.js";
import { decodeEntities } from "../../shared/text/markup.js";
import { slugify } from "../content/pages.js";

/** A line of SUMMARY.md: a page in the folder, an address elsewhere, or just a title. */
export interface SummaryEntry {
  title: string;
  path?: string;
  /** For a page: the heading that the entry links to. */
  anchor?: string;
  url?: string;
  /** For a group: its path segment, if its heading has an id. */
  slug?: string;
  children: SummaryEntry[];
}

/** Attributes of an element in a heading; its `id` becomes the group's slug. */
const ID = /<a\b[^<>]{0,500}?\sid\s{0,9}=\s{0,9}["']([^"'<>]{1,200})["']/i;

const titleOf = (markdown: string) => decodeEntities(plainText(markdown));

function firstLink(marked: MarkdownParser, tokens: Token[]): Tokens.Link | undefined {
  let found: Tokens.Link | undefined;
  new marked.Marked().walkTokens(tokens, (token) => {
    if (isOwn(token, "link")) found ??= token;
  });
  return found;
}

/** The entry for a list item. If it has no text, the entries below take its place: no page is without a title. */
function makeEntries(marked: MarkdownParser, from: string, item: Tokens.ListItem): SummaryEntry[] {
  const entry = makeEntry(marked, from, item);
  return entry.title.trim() === "" && entry.path === undefined ? entry.children : [entry];
}

function makeEntry(marked: MarkdownParser, from: string, item: Tokens.ListItem): SummaryEntry {
  const own = item.tokens.filter(({ type }) => type !== "list");
  const lists = item.tokens.filter((token) => isOwn(token, "list"));
  const children = lists.flatMap((list) => list.items.flatMap((child) => makeEntries(marked, from, child)));
  const link = firstLink(marked, own);
  if (!link) return { title: titleOf(own.map(({ raw }) => raw).join(" ")), children };
  const title = titleOf(link.text);
  const href = parseHref(decodeEntities(link.href));
  if (href.kind === "url") return { title: title || href.url, url: href.url, children };
  const path = href.path === "" ? undefined : resolvePath(from, href.path);
  const { anchor = "" } = href;
  return { title, ...(path !== undefined && { path, ...(anchor !== "" && { anchor }) }), children };
}

/**
 * Order and titles from the table of contents at `from`: a heading below the first level starts a group with the
 * entries after it; a horizontal rule ends the group.
 */
export function parseSummary(marked: MarkdownParser, from: string, markdown: string): SummaryEntry[] {
  const top: SummaryEntry[] = [];
  let into = top;
  for (const token of cutTokens(marked, markdown)) {
    if (token.type === "heading" && token.depth > 1) {
      const id = ID.exec(token.raw)?.[1];
      const group: SummaryEntry = { title: titleOf(token.text), ...(id && { slug: slugify(id) }), children: [] };
      into = group.title === "" ? top : group.children;
      if (into !== top) top.push(group);
    } else if (token.type === "hr") {
      into = top;
    } else if (isOwn(token, "list")) {
      into.push(...token.items.flatMap((item) => makeEntries(marked, from, item)));
    }
  }
  return top;
}
