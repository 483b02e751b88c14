import type { Token } from "marked";

/** Characters of a text that is taken apart at all. */
const LONGEST = 256 * 1024;
/** Lists within quotes within lists, and emphasis within links within emphasis. */
const DEEPEST = 32;
/** Characters of one paragraph, and the sum of their squares in all of them: the time that the lexer takes for them. */
const PARAGRAPH = 4 * 1024;
const WORK = 2 ** 27;

/**
 * The blocks of a Markdown text; undefined for one that is too long or nested too deeply to be worth it. The lexer takes
 * the square of a paragraph's length, so that paragraphs that are too long stay as they are.
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
  // Called by the lexer itself for what stands within something else. The overloads differ in the kind of list alone.
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
