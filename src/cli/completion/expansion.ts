/** The words before the cursor once an alias is expanded. */
import { fillPlaceholders, highestPlaceholder, splitWords } from "../../shared/shell-words.js";

/**
 * The words up to the one being typed. If that word fills a placeholder, it appears there instead of at the end. Undefined
 * if the expansion cannot be parsed, or if a placeholder is only part of a word.
 */
export function expandWords(expansion: string, given: readonly string[]): string[] | undefined {
  const words = splitWords(expansion) ?? [];
  const most = highestPlaceholder(words);
  const typed = given.length + 1;
  const end = typed > most ? words.length : words.indexOf(`$${typed}`);
  if (end < 0) return undefined;
  return [...fillPlaceholders(words.slice(0, end), given), ...given.slice(most)];
}
