import type { Token, Tokenizer, Tokens } from "marked";
import { anchorsIn } from "../links/anchors.js";
import { beforeTag, tagReader } from "./block-tags.js";
import { decodeEntities } from "./entities.js";
import { withoutComments } from "./outline.js";

/** The Markdown library, loaded when content is first read. */
export const loadMarked = () => import("marked");
export type MarkdownParser = Awaited<ReturnType<typeof loadMarked>>;

/*
 * Texts may come from strangers. The lexer takes quadratic time on a text that is all asterisks, underscores or half an
 * address, and only the stack limits its nesting.
 */
const LONGEST = 20_000;
/** Limit for the sum of squared lengths: some seconds for the worst possible text, never reached by ordinary ones. */
const BUDGET = 2e9;
const DEEPEST = 100;

const NOTE = /^ {0,3}\[\^/;
const NEXT_DEFINITION = /\n {0,3}\[[^\]\n]{1,999}\]:/;

/**
 * Reads `[^1]: ...` as a note (a token of that type), which the library would take for the definition of a link. With
 * `tags`, a paragraph ends before a block such as `{% hint %}`.
 */
function withNotes({ Tokenizer }: MarkdownParser, tags: boolean): Tokenizer {
  const tokenizer = new Tokenizer();
  const define = tokenizer.def.bind(tokenizer);
  const paragraph = tokenizer.paragraph.bind(tokenizer);
  tokenizer.def = (source) => (NOTE.test(source) ? undefined : define(source));
  const underlined = tokenizer.lheading.bind(tokenizer);
  if (tags) tokenizer.lheading = (source) => underlined(beforeTag(source));
  tokenizer.paragraph = (source) => {
    if (!NOTE.test(source)) return paragraph(tags ? beforeTag(source) : source);
    const end = source.search(NEXT_DEFINITION);
    const found = paragraph(end < 0 ? source : source.slice(0, end + 1));
    // After a paragraph the lexer would read a definition as a continuation of the text.
    return found && { ...found, type: "note" as "paragraph" };
  };
  return tokenizer;
}

/** A text without any of these contains no link, picture or HTML. */
const LINKS = /[[<@]|:\/\/|www\./i;

interface ExtractOptions {
  /** Texts that this does not match stay plain text. */
  only?: RegExp;
  /** Turn blocks such as `{% hint %}` into tokens (block-tags.ts). */
  tags?: boolean;
}

/** The blocks of a text. Text that is too long or too deeply nested to be parsed stays plain. */
export function tokensOf(
  marked: MarkdownParser,
  markdown: string,
  { only, tags = false }: ExtractOptions = {},
): Token[] {
  if (hasDeepList(markdown)) return plainTokens(markdown);
  const tagged = tags && markdown.includes("{%");
  const lexer = new marked.Lexer({
    ...marked.getDefaults(),
    tokenizer: withNotes(marked, tagged),
    ...(tagged && { extensions: { block: [tagReader(markdown)], renderers: {}, childTokens: {} } }),
  });
  const inlines = lexer.inlineTokens.bind(lexer);
  let spent = 0;
  lexer.inlineTokens = (source, tokens = []) => {
    if (only && !only.test(source)) {
      tokens.push(textToken(source));
      return tokens;
    }
    for (const part of source.length <= LONGEST ? [source] : partsOfText(source)) {
      spent += part.length ** 2;
      if (part.length <= LONGEST && spent <= BUDGET) inlines(part, tokens);
      else tokens.push(textToken(part));
    }
    return tokens;
  };
  const blocks = lexer.blockTokens.bind(lexer);
  let depth = 0;
  const counted = (source: string, tokens?: Token[], lastParagraphClipped?: boolean) => {
    depth += 1;
    // Each level copies everything below it.
    if (depth > DEEPEST) throw new RangeError("nested too deep");
    const found = blocks(source, tokens, lastParagraphClipped);
    depth -= 1;
    return found;
  };
  // The same function as before; an arrow function cannot express its overloads.
  lexer.blockTokens = counted as typeof lexer.blockTokens;
  try {
    const tokens = lexer.lex(markdown);
    if (!isDeeper(tokens, DEEPEST)) return tokens;
  } catch (error) {
    // Nested too deeply, or the stack overflowed; any other error is a bug.
    if (!(error instanceof RangeError)) throw error;
  }
  return plainTokens(markdown);
}

const plainTokens = (markdown: string): Token[] => [
  { type: "paragraph", raw: markdown, text: markdown, tokens: [textToken(markdown)] },
];

const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)]) /gm;

/** Whether items are indented to more levels than are read: the lexer would copy all of them for each level that it reads. */
function hasDeepList(markdown: string): boolean {
  const indents: number[] = [];
  for (const [, { length }] of markdown.matchAll(ITEM) as Iterable<[string, string]>) {
    while ((indents.at(-1) ?? -1) >= length) indents.pop();
    if (indents.push(length) > DEEPEST) return true;
  }
  return false;
}

/** Parts of a longer text are whole lines. They are short, as the work on each grows with its square. */
const PART = 2_000;

function partsOfText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const last = text.slice(from, from + PART).lastIndexOf("\n");
    const next = last < 0 ? text.indexOf("\n", from) : from + last;
    const to = next < 0 || from + PART >= text.length ? text.length : next + 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

const textToken = (text: string): Token => ({ type: "text", raw: text, text, escaped: false });

/** Items of a list and cells of a table, which the lexer keeps outside `tokens`. The casts name its own types. */
function partsOf(token: Token): Token[] {
  if (token.type === "list") return (token as Tokens.List).items;
  if (token.type !== "table") return [];
  const { header, rows } = token as Tokens.Table;
  return [header, ...rows].flat().flatMap((cell) => cell.tokens);
}

function isDeeper(tokens: readonly Token[], levels: number): boolean {
  if (levels === 0) return tokens.length > 0;
  return tokens.some((token) => {
    const below: Token[] = ("tokens" in token && token.tokens) || [];
    return isDeeper(below, levels - 1) || isDeeper(partsOf(token), levels - 1);
  });
}

export interface MarkdownParts {
  /** Destinations as written, in order, including repetitions. */
  hrefs: string[];
  /** What `#...` may name: headings, and `id` or `name` of HTML elements. */
  anchors: ReadonlySet<string>;
}

/** Bounded, because pages may come from strangers: a longer tag is text. */
const TAG = /<([a-z][a-z0-9]*)\b([^<>]{0,4000})>/gi;
const ATTRIBUTE = /(?:^|\s)(href|src|srcset|id|name)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const LINKING = new Set(["a", "img", "source", "video", "audio", "iframe", "embed"]);
/** Blocks such as `{% file src="a.pdf" %}` and `{% content-ref url="b.md" %}`. */
const BLOCK = /\{% {0,9}(?:content-ref|file|embed|include) {1,9}(?:url=|src=)?"([^"\n]{0,2000})"/g;

/** The addresses in `srcset`; each may be followed by a width or a density. */
const candidates = (srcset: string): string[] =>
  srcset.split(",").flatMap((candidate) => {
    const address = candidate.trim().replace(/\s+[\d.]{1,9}[wx]$/, "");
    return address === "" ? [] : [address];
  });

/** Collects destinations and anchors from HTML whose comments have been removed. */
function readHtml(html: string, hrefs: string[], anchors: Set<string>): void {
  for (const [, tag = "", attributes = ""] of html.matchAll(TAG)) {
    for (const [, name = "", double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
      const value = decodeEntities(double ?? single ?? bare ?? "");
      if (/^(?:id|name)$/i.test(name)) anchors.add(value.toLowerCase());
      else if (LINKING.has(tag.toLowerCase())) hrefs.push(...(/^srcset$/i.test(name) ? candidates(value) : [value]));
    }
  }
}

/** Links and anchors of a document. */
export function extract(marked: MarkdownParser, markdown: string): MarkdownParts {
  const hrefs: string[] = [];
  const anchors = anchorsIn(markdown);
  const visit = (token: Token) => {
    if (token.type === "link" || token.type === "image") hrefs.push(decodeEntities(token.href));
    else if (token.type === "html") readHtml(withoutComments(token.raw), hrefs, anchors);
    else if (token.type === "paragraph")
      hrefs.push(...[...token.raw.matchAll(BLOCK)].map((match) => decodeEntities(match[1] ?? "")));
  };
  new marked.Marked().walkTokens(tokensOf(marked, markdown, { only: LINKS }), visit);
  return { hrefs, anchors };
}
