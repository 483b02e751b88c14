/** Notes (`[^1]: ...`): a paragraph, and all that is indented below it. */
import type { Token, TokenizerExtensionFunction } from "marked";

interface Note {
  type: "note";
  raw: string;
  label: string;
  tokens: Token[];
}

export const isNote = (token: { type: string }): token is Note => token.type === "note";

const NOTE = /^ {0,3}\[\^([^\]\s]{1,200})\]:/;
const NEXT_DEFINITION = /\n {0,3}\[[^\]\n]{1,999}\]:/;
/** How far to look for a definition that ends the first paragraph. */
const WINDOW = 20_000;
/** Lines that belong to the note, below its first paragraph. */
const BELOW = /(?:[ \t]*\n)*(?: {4}|\t)[^\n]*(?:\n|$)/y;

/** Finds the end of the indented text below a paragraph that ends at `from`. */
function endBelow(source: string, from: number): number {
  let end = from;
  for (;;) {
    BELOW.lastIndex = end;
    const found = BELOW.exec(source);
    if (!found || found[0] === "") return end;
    end = BELOW.lastIndex;
  }
}

/** Reads a note at the start of the remaining text. The first paragraph keeps the mark. */
export const readNote: TokenizerExtensionFunction = function (source) {
  const [mark, label = ""] = NOTE.exec(source) ?? [];
  if (mark === undefined) return undefined;
  const near = source.slice(0, WINDOW).search(NEXT_DEFINITION);
  const paragraph = this.lexer.options.tokenizer?.paragraph(near < 0 ? source : source.slice(0, near + 1));
  if (!paragraph) return undefined;
  const end = endBelow(source, paragraph.raw.length);
  const below = source.slice(paragraph.raw.length, end).replace(/^(?: {4}|\t)/gm, "");
  const tokens = [paragraph, ...this.lexer.blockTokens(below, [])];
  return { type: "note", raw: source.slice(0, end), label, tokens };
};
