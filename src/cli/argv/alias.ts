/** The user's own names for commands: expanded before anything is parsed, without a shell. */
import { usage } from "../../errors.js";
import { fillPlaceholders, highestPlaceholder, splitWords } from "../../shared/shell-words.js";
import { closestWord } from "../../shared/text/names.js";
import { NOUN_WORDS } from "./mistakes/hints.js";
import { firstWord } from "./program.js";

/** First words that are neither nouns nor free for aliases. */
const RESERVED = ["help", "completion", "version"];

const isReserved = (word: string): boolean => RESERVED.includes(word) || word.startsWith("__");

/** The words of an expansion. @throws Failure usage for a quote that is not closed */
function wordsOf(expansion: string): string[] {
  const words = splitWords(expansion);
  if (!words) throw usage(`unclosed quote in ${expansion}`);
  return words;
}

/**
 * The command line with its alias expanded once: aliases inside an expansion are not. `$1` to `$9` stand for the words after
 * the alias; the remaining words follow. `get` is only called if the first word is not a command.
 * @throws Failure usage if a placeholder has no word.
 */
export function expandAlias(
  argv: readonly string[],
  isCommand: (word: string) => boolean,
  get: (name: string) => string | undefined,
): readonly string[] {
  const at = firstWord(argv);
  const name = argv[at];
  if (name === undefined || isReserved(name) || isCommand(name)) return argv;
  const expansion = get(name);
  if (expansion === undefined) return argv;
  return [...argv.slice(0, at), ...fill(name, wordsOf(expansion), argv.slice(at + 1))];
}

function fill(name: string, words: readonly string[], given: readonly string[]): string[] {
  const most = highestPlaceholder(words);
  if (given.length < most) {
    throw usage(
      `the alias ${name} needs ${most} word${most === 1 ? "" : "s"}, got ${given.length}`,
      `see: docs alias list`,
    );
  }
  return [...fillPlaceholders(words, given), ...given.slice(most)];
}

/** @throws Failure usage for a name that would hide a command, or an expansion that is not a command line. */
export function checkAlias(name: string, expansion: string, nouns: readonly string[]): void {
  if (isReserved(name) || nouns.includes(name))
    throw usage(`${name} is a command: an alias cannot replace it`, "choose another word");
  if (expansion.trimStart().startsWith("!")) {
    throw usage("an alias cannot contain shell syntax", "use a shell function instead");
  }
  const words = wordsOf(expansion);
  const first = words[firstWord(words)] ?? "";
  if (nouns.includes(first) || first === "help") return;
  const like = Object.hasOwn(NOUN_WORDS, first) ? NOUN_WORDS[first] : closestWord(first, nouns);
  throw usage(
    `${JSON.stringify(first)} is not a command, so ${name} cannot be an alias for it`,
    like ? `did you mean: ${like}` : "see: docs --help",
  );
}
