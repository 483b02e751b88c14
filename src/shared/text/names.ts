/** How names are compared: an accent is the same in one character as in two, and where people type names, so is case. */
import { usage } from "../../errors.js";
import { shellWord } from "../shell-words.js";
import { sanitizeLine } from "./sanitize.js";

/** With each accent in the character of its letter (NFC); some systems and programs write it apart. */
export const composed = (text: string): string => (/[^\0-\x7f]/.test(text) ? text.normalize("NFC") : text);

/** For searching and completing, where spaces count. */
export const foldText = (text: string): string => composed(text).toLowerCase();

/** For finding by a name, as it is or as it is shown. A space that does not break a line is pasted from pages unseen. */
export const foldName = (text: string): string =>
  foldText(sanitizeLine(text))
    .replace(/[\u00a0\u2007\u202f]/g, " ")
    .trim();

export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** For titles that readers take for the same: widths, ligatures and runs of spaces make no difference either. */
export const comparableTitle = (title: string | null | undefined): string =>
  foldName((title ?? "").normalize("NFKC").replace(/\s+/g, " "));

const EMOJI = /^(?:\p{RI}|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+\s*(?=\S)/u;

/** A title as shown, without leading emoji. */
export const bareTitle = (text: string): string => sanitizeLine(composed(text).replace(EMOJI, ""));

export const foldTitle = (text: string): string => foldName(bareTitle(text));

// Near matches of mistyped words.

/** The candidate that a mistyped word most likely meant; undefined if none is close. */
export function closestWord(typed: string, candidates: readonly string[]): string | undefined {
  const word = foldText(typed);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const name = foldText(candidate);
    const changes = name.startsWith(word) && word.length > 1 ? 1 : editDistance(word, name);
    // Of two that are as near, people mean the one whose first letter they typed.
    const distance = changes + (name[0] === word[0] ? 0 : 0.5);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  if (best !== undefined || !word.includes("-")) return best;
  // The words may have been remembered in another order.
  return candidates.find((candidate) => editDistance(inOrder(word), inOrder(foldText(candidate))) < 2);
}

const inOrder = (name: string): string => name.split("-").sort().join("-");

/** "did you mean: title; see: ...": the hint of a text that is in no closed list. `where`: what names them all. */
export function didYouMean(typed: string, known: readonly string[], where?: string): string | undefined {
  const like = closestWord(typed, known);
  return like === undefined ? where : [`did you mean: ${like}`, ...(where === undefined ? [] : [where])].join("; ");
}

/** Of a flag that takes several. @throws Failure usage for the first text that is not in the list */
export function requireKnown(flag: string, given: readonly string[] = [], known: readonly string[]): void {
  const wrong = given.find((one) => !known.includes(one));
  if (wrong === undefined) return;
  const like = closestWord(wrong, known);
  const message = `--${flag}: ${JSON.stringify(wrong)} is not one of ${known.join(", ")}`;
  throw usage(message, like && `did you mean: --${flag} ${like}`);
}

/** Insertions, deletions, replacements and swaps of neighbors (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (before[j - 2] ?? 0) + 1);
      next.push(value);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/** Characters of a text that name it. */
const LONGEST_NAME = 40;

/**
 * The first words of a comment or a reply, which has no title. They stay whole, as nothing recognizes half a secret;
 * undefined: there are none that are short enough.
 */
export function firstWords(text: string): string | undefined {
  const words = text.split(/\s+/).filter((word) => word !== "");
  let name = "";
  for (const word of words) {
    const longer = name === "" ? word : `${name} ${word}`;
    if (longer.length > LONGEST_NAME) return name === "" ? undefined : `${name} …`;
    name = longer;
  }
  return name === "" ? undefined : name;
}

/** A thing in a command to type: its title, or its id where a terminal would not show the title as it is. */
export const titleWord = ({ id, title }: { id: string; title?: string | null | undefined }): string =>
  !title || sanitizeLine(title) !== title ? id : shellWord(title);

/** Checks whether a pattern, in which `*` means any characters, matches all of a text. Never more than length times length. */
export function matchesWildcards(pattern: string, text: string): boolean {
  let [at, from] = [0, 0];
  // The place of the last star, and how much it stands for: a mismatch makes it stand for one character more.
  let [star, covered] = [-1, 0];
  while (from < text.length) {
    if (pattern[at] === "*") {
      [star, covered] = [at, from];
      at += 1;
    } else if (at < pattern.length && pattern[at] === text[from]) {
      at += 1;
      from += 1;
    } else if (star < 0) return false;
    else {
      covered += 1;
      [at, from] = [star + 1, covered];
    }
  }
  return /^\**$/.test(pattern.slice(at));
}
