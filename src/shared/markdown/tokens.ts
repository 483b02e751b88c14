/** The tokens of a Markdown text. The library is loaded when content is first read. */
import type { Token, Tokenizer, TokenizerExtensionFunction, Tokens } from "marked";
import { beforeTag, readInlineTag, tagReader } from "./block-tags.js";
import { readNote } from "./notes.js";
import { textToken } from "./text-token.js";

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

/** With `tags`, a paragraph ends before a block such as `{% hint %}`. */
function tokenizerOf({ Tokenizer }: MarkdownParser, tags: boolean): Tokenizer {
  const tokenizer = new Tokenizer();
  const define = tokenizer.def.bind(tokenizer);
  // The library would take a note for the definition of a link.
  tokenizer.def = (source) => (NOTE.test(source) ? undefined : define(source));
  if (!tags) return tokenizer;
  const paragraph = tokenizer.paragraph.bind(tokenizer);
  const underlined = tokenizer.lheading.bind(tokenizer);
  tokenizer.lheading = (source) => underlined(beforeTag(source));
  tokenizer.paragraph = (source) => paragraph(beforeTag(source));
  return tokenizer;
}

interface TokenOptions {
  /** Texts that this does not match stay plain text. */
  only?: RegExp;
  /** Turn blocks such as `{% hint %}` into tokens (block-tags.ts); `all`: also those within a paragraph. */
  tags?: boolean | "all";
}

/** The blocks of a text. Text that is too long or too deeply nested to be parsed stays plain. */
export function tokensOf(marked: MarkdownParser, markdown: string, { only, tags = false }: TokenOptions = {}): Token[] {
  if (hasDeepList(markdown)) return plainTokens(markdown);
  const tagged = tags !== false && markdown.includes("{%");
  const block: TokenizerExtensionFunction[] = [readNote, ...(tagged ? [tagReader(markdown)] : [])];
  const inline = tagged && tags === "all" && { inline: [readInlineTag], startInline: [startOfTag] };
  const lexer = new marked.Lexer({
    ...marked.getDefaults(),
    tokenizer: tokenizerOf(marked, tagged),
    extensions: { block, ...inline, renderers: {}, childTokens: {} },
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

const startOfTag = (source: string) => source.indexOf("{%");

const plainTokens = (markdown: string): Token[] => [
  { type: "paragraph", raw: markdown, text: markdown, tokens: [textToken(markdown)] },
];

const ITEM = /^( *)(?:[-*+]|\d{1,9}[.)]) /gm;

/** Checks whether items are indented to more levels than are read: the lexer would copy all of them for each level that it reads. */
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
