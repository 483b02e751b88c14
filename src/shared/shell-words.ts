/** Splits and quotes words the way shells do, without ever calling a shell. */

/** Quotes any text as one word for bash and zsh. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A word for people to paste: quoted unless every character is harmless. zsh expands a leading `=` into a path. */
export const shellWord = (text: string): string => (/^[\w@.:/,+-][\w@.:/=,+-]*$/.test(text) ? text : quote(text));

/**
 * The words of a command line: split at spaces, honoring quotes and backslashes like a shell. Nothing else is special.
 * Undefined if a quote is not closed.
 */
export function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  for (const [match] of text.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*'|["'\\])+/gs)) {
    const word = unquote(match);
    if (word === undefined) return undefined;
    words.push(word);
  }
  return words;
}

function unquote(word: string): string | undefined {
  let closed = true;
  const plain = word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)|["'\\]/gs, (_, double, single, escaped) => {
    const inside = double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? escaped;
    if (inside === undefined) closed = false;
    return inside ?? "";
  });
  return closed ? plain : undefined;
}

/** `$1` to `$9` in an alias. */
const PLACEHOLDER = /\$([1-9])/g;

/** The highest placeholder among the words; 0 if there is none. */
export const highestPlaceholder = (words: readonly string[]): number =>
  Math.max(0, ...words.flatMap((word) => [...word.matchAll(PLACEHOLDER)].map(([, digit]) => Number(digit))));

/** Fills in placeholders; each word stays one word, whatever it contains. */
export const fillPlaceholders = (words: readonly string[], given: readonly string[]): string[] =>
  words.map((word) => word.replace(PLACEHOLDER, (_, digit) => given[Number(digit) - 1] ?? ""));
