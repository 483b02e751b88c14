/** A title typed without quotes: many targets that nobody meant. */
import { type Failure, usage } from "../../../errors.js";
import { shellWord } from "../shell-words.js";

/** Words that join others in a title, and that nothing is called by itself. */
const JOINING = new Set(
  "a an and about after at before by for from how in instead into of on or over the to when with without your".split(
    " ",
  ),
);

/** What to say of several targets that are the words of one title; undefined where they are none. */
export function unquotedTitle(what: string, path: string, words: readonly string[]): Failure | undefined {
  const isSentence =
    words.length > 2 &&
    !words.includes("-") &&
    words.some((word) => JOINING.has(word.toLowerCase())) &&
    // Codes of languages are as short as such words.
    words.some((word) => /^\p{L}{4,}$/u.test(word));
  if (!isSentence) return undefined;
  return usage(
    `these ${words.length} words are ${words.length} targets: the title of one ${what} goes in quotes`,
    `did you mean: ${path} ${shellWord(words.join(" "))}`,
  );
}
