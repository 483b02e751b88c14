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
