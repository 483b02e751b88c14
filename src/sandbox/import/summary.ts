import type { Token, Tokens } from "marked";
import { parseHref, resolvePath } from "../content/links/hrefs.js";
import { type Marked, tokensOf } from "../content/text/markdown.js";
import { plainText } from "../content/text/outline.js";

/** A line of SUMMARY.md: a page of the folder, an address elsewhere, or a title only. */
export interface SummaryEntry {
  title: string;
  path?: string;
  url?: string;
  children: SummaryEntry[];
}

function firstLink(marked: Marked, tokens: Token[]): Tokens.Link | undefined {
  let found: Tokens.Link | undefined;
  new marked.Marked().walkTokens(tokens, (token) => {
    // A token of type link is marked's own: no extension adds another.
    if (token.type === "link") found ??= token as Tokens.Link;
  });
  return found;
}

/** The entry of an item. One that says nothing gives way to what is below it: no page is without a title. */
function entriesOf(marked: Marked, item: Tokens.ListItem): SummaryEntry[] {
  const entry = entryOf(marked, item);
  return entry.title.trim() === "" && entry.path === undefined ? entry.children : [entry];
}

function entryOf(marked: Marked, item: Tokens.ListItem): SummaryEntry {
  const own = item.tokens.filter(({ type }) => type !== "list");
  const lists = item.tokens.filter((token): token is Tokens.List => token.type === "list");
  const children = lists.flatMap((list) => list.items.flatMap((child) => entriesOf(marked, child)));
  const link = firstLink(marked, own);
  if (!link) return { title: plainText(own.map(({ raw }) => raw).join(" ")), children };
  const title = plainText(link.text);
  const href = parseHref(link.href);
  if (href.kind === "url") return { title: title || href.url, url: href.url, children };
  const path = href.path === "" ? undefined : resolvePath("SUMMARY.md", href.path);
  return { title, ...(path !== undefined && { path }), children };
}

/** The order and the titles that a SUMMARY.md gives: a heading below the first level begins a group of the entries after it. */
export function parseSummary(marked: Marked, markdown: string): SummaryEntry[] {
  const top: SummaryEntry[] = [];
  let into = top;
  for (const token of tokensOf(marked, markdown)) {
    if (token.type === "heading" && token.depth > 1) {
      const group: SummaryEntry = { title: plainText(token.text), children: [] };
      into = group.title === "" ? top : group.children;
      if (into !== top) top.push(group);
    } else if (token.type === "list") {
      // As above: marked's own list.
      into.push(...(token as Tokens.List).items.flatMap((item) => entriesOf(marked, item)));
    }
  }
  return top;
}
