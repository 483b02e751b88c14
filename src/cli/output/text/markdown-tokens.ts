import type { Token } from "marked";

/** Longer texts are not parsed. */
const LONGEST = 256 * 1024;
/** Deepest nesting: lists in quotes in lists, or emphasis in links in emphasis. */
const DEEPEST = 32;
/** Limits for the length of one paragraph and for the sum of their squares, which is the time that the lexer takes. */
const PARAGRAPH = 4 * 1024;
const WORK = 2 ** 27;

/**
 * The blocks of a Markdown text; undefined if it is too long or too deeply nested to be worth parsing. The lexer's time is
 * quadratic in the length of a paragraph, so long paragraphs stay unparsed.
 */
export async function tokensOf(source: string): Promise<readonly Token[] | undefined> {
  if (source.length > LONGEST) return undefined;
  const { Lexer } = await import("marked");
  const lexer = new Lexer();
  const block = lexer.blockTokens.bind(lexer);
  const inline = lexer.inlineTokens.bind(lexer);
  let blocks = 0;
  let levels = 0;
  let work = 0;
  // The lexer calls this for nested text. The overloads only differ in the type of the list.
  lexer.blockTokens = ((...given: Parameters<typeof block>) => {
    if (blocks === DEEPEST) throw new TooDeep();
    blocks += 1;
    const tokens = block(...given);
    blocks -= 1;
    return tokens;
  }) as typeof lexer.blockTokens;
  lexer.inlineTokens = (text, tokens = []) => {
    work += text.length ** 2;
    if (levels === DEEPEST || text.length > PARAGRAPH || work > WORK) {
      tokens.push({ type: "text", raw: text, text });
      return tokens;
    }
    levels += 1;
    inline(text, tokens);
    levels -= 1;
    return tokens;
  };
  try {
    return lexer.lex(source);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

class TooDeep extends Error {}
