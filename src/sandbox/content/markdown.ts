import type { Token } from "marked";
import { sectionsOf } from "./outline.js";

/** The Markdown library, loaded when content is first read. */
export const loadMarked = () => import("marked");
export type Marked = Awaited<ReturnType<typeof loadMarked>>;

export interface Extracted {
  /** Destinations as written, in order, repeated as often as they are. */
  hrefs: string[];
  /** What `#...` may name: headings, and `id` or `name` of HTML elements. */
  anchors: ReadonlySet<string>;
}

const TAG =
  /<(?:a|img|source|video|audio|iframe|embed)\b[^>]*?\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const NAMED = /<[a-z][^>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
/** Blocks such as `{% file src="a.pdf" %}` and `{% content-ref url="b.md" %}`. */
const BLOCK = /\{%\s*(?:content-ref|file|embed|include)\s+(?:url\s*=\s*|src\s*=\s*)?"([^"]*)"/g;

const ENTITIES: Record<string, string> = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
const unescapeHtml = (text: string) =>
  text.replace(/&(?:amp|quot|#39|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);

function matches(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

function read(marked: Marked, markdown: string): Extracted {
  const hrefs: string[] = [];
  const anchors = new Set(sectionsOf(markdown).map(({ anchor }) => anchor.toLowerCase()));
  const visit = (token: Token) => {
    if (token.type === "link" || token.type === "image") hrefs.push(token.href);
    else if (token.type === "html") {
      const html = token.raw.replace(/<!--[\s\S]*?-->/g, "");
      hrefs.push(...matches(TAG, html).map(unescapeHtml));
      for (const name of matches(NAMED, html)) anchors.add(name.toLowerCase());
    } else if (token.type === "paragraph") hrefs.push(...matches(BLOCK, token.raw));
  };
  new marked.Marked().walkTokens(marked.lexer(markdown), visit);
  return { hrefs, anchors };
}

/** Documents never change, so what was read from one stays true under its hash. */
const known = new Map<string, Extracted>();
const KNOWN_MAX = 20_000;

/** Links and anchors of a document; `hash` identifies its text. */
export function extract(marked: Marked, hash: string, text: () => string): Extracted {
  const found = known.get(hash);
  if (found) return found;
  const extracted = read(marked, text());
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(hash, extracted);
  return extracted;
}
