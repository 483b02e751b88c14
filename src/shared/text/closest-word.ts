/** Near matches of mistyped words. */
import { usage } from "../../errors.js";
import { foldText } from "./names.js";

/** The candidate that a mistyped word most likely meant; undefined if none is close. */
export function closestWord(typed: string, candidates: readonly string[]): string | undefined {
  const word = foldText(typed);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const name = foldText(candidate);
    const distance = name.startsWith(word) && word.length > 1 ? 1 : editDistance(word, name);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

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
