/** The words before the cursor once an alias is expanded. */
import { fillPlaceholders, highestPlaceholder, splitWords } from "../../shared/shell-words.js";

const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * The words up to the one being typed, one per line. If that word fills a placeholder, it appears there instead of at the
 * end. Empty if the expansion cannot be parsed, or if a placeholder is only part of a word.
 */
export function expansionLines(expansion: string, given: readonly string[]): string {
  const words = splitWords(expansion) ?? [];
  const most = highestPlaceholder(words);
  const typed = given.length + 1;
  const end = typed > most ? words.length : words.indexOf(`$${typed}`);
  if (end < 0) return "";
  const before = [...fillPlaceholders(words.slice(0, end), given), ...given.slice(most)];
  return before.some((word) => CONTROL.test(word)) ? "" : before.map((word) => `${word}\n`).join("");
}
