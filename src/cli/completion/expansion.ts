/** What stands before the cursor in place of an alias and the words after it. */
import { fillPlaceholders, highestPlaceholder, splitWords } from "../words/shell-words.js";

const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * The words up to the one that is being typed, a line each. Where that one fills a placeholder, it stands there and not at
 * the end. Empty where the expansion cannot be read, or where a placeholder is a part of a word.
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
